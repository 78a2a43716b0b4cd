// Every sentence of the page, in the language that was chosen. One file a language: src/skipbo/texts.

import type english from "$texts/en.json";
import { prefs, savePrefs } from "./prefs.svelte";

type Leaves<T, Path extends string = ""> = {
  [K in keyof T & string]: T[K] extends string | readonly string[]
    ? `${Path}${K}`
    : Leaves<T[K], `${Path}${K}.`>;
}[keyof T & string];

/** The name of a text, such as `home.play`. */
export type Key = Leaves<typeof english>;
export type Params = Record<string, string | number | null | undefined>;

export const LANGUAGES = { en: "English", es: "Español" } as const;
export type Language = keyof typeof LANGUAGES;

type Tree = { [name: string]: string | string[] | Tree };
const files: Record<Language, () => Promise<{ default: unknown }>> = {
  en: () => import("$texts/en.json"),
  es: () => import("$texts/es.json"),
};

let texts: Tree = $state.raw({});
let current: Language = $state("en");

/** The language that was chosen here, else the first one of the browser's that there is. */
function wanted(): Language {
  const asked = [prefs.language, ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return (asked.find((tag) => tag && tag in LANGUAGES) as Language | undefined) ?? "en";
}

export async function loadLanguage(): Promise<void> {
  const language = wanted();
  texts = (await files[language]()).default as Tree;
  current = language;
  document.documentElement.lang = language;
}

export async function chooseLanguage(language: Language): Promise<void> {
  savePrefs({ language });
  await loadLanguage();
}

export function language(): Language {
  return current;
}

/**
 * A text with its values put in. Where a text has several forms, `count` chooses: none, one, more
 * (or one, more); by itself it can be used as {count}.
 */
export function t(key: Key, params: Params = {}, count?: number): string {
  return fill(find(key), count === undefined ? params : { count, ...params }, count);
}

/** As `t`, for a name that is put together from what the server says. Unknown: an empty text. */
export function told(key: string, params: Params = {}, count?: number): string {
  return t(key as Key, params, count);
}

function find(key: string): string | string[] {
  let found: string | string[] | Tree | undefined = texts;
  for (const part of key.split(".")) {
    found = typeof found === "object" && !Array.isArray(found) ? found[part] : undefined;
  }
  return typeof found === "string" || Array.isArray(found) ? found : "";
}

function fill(text: string | string[], params: Params, count = 0): string {
  const form = Array.isArray(text) ? form_of(text, count) : text;
  return form.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ""));
}

/** Two forms are for one and for all else; three for none, one, and more. */
function form_of(forms: string[], count: number): string {
  if (forms.length === 2) return forms[count === 1 ? 0 : 1]!;
  return forms[Math.min(count, forms.length - 1)] ?? "";
}
