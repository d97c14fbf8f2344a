/** A file that cannot be imported, with the sentence to show. */
export class UnreadableFile extends Error {
  override name = "UnreadableFile";
}
