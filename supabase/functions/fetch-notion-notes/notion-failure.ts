import type { FailureReason } from "./contract.ts";

/** Notion could not be read. The message can be shown to the user. */
export class NotionFailure extends Error {
  override name = "NotionFailure";
  readonly reason: FailureReason;

  constructor(message: string, reason: FailureReason = "outage") {
    super(message);
    this.reason = reason;
  }
}

export const NO_ANSWER = "Notion did not answer in time.";
export const UNREACHABLE = "Notion could not be reached.";
export const UNREADABLE = "Notion's answer could not be read.";
export const TOO_MANY_REQUESTS = "Notion asks for fewer requests. Try again in a minute.";
export const TOO_MANY_NOTES = "The database holds more notes than Notion lists at once.";
