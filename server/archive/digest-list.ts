/** Lines joined into one buffer at a time. */
const BLOCK_LINES = 500;

/**
 * The digests of an archive's parts, in their order, as `sha256sum` writes them. A line for each
 * stored file has to be kept until the end; bytes take half the memory of a string.
 */
export class DigestList {
  readonly #blocks: Buffer[] = [];
  #lines: string[] = [];

  /** @param digest SHA-256 in hexadecimal digits. */
  add(name: string, digest: string): void {
    this.#lines.push(`${digest}  ${name}\n`);
    if (this.#lines.length === BLOCK_LINES) this.#flush();
  }

  bytes(): Buffer {
    this.#flush();
    return Buffer.concat(this.#blocks);
  }

  #flush(): void {
    if (this.#lines.length === 0) return;
    this.#blocks.push(Buffer.from(this.#lines.join("")));
    this.#lines = [];
  }
}

/** Digests by the names of their parts. */
export function readDigests(lines: Buffer): Map<string, string> {
  const digests = new Map<string, string>();
  for (const line of lines.toString("utf8").split("\n")) {
    const [digest = "", name] = line.split("  ");
    if (name !== undefined) digests.set(name, digest);
  }
  return digests;
}
