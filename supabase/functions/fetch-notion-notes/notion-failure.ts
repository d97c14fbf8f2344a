/** Notion could not be read. The message is fit for the person who waits for the notes. */
export class NotionFailure extends Error {
  override name = "NotionFailure";
}

export const NO_ANSWER = "Notion did not answer in time.";
export const UNREACHABLE = "Notion could not be reached.";
export const UNREADABLE = "Notion's answer could not be read.";
export const TOO_MANY_REQUESTS = "Notion asks for fewer requests. Try again in a minute.";
export const TOO_MANY_NOTES = "The database holds more notes than Notion lists at once.";
