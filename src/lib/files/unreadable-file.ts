/** A file that cannot be imported, with the message for the user. */
export class UnreadableFile extends Error {
  override name = "UnreadableFile";
}
