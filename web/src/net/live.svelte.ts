// A table, live: one socket that comes back by itself. What was sent is sent again until the server
// has answered it, so that nothing is lost; it carries an id, so that nothing is done twice.

import type {
  ClientFrame,
  Configure,
  Happened,
  Hinted,
  Phrase,
  Refused,
  ServerFrame,
  State,
  TableInfo,
} from "./wire";

const PING_EVERY = 2500;
const PONG_WITHIN = 9000; // without any frame for so long, the connection is taken for dead
const RETRY_FIRST = 300;
const RETRY_MOST = 5000;
const LOG_KEPT = 300;

// Close codes that trying again cannot mend
const FINAL: Record<number, Refused["code"]> = { 4401: "bad-token", 4404: "no-table" };

export type Connection = "connecting" | "open" | "lost" | "ended";
type Sent = Exclude<ClientFrame, { type: "hello" } | { type: "ping" } | { type: "ask-chance" }>;
type Unsent = Sent extends infer Each ? (Each extends Sent ? Omit<Each, "id"> : never) : never;

const newId = () =>
  crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;

export class Live {
  connection: Connection = $state("connecting");
  ended: Refused["code"] | null = $state(null);
  you: number | null = $state.raw(null);
  code: string | null = $state.raw(null);
  watch: string = $state.raw("");
  table: TableInfo | null = $state.raw(null);
  state: State | null = $state.raw(null);
  log: Happened[] = $state.raw([]);
  refused: Refused | null = $state.raw(null);
  hint: Hinted | null = $state.raw(null);
  chance: number | null = $state.raw(null); // to win this game, at our last decision
  waiting = $state(0); // how many of our frames are unanswered

  private socket: WebSocket | null = null;
  private outbox = new Map<string, Sent>();
  private weighing = ""; // the id of our question for the chance,
  private weighAgain = false; // which something has overtaken
  private version = "";
  private heard = 0;
  private tries = 0;
  private stopped = false;
  private heartbeat: ReturnType<typeof setInterval>;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private listeners = new Set<(frame: State) => void>();

  constructor(
    readonly address: string, // the table's code, or its watchers'
    private token: string | undefined,
  ) {
    this.heartbeat = setInterval(() => this.beat(), PING_EVERY);
    addEventListener("online", this.hurry);
    addEventListener("offline", this.cut);
    document.addEventListener("visibilitychange", this.hurry);
    this.connect();
  }

  // --- What can be asked of a table

  play = (move: string) => this.send({ type: "play", move, after: this.seq });
  undo = () => this.send({ type: "undo", after: this.seq });
  askHint = () => this.send({ type: "ask" });
  /** One question at a time. It is not sent again: after a cut, the state asks for it anew. */
  askChance(): void {
    this.weighAgain = this.weighing !== "";
    if (this.weighAgain) return;
    this.weighing = newId();
    this.put({ type: "ask-chance", id: this.weighing });
  }

  start = () => this.send({ type: "start" });
  configure = (wanted: Omit<Configure, "type" | "id">) =>
    this.send({ type: "configure", ...wanted });
  leave = (seat?: number) =>
    this.send(seat === undefined ? { type: "leave" } : { type: "leave", seat });
  say = (phrase: Phrase) => this.send({ type: "say", phrase });
  write = (text: string) => this.send({ type: "say", text });

  /** Called with every state in order, before `state` changes: for what moves on the screen. */
  onState(listener: (frame: State) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    this.stopped = true;
    clearInterval(this.heartbeat);
    clearTimeout(this.retry);
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.cut);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
  }

  /** Go on as somebody else: a seat was taken, or given up. */
  become(token: string | undefined): void {
    this.token = token;
    this.socket?.close();
    this.connect();
  }

  // --- The socket

  private get seq(): number {
    return this.state?.seq ?? 0;
  }

  private send(frame: Unsent): void {
    const id = newId();
    const whole = { ...frame, id } as Sent;
    this.refused = null;
    this.outbox.set(id, whole);
    this.waiting = this.outbox.size;
    if (this.connection === "open") this.put(whole);
  }

  private put(frame: ClientFrame): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  private connect(): void {
    clearTimeout(this.retry);
    const secure = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${secure}://${location.host}/api/socket`);
    this.socket = socket;
    this.heard = Date.now();
    socket.onopen = () => {
      if (socket !== this.socket) return;
      const seen = this.seq;
      this.put({ type: "hello", table: this.address, token: this.token ?? null, seen });
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.socket) this.take(JSON.parse(event.data) as ServerFrame);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lost(event.code);
    };
  }

  private lost(code: number): void {
    this.socket = null;
    if (this.stopped) return;
    const final = FINAL[code];
    if (final) {
      this.connection = "ended";
      this.ended = final;
      return;
    }
    this.connection = this.table ? "lost" : "connecting";
    const wait = Math.min(RETRY_FIRST * 2 ** this.tries++, RETRY_MOST);
    this.retry = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
  }

  /** The line is dead, which a socket may notice only after minutes. */
  private cut = (): void => {
    const dead = this.socket;
    if (dead) this.lost(0);
    dead?.close();
  };

  private beat(): void {
    if (this.socket && Date.now() - this.heard > PONG_WITHIN) {
      this.cut();
    } else if (this.connection === "open") {
      this.put({ type: "ping" });
    }
  }

  /** The device woke up, or is on line again: don't wait for the next try. */
  private hurry = (): void => {
    if (document.hidden || this.connection !== "lost") return;
    this.tries = 0;
    if (!this.socket) this.connect();
  };

  // --- Frames

  private take(frame: ServerFrame): void {
    this.heard = Date.now();
    switch (frame.type) {
      case "welcome":
        // A server of another version came back: its page may speak otherwise than this one.
        if (this.version && this.version !== frame.version) location.reload();
        this.version = frame.version;
        this.connection = "open";
        this.tries = 0;
        this.weighing = "";
        this.you = frame.you;
        this.code = frame.code;
        this.watch = frame.watch;
        this.table = frame.table;
        for (const sent of this.outbox.values()) this.put(sent);
        break;
      case "table":
        this.table = frame.table;
        break;
      case "state":
        this.takeState(frame);
        break;
      case "done":
        this.answered(frame.id);
        break;
      case "hint":
        this.answered(frame.id);
        this.hint = frame;
        break;
      case "chance":
        this.chance = frame.chance;
        this.weighed();
        break;
      case "refused":
        if (frame.id && frame.id === this.weighing) return this.weighed(); // then there is none
        if (frame.id) this.answered(frame.id);
        this.refused = frame;
        break;
    }
  }

  private takeState(frame: State): void {
    const known = this.log.at(-1)?.seq ?? 0;
    const news = frame.happened.filter((happened) => happened.seq > known);
    if (news.length) this.log = [...this.log, ...news].slice(-LOG_KEPT);
    if (this.hint && this.hint.seq !== frame.seq) this.hint = null;
    if (frame.happened.some(({ kind }) => kind === "began")) this.chance = null;
    for (const listener of this.listeners) listener(frame);
    this.state = frame;
  }

  private weighed(): void {
    this.weighing = "";
    if (this.weighAgain && this.state?.legal.length) this.askChance();
  }

  private answered(id: string): void {
    this.outbox.delete(id);
    this.waiting = this.outbox.size;
  }
}
