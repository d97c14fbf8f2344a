/**
 * Bytes buffered for one object of a partial upload; more than the size of the browser's chunks.
 * @limit drive: an upload's bytes in memory before they are stored in a bucket
 */
const BUCKET_PIECE_BYTES = 8 * 1024 * 1024;

/** A stored piece of a partial upload; the key contains its position. */
export interface Piece extends PiecePlace {
  key: string;
  /** Size in bytes. */
  size: number;
}

export interface PiecePlace {
  offset: number;
  /** The fence of the request that wrote the piece. */
  fence: number;
  /** The fence of the preceding piece; 0 for the first one. */
  after: number;
}

/** The last segment of a piece's key. */
export function pieceName({ offset, fence, after }: PiecePlace): string {
  return [offset, fence, after].map((number) => String(number).padStart(15, "0")).join("-");
}

/** @returns null if the object is not a piece. */
export function readPiece(key: string, size: number): Piece | null {
  const match = /\/(\d{15})-(\d{15})-(\d{15})$/.exec(key);
  if (!match) return null;
  const [offset = 0, fence = 0, after = 0] = match.slice(1).map(Number);
  return { key, size, offset, fence, after };
}

/**
 * The pieces that make up an upload, in order: the last piece with the highest fence, and all
 * pieces that it continues. A server that lost its lock without noticing may still write; its
 * pieces are ignored, because no piece with a higher fence continues them.
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

/** Offset of the next piece. */
export function endOf(piece: Piece | undefined): number {
  return piece ? piece.offset + piece.size : 0;
}

export interface CutPiece {
  /** Valid until the next piece is requested, which reuses the buffer. */
  bytes: Uint8Array;
  isLast: boolean;
}

/**
 * Splits a source into pieces of equal size, except the last one; an empty source yields none. When
 * the source fails, the bytes received so far are yielded before the error. All pieces share a
 * buffer, because V8 collects buffers of this size late.
 */
export async function* cutIntoPieces(
  source: AsyncIterable<Uint8Array>,
  size = BUCKET_PIECE_BYTES,
): AsyncGenerator<CutPiece> {
  let buffer = Buffer.alloc(0);
  let length = 0;
  let failure: { error: unknown } | null = null;
  const arriving = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await arriving.next().catch((error: unknown) => {
        failure = { error };
        return { done: true, value: undefined } as const;
      });
      if (done) break;
      for (let start = 0; start < value.byteLength; ) {
        if (length === size) {
          yield { bytes: buffer, isLast: false };
          length = 0;
        }
        const part = value.subarray(start, start + size - length);
        buffer = grow(buffer, length, Math.min(size, length + part.byteLength), size);
        buffer.set(part, length);
        length += part.byteLength;
        start += part.byteLength;
      }
    }
    if (length > 0) yield { bytes: buffer.subarray(0, length), isLast: failure === null };
  } finally {
    await arriving.return?.();
  }
  if (failure) throw (failure as { error: unknown }).error;
}

/** Starts small, because short uploads need only a small buffer. */
function grow(buffer: Buffer<ArrayBuffer>, used: number, needed: number, most: number) {
  if (needed <= buffer.byteLength) return buffer;
  const larger = Buffer.allocUnsafeSlow(Math.min(most, Math.max(needed, buffer.byteLength * 2)));
  larger.set(buffer.subarray(0, used));
  return larger;
}
