import type { PictureSource } from "../../editor/picture-view.ts";
import type { NotePictures } from "./note-pictures.ts";

/**
 * The pictures of one user's notes. The code is loaded with the first picture, or some time after
 * the screen was shown, to upload pictures left by earlier visits.
 */
export function openNotePictures(userId: string) {
  let pictures: NotePictures | undefined;
  async function load(): Promise<NotePictures> {
    const loaded = await import("./note-pictures.ts");
    pictures ??= new loaded.NotePictures(userId);
    return pictures;
  }
  const sourceOf = (partOf: (all: NotePictures) => PictureSource): PictureSource => ({
    add: async (file) => partOf(await load()).add(file),
    open: async (...call) => partOf(await load()).open(...call),
    shown: (...call) => void load().then((all) => partOf(all).shown?.(...call)),
  });
  setTimeout(() => load().catch(() => {}), LEFT_MS);
  return Object.assign(
    sourceOf((all) => all),
    {
      attach: async (text: File, id: string) => (await load()).attach(text, id),
      /** Pictures for cards, which show thumbnails. */
      cards: sourceOf(({ cards }) => cards),
    },
  );
}

/** Milliseconds before pictures left by an earlier visit are uploaded. */
const LEFT_MS = 2_000;
