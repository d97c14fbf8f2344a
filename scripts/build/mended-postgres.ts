import type { Plugin } from "vite";

type Mend = readonly [was: string, is: string];

/**
 * Lets the server outlive its database. postgres.js 3.4.9 goes on with a transaction whose connection
 * was closed under it: it writes to a socket that is gone, an error nobody can catch, or rolls back
 * whatever the connection does next; and nobody hears of a connection lost while it asks for types.
 * So a database that crashed at work took the server with it.
 * @throws while building, when postgres.js is another version than the one this is about.
 */
export function mendPostgres(): Plugin {
  return {
    name: "mend-postgres",
    transform(code, id) {
      const file = /\/node_modules\/postgres\/src\/(\w+)\.js$/.exec(id)?.[1];
      return (mends[file ?? ""] ?? []).reduce((text, [was, is]) => {
        if (!text.includes(was)) throw new Error(`${id} is not as scripts/build expects it.`);
        return text.replace(was, is);
      }, code);
    },
  };
}

const mends: Record<string, readonly Mend[]> = {
  connection: [
    ["return fetchArrayTypes()", "return fetchArrayTypes().catch(() => {})"],
    ["    socket = null\n\n", "    socket = null\n    chunk = nextWriteTimer = null\n\n"],
    [
      "    if (q.cancelled)\n      return\n",
      "    if (q.cancelled)\n      return\n\n    if (socket === null)\n      return (queryError(q, Errors.connection('CONNECTION_CLOSED', options)), true)\n",
    ],
  ],
  index: [
    [
      "    c.reserved.release = true\n",
      "    c.reserved.release = true\n    const own = c.reserved\n",
    ],
    [
      "      c.reserved = null\n      onopen(c)\n",
      "      if (c.reserved !== own)\n        return\n      c.reserved = null\n      onopen(c)\n",
    ],
    [
      "      c.queue === full\n        ? queue.push(q)",
      "      c.reserved !== own\n        ? q.reject(Errors.connection('CONNECTION_CLOSED', options))\n        : c.queue === full\n        ? queue.push(q)",
    ],
    ["    let savepoints = 0\n", "    let savepoints = 0\n      , gone\n"],
    [
      "new Promise((_, reject) => connection.onclose = reject)",
      "new Promise((_, reject) => connection.onclose = e => { gone = e; reject(e) })",
    ],
    [
      "uncaughtError || (uncaughtError = e))\n        c.queue",
      "uncaughtError || (uncaughtError = e))\n        if (gone)\n          return q.reject(gone)\n        c.queue",
    ],
  ],
};
