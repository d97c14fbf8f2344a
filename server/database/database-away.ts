/**
 * Whether the database cannot answer: it is unreachable, starting or stopping, or the connection
 * was lost. A write that failed this way may have been stored.
 */
export function isDatabaseAway(error: unknown): boolean {
  const { code, severity, syscall } = (error ?? {}) as Record<string, unknown>;
  if (typeof code !== "string") return false;
  // After a fatal error, PostgreSQL closes the connection.
  if (AWAY.test(code) || severity === "FATAL" || severity === "PANIC") return true;
  // The driver adds the query to most errors of its socket. A bucket's errors are wrapped.
  return SOCKET.test(code) && ("query" in (error as object) || SOCKET_CALLS.has(syscall));
}

/** Log message that replaces such an error, whose stack adds nothing. */
export const DATABASE_AWAY = "The database does not answer.";

/** The driver's codes, then PostgreSQL's for connections, shutdowns and too many clients. */
const AWAY = /^(CONNECTION_(CLOSED|DESTROYED|ENDED)|CONNECT_TIMEOUT|08...|57P0.|53300)$/;

/** ENOENT is the code of a missing Unix socket: files have other calls. */
const SOCKET = /^(ECONN|EPIPE$|ETIMEDOUT$|EHOST|ENET|ENOTFOUND$|EAI_AGAIN$|ENOENT$)/;
const SOCKET_CALLS = new Set<unknown>(["connect", "read", "write", "getaddrinfo"]);
