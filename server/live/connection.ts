import type { WebSocket } from "ws";
import { liveTopic } from "../../shared/api-paths.ts";
import type { Caller } from "../auth/caller.ts";
import {
  type Frame,
  joinRequest,
  type ProtocolVersion,
  readFrame,
  tokenMessage,
  writeFrame,
} from "./protocol.ts";

/**
 * Maximum number of messages per connection in ten seconds; a browser sends one every 25.
 * @limit requests: messages of a live connection in ten seconds [messages]
 */
const MOST_MESSAGES = 30;
const MESSAGES_MS = 10_000;

/**
 * Maximum bytes buffered for a slow reader.
 * @limit requests: unread announcements of a live connection
 */
const UNREAD_BYTES = 64 * 1024;

/**
 * Milliseconds without a message after which a connection is closed; browsers send one every 25 s.
 */
const SILENCE_MS = 60_000;

/** Maximum milliseconds before a connection must have joined. */
const JOIN_MS = 15_000;

/** WebSocket close codes. */
export const POLICY_VIOLATION = 1008;
export const SERVICE_RESTART = 1012;

export interface ConnectionDeps {
  version: ProtocolVersion;
  /**
   * The user with this access token.
   * @returns the reason as a text if the user may not join.
   */
  admit(token: string): Promise<Caller | string>;
  /**
   * Registers a joined connection.
   * @returns false if there are too many.
   */
  enter(topic: string, connection: LiveConnection): boolean;
  leave(topic: string, connection: LiveConnection): void;
}

/** Serves one private channel per connection, which only sends to the browser. */
export class LiveConnection {
  readonly #socket: WebSocket;
  readonly #deps: ConnectionDeps;
  readonly #openedAt = Date.now();
  #heardAt = Date.now();
  #windowFrom = 0;
  #messages = 0;
  #joined: { topic: string; caller: Caller } | null = null;

  constructor(socket: WebSocket, deps: ConnectionDeps) {
    this.#socket = socket;
    this.#deps = deps;
    socket.on("message", (data, isBinary) => {
      if (socket.readyState === socket.OPEN) void this.#receive(isBinary ? "" : String(data));
    });
    // An invalid message closes the connection and needs no report.
    socket.on("error", () => {});
    socket.on("close", () => this.#leave());
  }

  get isJoined(): boolean {
    return this.#joined !== null;
  }

  announce(message: unknown): void {
    if (!this.#joined) return;
    const payload = { type: "broadcast", event: "change", payload: message };
    const topic = `${PREFIX}${this.#joined.topic}`;
    this.#send({ topic, event: "broadcast", payload });
  }

  /** Closes the connection if it is silent, has not joined in time, or its session has ended. */
  async check(): Promise<void> {
    const now = Date.now();
    if (now - this.#heardAt > SILENCE_MS || (!this.#joined && now - this.#openedAt > JOIN_MS)) {
      return this.#socket.terminate();
    }
    const token = this.#joined?.caller.token;
    if (!token) return;
    // Without the database, the session cannot be checked.
    const found = await this.#deps.admit(token).catch(() => null);
    // Another token may have arrived in the meantime.
    if (typeof found === "string" && this.#joined?.caller.token === token) this.close();
  }

  close(code = POLICY_VIOLATION): void {
    this.#leave();
    this.#socket.close(code);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  async #receive(text: string): Promise<void> {
    this.#heardAt = Date.now();
    if (this.#heardAt - this.#windowFrom > MESSAGES_MS) {
      this.#windowFrom = this.#heardAt;
      this.#messages = 0;
    }
    this.#messages += 1;
    const frame = readFrame(text, this.#deps.version);
    if (!frame || this.#messages > MOST_MESSAGES) return this.#socket.terminate();
    try {
      await this.#answer(frame);
    } catch {
      this.#reply(frame, "error", { reason: "The server could not check the token." });
    }
  }

  async #answer(frame: Frame): Promise<void> {
    const { event, topic } = frame;
    if (event === "heartbeat" && topic === "phoenix") return this.#reply(frame, "ok");
    if (event === "phx_join") return this.#join(frame);
    if (!this.#joined || topic !== `${PREFIX}${this.#joined.topic}`) {
      return this.#reply(frame, "error", { reason: "unmatched topic" });
    }
    if (event === "access_token") return this.#renew(frame);
    if (event === "phx_leave") {
      this.#leave();
      return this.#reply(frame, "ok");
    }
    this.#reply(frame, "error", { reason: "This channel only receives announcements." });
  }

  async #join(frame: Frame): Promise<void> {
    const refuse = (reason: string) => this.#reply(frame, "error", { reason });
    const asked = joinRequest.safeParse(frame.payload).data;
    if (!asked) return refuse("The join could not be read.");
    const { private: isPrivate, presence, postgres_changes = [] } = asked.config;
    if (!isPrivate) return refuse("Only private channels are served.");
    if (presence?.enabled || postgres_changes.length > 0) {
      return refuse("Presence and postgres_changes are not served.");
    }
    const caller = await this.#deps.admit(asked.access_token ?? "");
    if (typeof caller === "string") return refuse(caller);
    const topic = liveTopic(caller.userId);
    if (frame.topic !== `${PREFIX}${topic}`) {
      return refuse("Unauthorized: this channel belongs to another user.");
    }
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#leave();
    if (!this.#deps.enter(topic, this)) {
      refuse("Too many connections of this user.");
      return this.close();
    }
    this.#joined = { topic, caller };
    this.#reply(frame, "ok", { postgres_changes: [] });
  }

  async #renew(frame: Frame): Promise<void> {
    const token = tokenMessage.safeParse(frame.payload).data?.access_token;
    const caller = await this.#deps.admit(token ?? "");
    if (!this.#joined) return;
    if (typeof caller === "string" || caller.userId !== this.#joined.caller.userId) this.close();
    else this.#joined.caller = caller;
  }

  #leave(): void {
    if (this.#joined) this.#deps.leave(this.#joined.topic, this);
    this.#joined = null;
  }

  #reply(frame: Frame, status: "ok" | "error", response: object = {}): void {
    this.#send({ ...frame, event: "phx_reply", payload: { status, response } });
  }

  #send(frame: Frame): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > UNREAD_BYTES) this.#socket.terminate();
    else this.#socket.send(writeFrame(frame, this.#deps.version));
  }
}

/** Prefix that realtime-js puts before every topic. */
const PREFIX = "realtime:";
