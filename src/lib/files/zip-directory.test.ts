import { downloadZip } from "client-zip";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { type ReadBytes, readZipDirectory, readZipEntry } from "./zip-directory.ts";

/** A reader of these bytes that records the requested ranges. */
function reading(bytes: Uint8Array) {
  const asked: number[] = [];
  const read: ReadBytes = async (from, to) => {
    asked.push(to - from);
    return bytes.slice(from, to);
  };
  return { entries: () => readZipDirectory(bytes.length, read), asked };
}

/** Replaces the one-letter name of an entry with other bytes, without the UTF-8 flag. */
function replaceName(zip: Uint8Array, letter: string, name: Uint8Array, system: number): void {
  const written = Buffer.from(zip.buffer);
  for (let at = 0; at + 46 < zip.length; at += 1) {
    const isEntry = written.readUInt32LE(at) === 0x02014b50;
    if (
      !isEntry ||
      written.toString("latin1", at + 46, at + 46 + name.length) !== letter.repeat(name.length)
    )
      continue;
    written.writeUInt16LE(system, at + 4);
    written.writeUInt16LE(0, at + 8);
    zip.set(name, at + 46);
  }
}

/** The CRC-32 of a text, in the bytes of a zip. */
function checksumOf(text: string): Uint8Array {
  return zipSync({ a: [new TextEncoder().encode(text), { level: 0 }] }).slice(14, 18);
}

const zipOf = async (files: { name: string; input: string }[]) =>
  new Uint8Array(await downloadZip(files).arrayBuffer());

describe("the directory of a zip", () => {
  it("the directory of a zip names files and folders, as fflate writes them", async () => {
    const zip = zipSync({
      "a.txt": new Uint8Array(10),
      folder: { "ü 日本.txt": new Uint8Array(3) },
      "empty/": new Uint8Array(0),
    });
    expect(await reading(zip).entries()).toMatchObject([
      { name: "a.txt", size: 10, isFolder: false },
      { name: "folder/", size: 0, isFolder: true },
      { name: "folder/ü 日本.txt", size: 3, isFolder: false },
      { name: "empty/", size: 0, isFolder: true },
    ]);
  });

  it("the directory of a zip is read without the contents", async () => {
    const noise = Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 94);
    const input = String.fromCharCode(...noise.slice(0, 60_000).map((code) => code + 33));
    const files = Array.from({ length: 20 }, (_, index) => ({ name: `${index}.txt`, input }));
    const zip = await zipOf(files);
    const { entries, asked } = reading(zip);
    expect((await entries()).map(({ size }) => size)).toEqual(files.map(() => 60_000));
    expect(asked).toHaveLength(1);
    expect(asked[0]).toBeLessThan(70_000);
    expect(zip.length).toBeGreaterThan(1_000_000);
  });

  it("the directory of a zip may have more than 65,535 entries", async () => {
    const files = Array.from({ length: 66_000 }, (_, index) => ({ name: `${index}`, input: "x" }));
    const entries = await reading(await zipOf(files)).entries();
    expect(entries).toHaveLength(66_000);
    expect(entries.at(-1)).toMatchObject({ name: "65999", size: 1, isFolder: false });
  });

  it("the directory of a zip may be empty, and followed by a comment", async () => {
    const zip = zipSync({ "a.txt": new Uint8Array(1) });
    const commented = new Uint8Array(zip.length + 300).fill(0x50);
    commented.set(zip);
    commented.set([300 & 255, 300 >> 8], zip.length - 2);
    expect(await reading(commented).entries()).toHaveLength(1);
    expect(await reading(zipSync({})).entries()).toEqual([]);
  });

  it("the directory of a zip has the sizes of files over 4 GB", async () => {
    const zip = zipSync({ "big.bin": new Uint8Array(5) }, { extra: { 1: new Uint8Array(16) } });
    const at = zip.length - 22 - 46 - "big.bin".length - 20;
    const view = new DataView(zip.buffer);
    expect(view.getUint32(at, true)).toBe(0x02014b50);
    view.setUint32(at + 24, 0xffffffff, true);
    view.setBigUint64(at + 46 + "big.bin".length + 4, 5_000_000_000n, true);
    expect(await reading(zip).entries()).toMatchObject([
      { name: "big.bin", size: 5_000_000_000, isFolder: false },
    ]);
  });

  it.each([
    [
      "code page 850, from Windows",
      0x0014,
      ["9a62756e672e747874", "5374726184e1656e2f94", "4bb76e67"],
      ["Übung.txt", "Straäßen/ö", "KÀng"],
    ],
    [
      "code page 850, with every other letter in ASCII",
      0x0014,
      ["906c8a76652e747874", "90748273"],
      ["Élève.txt", "Étés"],
    ],
    ["windows-1252, from Unix", 0x0314, ["dc62756e672e747874"], ["Übung.txt"]],
    [
      "UTF-8 without a flag and with separate accents, from a Mac",
      0x0315,
      ["55cc8862756e672e747874"],
      ["Übung.txt"],
    ],
    [
      "Shift_JIS, from Japanese Windows",
      0x0014,
      ["8e9197bf2f95f18d908f912e747874", "90568b4b"],
      ["資料/報告書.txt", "新規"],
    ],
    [
      "code page 866, from Russian Windows",
      0x0014,
      ["8fe0a8a2a5e22e747874", "84aeaae3aca5ade2eb"],
      ["Привет.txt", "Документы"],
    ],
    [
      "GBK, from Chinese Windows",
      0x0014,
      ["cec4bcfebccd2fb1a8b8e6cae92e747874"],
      ["文件纪/报告书.txt"],
    ],
  ])("the directory of a zip has names in %s", async (_what, system, hex, names) => {
    const raw = hex.map((name) => Buffer.from(name, "hex"));
    const entries = raw.map(({ length }, at) => [
      "abc".charAt(at).repeat(length),
      new Uint8Array(1),
    ]);
    const zip = zipSync(Object.fromEntries(entries));
    for (const [at, name] of raw.entries()) replaceName(zip, "abc".charAt(at), name, system);
    expect((await reading(zip).entries()).map(({ name }) => name)).toEqual(names);
  });

  it("the directory of a zip prefers the name of the Unicode field", async () => {
    const start = Buffer.from([1, ...checksumOf("__.txt")]);
    const field = { 28789: Buffer.concat([start, Buffer.from("日本.txt")]) };
    const zip = zipSync({
      "__.txt": [new Uint8Array(1), { extra: field }],
      "renamed.txt": [new Uint8Array(1), { extra: field }],
    });
    const names = (await reading(zip).entries()).map(({ name }) => name);
    expect(names).toEqual(["日本.txt", "renamed.txt"]);
  });

  it("the directory of a zip is refused when entries are missing from it", async () => {
    const zip = zipSync({ "a.txt": new Uint8Array(1), "b.txt": new Uint8Array(1) });
    const second = Buffer.from(zip.buffer).lastIndexOf("PK\x01\x02", "latin1");
    zip[second] = 0;
    await expect(reading(zip).entries()).rejects.toThrow("is incomplete");
  });

  it.each([
    ["nothing", new Uint8Array(0)],
    ["no zip", new TextEncoder().encode("PK this is only a text of some length")],
    ["a cut zip", zipSync({ "a.txt": new Uint8Array(1000) }).slice(0, 60)],
  ])("the directory of a zip is refused for %s", async (_what, bytes) => {
    await expect(reading(bytes).entries()).rejects.toThrow("not a readable zip file");
  });

  it("reading the directory of a zip fails only with a readable message, whatever bytes are changed", async () => {
    const zip = zipSync({ "a.txt": new Uint8Array(10), "b.txt": new Uint8Array(10) });
    for (let at = 0; at < zip.length; at += 1) {
      for (const value of [0, 1, 127, 255]) {
        const broken = zip.slice();
        broken[at] = value;
        const result = await reading(broken)
          .entries()
          .catch((error: Error) => error.message);
        if (typeof result === "string") expect(result).toMatch(/zip file|table of contents/);
      }
    }
  });
});

describe("an entry of a zip", () => {
  const text = "some text, again and again, ".repeat(1000);
  const unpack = async (zip: Uint8Array, change = {}) => {
    const { entries } = reading(zip);
    const [entry] = await entries();
    if (!entry) throw new Error("The zip is empty.");
    const read: ReadBytes = async (from, to) => zip.slice(from, to);
    const bytes = await readZipEntry({ ...entry, ...change }, read);
    return new TextDecoder().decode(bytes);
  };

  it("an entry of a zip is unpacked, whether it is packed or only stored", async () => {
    const bytes = new TextEncoder().encode(text);
    expect(await unpack(zipSync({ a: bytes }))).toBe(text);
    expect(await unpack(zipSync({ a: [bytes, { level: 0 }] }))).toBe(text);
    expect(await unpack(await zipOf([{ name: "a", input: text }]))).toBe(text);
    expect(await unpack(await zipOf([{ name: "a".repeat(3000), input: text }]))).toBe(text);
  });

  it("an entry of a zip is refused when it is larger or smaller than the directory says, or damaged", async () => {
    const zip = zipSync({ a: new TextEncoder().encode(text) });
    await expect(unpack(zip, { size: text.length - 1 })).rejects.toThrow("damaged");
    await expect(unpack(zip, { size: text.length + 1 })).rejects.toThrow("damaged");
    const at = { at: 7, size: 10, method: 8, isEncrypted: false, checksum: 0 };
    await expect(unpack(zip, { packed: at })).rejects.toThrow("is damaged");
    const rare = { packed: { ...at, method: 12 } };
    await expect(unpack(zip, rare)).rejects.toThrow("packed by a method");
    const encrypted = { packed: { ...at, isEncrypted: true } };
    await expect(unpack(zip, encrypted)).rejects.toThrow("is encrypted");
    await expect(unpack(zip.fill(7, 40, 60))).rejects.toThrow("is damaged");
  });

  it("an entry of a zip is refused when a byte of its content has changed", async () => {
    const zip = zipSync({ a: [new TextEncoder().encode(text), { level: 0 }] });
    zip[100] = 7;
    await expect(unpack(zip)).rejects.toThrow("is damaged");
  });
});
