import { decodeZipNames, type ZipName } from "./zip-names.ts";

/** A file in a zip according to its directory. */
export interface ZipEntry {
  name: string;
  /** Unpacked bytes, according to the directory. */
  size: number;
  isFolder: boolean;
  /** In the time zone of the computer that wrote the zip, which zips do not record. */
  lastModified: Date;
  /** Location and format of the contents; for `readZipEntry`. */
  packed: { at: number; size: number; method: number; isEncrypted: boolean; checksum: number };
}

/** Reads bytes from the first position up to, but excluding, the second. */
export type ReadBytes = (from: number, to: number) => Promise<Uint8Array>;

/**
 * Lists the entries of a zip from the directory at its end, without reading contents. Supports
 * ZIP64.
 * @param size bytes of the file.
 * @throws when the file is not a zip, or its directory is incomplete or larger than 8 MiB.
 * @see PKWARE's APPNOTE.TXT 6.3.10, sections 4.3.12 to 4.3.16
 */
export async function readZipDirectory(size: number, read: ReadBytes): Promise<ZipEntry[]> {
  // The last record is followed by a comment of at most 65,535 bytes.
  const tailAt = Math.max(0, size - LAST_RECORD - 0xffff - ZIP64_PLACE);
  const tail = await read(tailAt, size);
  const last = findLastRecord(tail);
  if (last < 0) throw new Error(NO_ZIP);
  const end = viewOf(tail, last);
  let length = end.getUint32(12, true);
  let from = end.getUint32(16, true);
  const count = end.getUint16(10, true);
  const hasZip64 =
    last >= ZIP64_PLACE && signatureAt(tail, last - ZIP64_PLACE) === ZIP64_PLACE_SIGN;
  if (hasZip64 && (from === MAX32 || length === MAX32)) {
    const at = number64(viewOf(tail, last - ZIP64_PLACE), 8);
    const record = viewOf(await read(at, at + ZIP64_RECORD), 0);
    if (record.byteLength < ZIP64_RECORD) throw new Error(NO_ZIP);
    length = number64(record, 40);
    from = number64(record, 48);
  }
  if (length > MOST_DIRECTORY) throw new Error("Its table of contents is too large to be shown.");
  const isInTail = from >= tailAt && from + length <= size;
  const directory = isInTail
    ? tail.subarray(from - tailAt, from - tailAt + length)
    : await read(from, from + length);
  const entries = entriesOf(directory);
  // With ZIP64, and from some writers without it, these are the last 16 bits of the number.
  if ((entries.length & MAX16) !== count && count !== MAX16) throw new Error(CUT_DIRECTORY);
  return entries;
}

function findLastRecord(tail: Uint8Array): number {
  for (let at = tail.length - LAST_RECORD; at >= 0; at -= 1) {
    if (signatureAt(tail, at) === LAST_RECORD_SIGN) return at;
  }
  return -1;
}

function entriesOf(directory: Uint8Array): ZipEntry[] {
  const entries: (Omit<ZipEntry, "name" | "isFolder"> & { name: ZipName })[] = [];
  for (let at = 0; at + ENTRY <= directory.length && signatureAt(directory, at) === ENTRY_SIGN; ) {
    const entry = viewOf(directory, at);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) =>
      entry.getUint16(place, true),
    ) as [number, number, number];
    const extraAt = at + ENTRY + nameLength;
    const extra = directory.subarray(extraAt, extraAt + extraLength);
    const zip64 = viewOf(fieldOf(extra, ZIP64_FIELD), 0);
    let read64 = 0;
    const [size, packedSize, headerAt] = [24, 20, 42].map((place) => {
      const number = entry.getUint32(place, true);
      if (number !== MAX32 || read64 + 8 > zip64.byteLength) return number;
      read64 += 8;
      return number64(zip64, read64 - 8);
    }) as [number, number, number];
    entries.push({
      name: nameOf(directory.subarray(at + ENTRY, extraAt), extra, entry),
      size,
      lastModified: dateOf(entry.getUint16(14, true), entry.getUint16(12, true)),
      packed: {
        at: headerAt,
        size: packedSize,
        method: entry.getUint16(10, true),
        isEncrypted: (entry.getUint16(8, true) & 1) === 1,
        checksum: entry.getUint32(16, true),
      },
    });
    at = extraAt + extraLength + commentLength;
  }
  if (entries.length === 0 && directory.length > 0) throw new Error(NO_ZIP);
  const names = decodeZipNames(entries.map(({ name }) => name));
  return entries.map((entry, index) => {
    const name = names[index] ?? "";
    return { ...entry, name, isFolder: name.endsWith("/") };
  });
}

/**
 * The name in the Unicode field, after a version and a checksum of the entry's own name; otherwise
 * the latter, which also counts if a program has changed it alone.
 */
function nameOf(bytes: Uint8Array, extra: Uint8Array, entry: DataView): ZipName {
  const field = fieldOf(extra, UNICODE_NAME_FIELD);
  const isDos = DOS_SYSTEMS.has(entry.getUint8(5));
  if (field.length > 5 && viewOf(field, 1).getUint32(0, true) === crc32(bytes)) {
    return { bytes: field.subarray(5), isUnicode: true, isDos };
  }
  return { bytes, isUnicode: (entry.getUint16(8, true) & UTF8_FLAG) !== 0, isDos };
}

/** The content of an extra field; empty if missing. */
function fieldOf(extra: Uint8Array, id: number): Uint8Array {
  for (let at = 0; at + 4 <= extra.length; ) {
    const field = viewOf(extra, at);
    const length = field.getUint16(2, true);
    if (field.getUint16(0, true) === id) return extra.subarray(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return new Uint8Array();
}

/** Converts an MS-DOS date and time. */
function dateOf(day: number, time: number): Date {
  const [hours, minutes, seconds] = [time >> 11, (time >> 5) & 63, (time & 31) * 2];
  return new Date(1980 + (day >> 9), ((day >> 5) & 15) - 1, day & 31, hours, minutes, seconds);
}

/**
 * Unpacks an entry. Callers check its size first, because as much memory is used.
 * @throws when the entry is damaged, encrypted, packed by a rare method, or larger than the
 * directory says.
 */
export async function readZipEntry(
  { size, packed }: ZipEntry,
  read: ReadBytes,
): Promise<Uint8Array<ArrayBuffer>> {
  // This range usually covers the whole entry, whose name and fields have unknown lengths.
  const begin = await read(packed.at, packed.at + LOCAL_HEADER + SHORT_FIELDS + packed.size);
  const header = viewOf(begin, 0);
  if (packed.isEncrypted) throw new Error("This file in the zip is encrypted.");
  if (packed.method !== STORED && packed.method !== DEFLATED) throw new Error(RARE_METHOD);
  if (header.byteLength < LOCAL_HEADER || header.getUint32(0, true) !== LOCAL_SIGN) {
    throw new Error(NO_ENTRY);
  }
  const from = LOCAL_HEADER + header.getUint16(26, true) + header.getUint16(28, true);
  const end = from + packed.size;
  const content =
    end <= begin.length ? begin.subarray(from, end) : await read(packed.at + from, packed.at + end);
  const bytes = new Blob([content as Uint8Array<ArrayBuffer>]);
  const whole = new Uint8Array(size);
  let filled = 0;
  const stream =
    packed.method === STORED
      ? bytes.stream()
      : bytes.stream().pipeThrough(new DecompressionStream("deflate-raw"));
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read().catch(() => {
      throw new Error(NO_ENTRY);
    });
    if (done) break;
    if (filled + value.length > size) {
      void reader.cancel();
      throw new Error(NO_ENTRY);
    }
    whole.set(value, filled);
    filled += value.length;
  }
  if (filled < size || crc32(whole) !== packed.checksum) throw new Error(NO_ENTRY);
  return whole;
}

/** The CRC-32 of ISO 3309, byte by byte. */
function crc32(bytes: Uint8Array): number {
  let crc = MAX32;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

const viewOf = (bytes: Uint8Array, at: number) =>
  new DataView(bytes.buffer, bytes.byteOffset + at, bytes.byteLength - at);
const signatureAt = (bytes: Uint8Array, at: number) => viewOf(bytes, at).getUint32(0, true);
const number64 = (view: DataView, at: number) => Number(view.getBigUint64(at, true));

const NO_ENTRY = "This file in the zip is damaged.";
const RARE_METHOD = "This file in the zip is packed by a method that cannot be read here.";
const CUT_DIRECTORY = "The table of contents of this zip is incomplete.";
const NO_ZIP = "This is not a readable zip file.";
const MAX16 = 0xffff;
const MAX32 = 0xffffffff;
const MOST_DIRECTORY = 8 * 1024 * 1024;

// Record lengths in bytes, without names and comments, and the records' signatures.
const LAST_RECORD = 22;
const LAST_RECORD_SIGN = 0x06054b50;
const ZIP64_PLACE = 20;
const ZIP64_PLACE_SIGN = 0x07064b50;
const ZIP64_RECORD = 56;
const ZIP64_FIELD = 1;
const UNICODE_NAME_FIELD = 0x7075;
const UTF8_FLAG = 1 << 11;
/** Systems that store names in a DOS code page: FAT, OS/2 and NTFS. */
const DOS_SYSTEMS = new Set([0, 6, 11]);
const ENTRY = 46;
const ENTRY_SIGN = 0x02014b50;
const LOCAL_HEADER = 30;
const LOCAL_SIGN = 0x04034b50;

/** Bytes that usually suffice for a name and other fields. */
const SHORT_FIELDS = 1024;

const STORED = 0;
const DEFLATED = 8;
