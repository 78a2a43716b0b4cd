// Which page an address means: / is home, /t/CODE a table, /w/CODE one to watch, /replay, /rules.

export type Page = "home" | "table" | "replay" | "rules";
export interface Route {
  page: Page;
  code: string;
}

function read(path: string): Route {
  const [, first = "", code = ""] = path.split("/");
  if ((first === "t" || first === "w") && code) return { page: "table", code };
  if (first === "replay" || first === "rules") return { page: first, code };
  return { page: "home", code: "" };
}

export const route: Route = $state(read(location.pathname));

/** Go to an address of this site without loading the page anew. */
export function go(path: string): void {
  history.pushState(null, "", path);
  Object.assign(route, read(location.pathname));
  scrollTo(0, 0);
}

addEventListener("popstate", () => Object.assign(route, read(location.pathname)));

/** Whether this address means something on this computer only. */
export const onlyHere = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** For links: `<a href="/rules" onclick={follow}>`. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  go((event.currentTarget as HTMLAnchorElement).pathname);
}
