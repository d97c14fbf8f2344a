import { openDeviceStore } from "../../lib/device-store.ts";
import { openUserStore } from "../shell/user-store.ts";

/** A picture that may not be in the drive yet. */
export interface UnsentPicture {
  /** Id of the file it becomes. */
  id: string;
  file: Blob;
  name: string;
  /** Path of an upload in progress, for resuming. */
  path?: string;
  resumeUrl?: string;
}

/**
 * One user's pictures until they are uploaded, stored on the device or, without storage, in this
 * tab. Like drafts, they survive the session.
 */
export function openUnsentPictures(userId: string) {
  const device = openUserStore(openDeviceStore("foyer-note-pictures", "pictures"), userId);
  const held = new Map<string, UnsentPicture>();
  return {
    async list(): Promise<UnsentPicture[]> {
      const stored = await device.values<UnsentPicture>("").catch(() => []);
      return [...new Map([...stored, ...held.values()].map((one) => [one.id, one])).values()];
    },
    async get(id: string): Promise<UnsentPicture | undefined> {
      return held.get(id) ?? (await device.get<UnsentPicture>(id).catch(() => undefined));
    },
    /** @returns whether it is stored on the device. */
    async save(picture: UnsentPicture): Promise<boolean> {
      try {
        await device.write([[picture.id, picture]], []);
        held.delete(picture.id);
        return true;
      } catch {
        held.set(picture.id, picture);
        return false;
      }
    },
    async remove(id: string): Promise<void> {
      held.delete(id);
      await device.write([], [id]).catch(() => {});
    },
    /** Whether a picture would be lost with this tab. */
    isHolding: () => held.size > 0,
  };
}
