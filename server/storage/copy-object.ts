import type { Caller } from "../auth/caller.ts";
import { COPY_SECONDS } from "../limits/limits.ts";
import {
  commitObject,
  discardOnFailure,
  draftObject,
  type UploadContext,
} from "./commit-object.ts";
import type { ObjectAddress } from "./object-key.ts";
import { checkMaySave, getObject, type NewObject } from "./objects.ts";
import { hasReservation, reserveSpace } from "./reservations.ts";

/** Copies an object the caller may read to a key the caller may create. */
export async function copyObject(
  context: UploadContext,
  caller: Caller,
  from: ObjectAddress,
  to: ObjectAddress,
): Promise<{ id: string }> {
  const { sql, blobs } = context;
  const source = await getObject(sql, caller, from);
  const { metadata, user_metadata: userMetadata } = source;
  const copy: NewObject = { ...draftObject(to), metadata, userMetadata };
  const id = copy.version;
  return discardOnFailure(context, id, async () => {
    await checkMaySave(sql, caller, copy, "create");
    const reserved = await hasReservation(sql, to);
    const space = { id, owner: caller.userId, size: Number(metadata.size) };
    await reserveSpace(sql, to, space, COPY_SECONDS);
    await blobs.copy(source.version, id);
    return commitObject(context, caller, copy, "create", { id, reserved });
  });
}
