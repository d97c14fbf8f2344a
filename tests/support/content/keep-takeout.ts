import { strToU8, type Zippable, zipSync } from "fflate";
import { seededNumbers } from "../../../src/lib/seeded.ts";

/**
 * A generated Google Takeout with Keep notes in a folder with a localized name, each with an HTML
 * file: plain and formatted texts and checklists, some with pictures, labels and colors, in all
 * states.
 * @param picture bytes of a picture, by its number.
 */
export function keepTakeout(
  { notes, pictures }: { notes: number; pictures: number },
  picture: (index: number) => Uint8Array,
): Uint8Array<ArrayBuffer> {
  const random = seededNumbers("keep takeout");
  const files: Zippable = {};
  for (let index = 0; index < pictures; index += 1) {
    files[`Takeout/Notizen/picture-${index}.jpg`] = [picture(index), { level: 0 }];
  }
  const every = pictures > 0 ? Math.floor(notes / pictures) : Number.POSITIVE_INFINITY;
  for (let index = 0; index < notes; index += 1) {
    const words = Array.from(
      { length: 10 + Math.floor(random() * 120) },
      () => WORDS[Math.floor(random() * WORDS.length)],
    );
    const lines = words.join(" ").match(/.{1,60}(?: |$)/g) ?? [];
    const usec = 1.4e15 + index * 3.6e9;
    const note = {
      color: COLORS[index % COLORS.length],
      isTrashed: index % 50 === 49,
      isPinned: index % 100 === 0,
      isArchived: index % 10 === 9,
      // Every fifth title is the same.
      title: index % 5 === 0 ? "Shopping" : `Note ${index}`,
      userEditedTimestampUsec: usec,
      createdTimestampUsec: usec - 1e9,
      labels: index % 4 === 0 ? [{ name: "Home" }, { name: `Year ${index % 7}` }] : [],
      ...(index % 3 === 0
        ? { listContent: lines.map((text, at) => ({ text, isChecked: at % 2 === 1 })) }
        : { textContent: lines.join("\n") }),
      ...(index % 3 === 1 && {
        textContentHtml: lines.map((line) => `<p><b>${line}</b><br></p>`).join(""),
      }),
      ...(index % every === 0 &&
        index / every < pictures && {
          attachments: [{ filePath: `picture-${index / every}.jpeg`, mimetype: "image/jpeg" }],
        }),
    };
    files[`Takeout/Notizen/${index}.json`] = strToU8(JSON.stringify(note));
    files[`Takeout/Notizen/${index}.html`] = strToU8(
      `<html><body>${lines.join("<br>")}</body></html>`,
    );
  }
  return zipSync(files, { level: 6 }) as Uint8Array<ArrayBuffer>;
}

const COLORS = [
  "DEFAULT",
  "RED",
  "ORANGE",
  "YELLOW",
  "GREEN",
  "TEAL",
  "BLUE",
  "CERULEAN",
  "PURPLE",
  "PINK",
  "BROWN",
  "GRAY",
];
const WORDS =
  "milk bread rent train ticket call mother garden seeds invoice draft chapter three of the kitchen light bulb socket before Friday see https://a.example/page again and again".split(
    " ",
  );
