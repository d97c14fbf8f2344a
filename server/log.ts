/** One line per event, on standard output or standard error; no colour codes, so that it reads the same in a file. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  /** `cause` is printed with its stack: it is for whoever runs the server, never for a visitor. */
  error(message: string, cause?: unknown): void;
}

export const consoleLog: Log = {
  info: (message) => console.log(message),
  warn: (message) => console.warn(message),
  error: (message, cause) =>
    cause === undefined ? console.error(message) : console.error(message, cause),
};

/** Swallows everything; for tests that provoke errors on purpose. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
