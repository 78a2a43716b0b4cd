// What is asked over HTTP: tables, seats, editions, records.

import type {
  Checked,
  EditionInfo,
  OpenTable,
  Problem,
  Replay,
  Review,
  Seated,
  TableInfo,
  TakeSeat,
  Ticket,
} from "./wire";

/** An answer that is no success; `code` has a text in every language. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(`/api${path}`, init);
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  throw new Refusal(problem ?? { code: "failed", message: answer.statusText });
}

async function send<T>(path: string, body: unknown, token?: string): Promise<T> {
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (token) headers["authorization"] = `Bearer ${token}`;
  const answer = await ask(path, { method: "POST", headers, body: JSON.stringify(body) });
  return (await answer.json()) as T;
}

export const openTable = (table: Partial<OpenTable>) => send<Seated>("/tables", table);

/** Sit down. It is asked with a token of our own, so that it can be asked again. */
export async function takeSeat(code: string, seat: Partial<TakeSeat>): Promise<Seated> {
  const path = `/tables/${code}/seats`;
  const asked = { ...seat, token: randomToken() };
  try {
    return await send<Seated>(path, asked);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return await send<Seated>(path, asked); // no answer came: it may have been heard all the same
  }
}

function randomToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const askTicket = (code: string, token: string) =>
  send<Ticket>(`/tables/${code}/tickets`, {}, token);
export const checkRecord = (record: string) => send<Checked>("/check", { record });
export const replayRecord = (record: string) => send<Replay>("/replay", { record });
export const reviewRecord = (record: string) => send<Review>("/review", { record });

export const tableInfo = async (code: string) =>
  (await (await ask(`/tables/${code}`)).json()) as TableInfo;
export const editions = async () => (await (await ask("/editions")).json()) as EditionInfo[];
export const replayGame = async (code: string, game: number) =>
  (await (await ask(`/tables/${code}/games/${game}/replay`)).json()) as Replay;
export const reviewGame = async (code: string, game: number) =>
  (await (await ask(`/tables/${code}/games/${game}/review`)).json()) as Review;
export const recordOf = async (code: string, game: number) =>
  await (await ask(`/tables/${code}/games/${game}/record`)).text();
