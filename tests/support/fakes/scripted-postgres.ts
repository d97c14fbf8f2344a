import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** The server's reaction to a query, or to a new connection before its first query. */
export type Reply =
  | "answer"
  | "close"
  /** Refuses with this SQLSTATE and closes, like PostgreSQL during its start. */
  | { fatal: string }
  /** A result with one text column; `end` follows the rows. */
  | { rows: string[]; end: "answer" | "close" | { error: string } };

interface ScriptedPostgres {
  /** Connection URL with a user that has no password. */
  url: string;
  /** The received queries, each with the number of its connection, from 1. */
  received: string[];
  close(): Promise<void>;
}

/**
 * A server that speaks PostgreSQL's protocol and follows a script, to cut connections at moments
 * that a real server does not offer. Rows are only sent for queries of the simple protocol.
 * @param script receives `connect` or a query, and the number of the connection.
 */
export async function startScriptedPostgres(
  script: (query: string, connection: number) => Reply,
): Promise<ScriptedPostgres> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    const number = sockets.size;
    serve(socket, (query) => {
      received.push(`${number}: ${query}`);
      return script(query, number);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `postgresql://postgres@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`,
    received,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** One connection. The first message, with the user's name, has no type. */
function serve(socket: Socket, ask: (query: string) => Reply): void {
  let pending = Buffer.alloc(0);
  let isStarted = false;
  let inTransaction = false;
  let parsed: string | null = null;
  socket.on("data", (bytes) => {
    pending = Buffer.concat([pending, bytes]);
    for (;;) {
      const head = isStarted ? 1 : 0;
      if (pending.length < head + 4) return;
      const end = head + pending.readUInt32BE(head);
      if (pending.length < end) return;
      const type = isStarted ? String.fromCharCode(pending[0] ?? 0) : "startup";
      const body = pending.subarray(head + 4, end);
      pending = pending.subarray(end);
      isStarted = true;
      receive(type, body);
    }
  });

  function receive(type: string, body: Buffer): void {
    if (type === "startup") start();
    else if (type === "Q") perform(textAt(body, 0), []);
    else if (type === "P") parsed = textAt(body, body.indexOf(0) + 1);
    else if (type === "S" && parsed !== null) {
      perform(parsed, [message("1"), message("n"), message("2")]);
      parsed = null;
    }
  }

  function start(): void {
    const reply = ask("connect");
    if (reply === "close") socket.destroy();
    else if (reply === "answer") socket.write(Buffer.concat([message("R", int32(0)), ready()]));
    else if ("fatal" in reply) refuse(reply.fatal);
  }

  function perform(query: string, steps: Buffer[]): void {
    const reply = ask(query);
    if (reply === "close") socket.destroy();
    else if (reply === "answer") socket.write(Buffer.concat([...steps, complete(query)]));
    else if ("fatal" in reply) refuse(reply.fatal);
    else {
      socket.write(Buffer.concat([rowDescription, ...reply.rows.map(dataRow)]));
      if (reply.end === "close") socket.end();
      else if (reply.end === "answer") socket.write(complete(query));
      else socket.write(Buffer.concat([failure(reply.end.error), ready()]));
    }
  }

  function complete(query: string): Buffer {
    if (/^begin/.test(query)) inTransaction = true;
    if (/^(commit|rollback$)/.test(query)) inTransaction = false;
    return Buffer.concat([
      message("C", text(`${query.split(" ", 1)[0]?.toUpperCase()} 0`)),
      ready(),
    ]);
  }

  function refuse(code: string): void {
    socket.end(failure(code, "FATAL"));
  }

  function ready(): Buffer {
    return message("Z", Buffer.from(inTransaction ? "T" : "I"));
  }
}

function message(type: string, body: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function failure(code: string, severity = "ERROR"): Buffer {
  return message("E", text(`S${severity}\0V${severity}\0C${code}\0Mscripted\0`));
}

const rowDescription = message(
  "T",
  // Describes one column: table, number, type 25 (text), size, modifier and format.
  Buffer.concat([
    int16(1),
    text("value"),
    int32(0),
    int16(0),
    int32(25),
    int16(-1),
    int32(-1),
    int16(0),
  ]),
);

function dataRow(value: string): Buffer {
  return message(
    "D",
    Buffer.concat([int16(1), int32(Buffer.byteLength(value)), Buffer.from(value)]),
  );
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}

function textAt(body: Buffer, start: number): string {
  return body.toString("utf8", start, body.indexOf(0, start)).trim();
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
