import type { UploadRecord } from "../blobs/blob-store.ts";
import type { ObjectAddress } from "../object-key.ts";
import type { SaveMode } from "../objects.ts";

type Metadata = UploadRecord["metadata"];

/** The object an upload becomes, as stored in the upload's metadata. */
export interface ObjectPlan {
  address: ObjectAddress;
  mode: SaveMode;
  mimetype: string;
  cacheControl: string;
  /** User id of the creator; empty for the secret key. */
  owner: string;
  /** Whether the path had a reservation in the drive. */
  reserved: boolean;
}

export function toMetadata(plan: ObjectPlan): Metadata {
  return {
    bucketName: plan.address.bucket,
    objectName: plan.address.key,
    contentType: plan.mimetype,
    cacheControl: plan.cacheControl,
    owner: plan.owner,
    upsert: String(plan.mode === "upsert"),
    reserved: String(plan.reserved),
  };
}

export function toPlan(metadata: Metadata): ObjectPlan {
  return {
    address: { bucket: metadata.bucketName ?? "", key: metadata.objectName ?? "" },
    mode: metadata.upsert === "true" ? "upsert" : "create",
    mimetype: metadata.contentType ?? "application/octet-stream",
    cacheControl: metadata.cacheControl ?? "no-cache",
    owner: metadata.owner ?? "",
    reserved: metadata.reserved === "true",
  };
}
