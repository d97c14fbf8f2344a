import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp, { type Region } from "sharp";
import { describe, expect, it } from "vitest";
import { LOOK_NAMES } from "../../shared/looks.ts";
import { renderShareCard } from "./share-card.ts";

const portrait = readFileSync(
  fileURLToPath(new URL("../../public/sample/profile-640.webp", import.meta.url)),
);
const owner = { name: "Ines Valloran", tagline: "I build quick software.", location: "Trieste" };
const ground = [11, 17, 24];
const nameless = await renderShareCard({ name: "", tagline: owner.tagline });
const withoutPortrait = await renderShareCard(owner);

describe("the share card", () => {
  it("the share card is a 1200×630 PNG small enough for every link preview", async () => {
    const card = await renderShareCard({ ...owner, portrait });
    expect([...card.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    expect(await sharp(card).metadata()).toMatchObject({ width: 1200, height: 630 });
    expect(card.length).toBeLessThan(300_000);
  });

  it("the share card draws name, tagline, location and portrait", async () => {
    const whole = await renderShareCard({ ...owner, portrait });
    for (const missing of ["name", "tagline", "location", "portrait"]) {
      const card = await renderShareCard({ ...owner, portrait, [missing]: "" });
      expect(card.equals(whole), missing).toBe(false);
    }
  });

  it("the share card has the owner's accent color", async () => {
    const region = { left: 0, top: 0, width: 760, height: 630 };
    const colors = async (accent?: string) =>
      (
        await colorsIn(
          await renderShareCard({ ...owner, portrait, accent: accent ?? null }),
          region,
        )
      )
        .map((color) => color.join())
        .filter((color) => ["34,211,238", "255,107,53"].includes(color));
    expect(await colors()).toEqual(["34,211,238"]);
    expect(await colors("#ff6b35")).toEqual(["255,107,53"]);
  });

  it("the share card has the typefaces of the look", async () => {
    for (const name of [owner.name, "Иван"]) {
      const cards = LOOK_NAMES.map((look) => renderShareCard({ ...owner, name, look }));
      const [first, ...others] = (await Promise.all(cards)).map((card) => card.toString("base64"));
      expect(new Set(others).size).toBe(2);
      expect(first).toBe((await renderShareCard({ ...owner, name })).toString("base64"));
      expect(others).not.toContain(first);
    }
  });

  it.each([
    [
      "words",
      "Maximiliana Konstantinopoulou-Weatherstone von Hohenfels und zu Altenburg ".repeat(20),
    ],
    ["one word", "W".repeat(5000)],
    ["a name that just keeps the largest size", "Iiiii Jjjjj Lllll"],
    ["wide letters at the largest size", "WWWWW WWWW WWWWW"],
  ])("the share card keeps its margins with long text (%s)", async (_, text) => {
    const long = { name: text, tagline: text, location: text };
    const bare = await renderShareCard(long);
    expect(await colorsIn(bare, { left: 1080, top: 0, width: 120, height: 630 })).toEqual([ground]);
    const withPortrait = await renderShareCard({ ...long, portrait });
    const gutter = { left: 714, top: 0, width: 40, height: 630 };
    expect(await colorsIn(withPortrait, gutter)).toEqual([ground]);
    for (const top of [0, 610]) {
      const edge = { left: 0, top, width: 750, height: 20 };
      expect(await colorsIn(withPortrait, edge)).toEqual([ground]);
    }
  });

  it.each([
    ["emoji", "😀👩‍👩‍👧🏳️‍🌈"],
    ["a script without a font", "ஆதி ᚠᚢᚦ"],
    ["unassigned characters", "\u0378\u{e0080}"],
    ["control and format characters", "\u0000\u0007\u202e\u200d\ufeff\n\t"],
    ["a lone surrogate", "\ud800"],
    ["bare punctuation", "— … !"],
  ])("the share card omits what it cannot render: %s", async (_, text) => {
    const card = await renderShareCard({ name: text, tagline: owner.tagline });
    expect(card.equals(nameless)).toBe(true);
    const mixed = await renderShareCard({ ...owner, name: `${text} ${owner.name}` });
    expect(mixed.length).toBeGreaterThan(nameless.length);
  });

  it.each(["Łukasz Žižek", "Иван Петров", "Ελένη", "Nguyễn Thị Ánh"])(
    "the share card draws %s",
    async (name) => {
      const card = await renderShareCard({ name, tagline: owner.tagline });
      expect(card.equals(nameless)).toBe(false);
    },
  );

  it.each([
    ["Japanese", "山田", "ゆう"],
    ["Chinese", "张伟", "陳玲"],
    ["Korean", "김철수", "박영희"],
    ["Arabic", "ليلى", "عمر"],
    ["Persian", "سارا", "پژمان"],
    ["Hebrew", "נועה", "כהן"],
    ["Devanagari", "प्रिया", "अमित"],
    ["Thai", "สมชาย", "ที่รัก"],
    ["Cyrillic", "Иван", "Ґала"],
    ["Greek", "Ελένη", "Παύλος"],
  ])("the share card draws names in %s", async (_, one, other) => {
    const accent = "#0b1118";
    const [first, second] = await Promise.all(
      [one, other].map(async (name) => inkOf(await renderShareCard({ name, tagline: "", accent }))),
    );
    expect(first?.pixels).toBeGreaterThan(500);
    expect(second?.pixels).toBeGreaterThan(500);
    // Boxes for missing characters would be alike.
    expect(first).not.toEqual(second);
  });

  it.each(["ஆதி", "😀", "\u0378"])(
    "the share card has the host instead of a name without any character that it can draw: %s",
    async (name) => {
      const card = await renderShareCard({ ...owner, name, host: "ines.example" });
      expect(card.equals(await renderShareCard({ ...owner, name: "ines.example" }))).toBe(true);
    },
  );

  it("the share card of a name in a right-to-left script begins at the right", async () => {
    const card = await renderShareCard({ name: "سارا", tagline: "نرم‌افزار" });
    const left = { left: 0, top: 0, width: 600, height: 630 };
    expect(await colorsIn(card, left)).toEqual([ground]);
  });

  it("the share card renders markup as literal text", async () => {
    const plain = await renderShareCard({ ...owner, name: "Zoë" });
    const markup = await renderShareCard({ ...owner, name: "<b>Zoë</b>" });
    expect(markup.equals(plain)).toBe(false);
    const image = `<img src="file:///etc/passwd"><svg onload=alert(1)> & &amp; "'`;
    const card = await renderShareCard({ name: image, tagline: image, location: image });
    expect(await sharp(card).metadata()).toMatchObject({ width: 1200, height: 630 });
  });

  it.each([
    ["no picture at all", Buffer.from("not a picture")],
    ["nothing", Buffer.alloc(0)],
    ["half a picture's header", portrait.subarray(0, 20)],
    [
      "an SVG, which could refer to other files",
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="red"/></svg>',
      ),
    ],
  ])("the share card is rendered without a portrait that is %s", async (_, bytes) => {
    const card = await renderShareCard({ ...owner, portrait: bytes });
    expect(card.equals(withoutPortrait)).toBe(true);
  });
});

/** The distinct colors of a region, as [red, green, blue]. */
async function colorsIn(card: Buffer, region: Region): Promise<number[][]> {
  const { data, info } = await sharp(card)
    .extract(region)
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const seen = new Map<number, number[]>();
  for (let i = 0; i < data.length; i += info.channels) {
    const color = data.readUIntBE(i, 3);
    if (!seen.has(color)) seen.set(color, [...data.subarray(i, i + 3)]);
  }
  return [...seen.values()];
}

/** The bright pixels of a card, which are its letters: how many, and a hash of where. */
async function inkOf(card: Buffer) {
  const { data } = await sharp(card)
    .extractChannel("red")
    .threshold(128)
    .raw()
    .toBuffer({ resolveWithObject: true });
  let pixels = 0;
  for (const value of data) if (value > 0) pixels += 1;
  return { pixels, hash: createHash("sha256").update(data).digest("hex") };
}
