import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  chainPieces,
  cutIntoPieces,
  endOf,
  type Piece,
  pieceName,
  readPiece,
} from "./upload-pieces.ts";

const piece = (offset: number, size: number, fence: number, after: number): Piece => ({
  key: pieceName({ offset, fence, after }),
  offset,
  size,
  fence,
  after,
});

describe("chainPieces", () => {
  it("chainPieces leaves out pieces that a server wrote after it lost its lock", () => {
    const own = [piece(0, 6, 1, 0), piece(6, 5, 3, 1), piece(11, 6, 3, 3)];
    const late = [piece(6, 6, 1, 1), piece(12, 6, 1, 1), piece(0, 9, 2, 0)];
    expect(chainPieces([...late, ...own])).toEqual(own);
  });

  /**
   * Each writer continues the chain it finds, with a higher fence; some of its pieces arrive after
   * the next writer has listed them.
   */
  it("chainPieces contains every piece of the last writer, however late other writers' pieces arrive", () => {
    const writer = fc.record({
      sizes: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }),
      inTime: fc.nat({ max: 4 }),
    });
    fc.assert(
      fc.property(fc.array(writer, { minLength: 1, maxLength: 6 }), (writers) => {
        const stored: Piece[] = [];
        const late: Piece[] = [];
        let found: Piece[] = [];
        let written: Piece[] = [];
        writers.forEach(({ sizes, inTime }, index) => {
          found = chainPieces(stored);
          written = writeAfter(found, index + 1, sizes);
          stored.push(...written.slice(0, inTime), ...late.splice(0));
          late.push(...written.slice(inTime));
        });
        stored.push(...late);
        expect(chainPieces(stored)).toEqual([...found, ...written]);
      }),
    );
  });
});

function writeAfter(chain: readonly Piece[], fence: number, sizes: readonly number[]): Piece[] {
  const written: Piece[] = [];
  for (const size of sizes) {
    const last = written.at(-1) ?? chain.at(-1);
    written.push(piece(endOf(last), size, fence, last?.fence ?? 0));
  }
  return written;
}

describe("readPiece", () => {
  it("readPiece parses names of pieces and no other names", () => {
    const place = { offset: 6_291_456, fence: 12, after: 9 };
    const key = `site/uploads/x/${pieceName(place)}`;
    expect(readPiece(key, 7)).toEqual({ key, ...place, size: 7 });
    expect(readPiece("site/uploads/x/record", 7)).toBeNull();
  });
});

describe("cutIntoPieces", () => {
  it("cutIntoPieces returns the same bytes in pieces of one size", async () => {
    const chunks = fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(chunks, async (parts) => {
        const pieces: Uint8Array[] = [];
        const last: boolean[] = [];
        for await (const { bytes, isLast } of cutIntoPieces(arriving(parts), 7)) {
          pieces.push(Buffer.from(bytes));
          last.push(isLast);
        }
        expect(last).toEqual(last.map((_, index) => index === last.length - 1));
        expect(Buffer.concat(pieces)).toEqual(Buffer.concat(parts));
        for (const one of pieces.slice(0, -1)) expect(one.byteLength).toBe(7);
        expect(pieces.at(-1)?.byteLength).not.toBe(0);
      }),
    );
  });

  it("cutIntoPieces returns the received bytes before it reports an error", async () => {
    const pieces: string[] = [];
    const read = async () => {
      for await (const { bytes } of cutIntoPieces(failing(), 4)) pieces.push(String(bytes));
    };
    await expect(read()).rejects.toThrow("disconnected");
    expect(pieces).toEqual(["abcd", "ef"]);
  });
});

async function* arriving(parts: readonly Uint8Array[]) {
  yield* parts;
}

async function* failing() {
  yield Buffer.from("abcdef");
  throw new Error("disconnected");
}
