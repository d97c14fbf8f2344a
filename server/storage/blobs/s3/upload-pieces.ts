import { BUCKET_PIECE_BYTES } from "../../../limits/shared-state.ts";

/** A stored piece of a partial upload; its key says where it belongs. */
export interface Piece extends PiecePlace {
  key: string;
  /** Bytes. */
  size: number;
}

export interface PiecePlace {
  offset: number;
  /** The fence of the request that wrote it. */
  fence: number;
  /** The fence of the piece that it continues; 0 for the first one. */
  after: number;
}

/** The last part of a piece's key. */
export function pieceName({ offset, fence, after }: PiecePlace): string {
  return [offset, fence, after].map((number) => String(number).padStart(15, "0")).join("-");
}

/** @returns null for any other object. */
export function readPiece(key: string, size: number): Piece | null {
  const match = /\/(\d{15})-(\d{15})-(\d{15})$/.exec(key);
  if (!match) return null;
  const [offset = 0, fence = 0, after = 0] = match.slice(1).map(Number);
  return { key, size, offset, fence, after };
}

/**
 * The pieces that make up an upload, in order: the last one under the highest fence, and before each
 * the one that it continues. A server that lost its lock without noticing may still write; whenever
 * its pieces arrive, nothing under a higher fence continues them.
 */
export function chainPieces(pieces: readonly Piece[]): Piece[] {
  const chain: Piece[] = [];
  let piece = pieces.reduce<Piece | null>((last, one) => {
    const isLater = !last || one.fence > last.fence;
    return isLater || (one.fence === last.fence && one.offset > last.offset) ? one : last;
  }, null);
  while (piece) {
    chain.unshift(piece);
    const { offset, after } = piece;
    piece =
      pieces.find((one) => one.fence === after && endOf(one) === offset && one.size > 0) ?? null;
  }
  return chain;
}

/** Where the next piece begins. */
export function endOf(piece: Piece | undefined): number {
  return piece ? piece.offset + piece.size : 0;
}

/**
 * The bytes of a source in pieces of one size, the last one smaller. When the source fails, what
 * has arrived is a last piece before the error.
 */
export async function* cutIntoPieces(
  source: AsyncIterable<Uint8Array>,
  size = BUCKET_PIECE_BYTES,
): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  let failure: { error: unknown } | null = null;
  const take = () => {
    const piece = Buffer.concat(chunks);
    chunks = [];
    length = 0;
    return piece;
  };
  const arriving = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await arriving.next().catch((error: unknown) => {
        failure = { error };
        return { done: true, value: undefined } as const;
      });
      if (done) break;
      for (let start = 0; start < value.byteLength; ) {
        const part = value.subarray(start, start + size - length);
        chunks.push(part);
        length += part.byteLength;
        start += part.byteLength;
        if (length === size) yield take();
      }
    }
    if (length > 0) yield take();
  } finally {
    await arriving.return?.();
  }
  if (failure) throw (failure as { error: unknown }).error;
}
