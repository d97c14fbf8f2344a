import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

/** One text in the three encodings a client may accept. */
export type EncodedBody = Record<Encoding, Uint8Array<ArrayBuffer>>;

/** Smaller bodies, in bytes, are compressed in less time than handing them to another thread takes. */
const SYNC_BYTES = 64 * 1024;

/**
 * Compresses a body once for all clients, on the thread pool.
 * @param effort `best` (brotli 11) for responses sent many times, `quick` for those sent once.
 */
export async function encodeBody(
  body: string | Uint8Array,
  effort: "best" | "quick",
): Promise<EncodedBody> {
  const identity = typeof body === "string" ? Buffer.from(body) : Buffer.from(body);
  const [br, gz] = await Promise.all([
    compressBrotli(identity, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: effort === "best" ? 11 : 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.byteLength,
      },
    }),
    compressGzip(identity, { level: effort === "best" ? 9 : 5 }),
  ]);
  return { br: owned(br), gzip: owned(gz), identity: owned(identity) };
}

/** Compresses a body for one client, as fast as possible. */
export async function encodeOnce(
  body: Uint8Array,
  encoding: Exclude<Encoding, "identity">,
): Promise<Uint8Array<ArrayBuffer>> {
  const isSmall = body.byteLength < SYNC_BYTES;
  if (encoding === "gzip") {
    return owned(isSmall ? gzipSync(body, FAST_GZIP) : await compressGzip(body, FAST_GZIP));
  }
  return owned(
    isSmall ? brotliCompressSync(body, FAST_BROTLI) : await compressBrotli(body, FAST_BROTLI),
  );
}

const FAST_GZIP = { level: 1 };
const FAST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** The best encoding an `Accept-Encoding` header allows; at equal weight brotli, then gzip. */
export function chooseEncoding(header: string | null): Encoding {
  const weights = new Map<string, number>();
  for (const part of (header ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    if (name) weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const br = weightOf("br");
  const gz = weightOf("gzip");
  if (br > 0 && br >= gz) return "br";
  return gz > 0 ? "gzip" : "identity";
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A view whose type says that it is backed by an ArrayBuffer, as Response bodies require. */
function owned(bytes: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
