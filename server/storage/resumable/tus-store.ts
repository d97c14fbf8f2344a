import type { Readable } from "node:stream";
import { DataStore, ERRORS, Upload } from "@tus/server";
import { UPLOAD_LIFETIME_MS } from "../../limits/limits.ts";
import type { PartialUploads } from "../blobs/blob-store.ts";
import { type Body, readBlocks } from "../upload-body.ts";
import type { UploadDigests } from "./upload-digests.ts";
import type { UploadLocks } from "./upload-locks.ts";

/** Adapts the partial uploads of a blob store to `@tus/server`. */
export class TusStore extends DataStore {
  readonly #uploads: PartialUploads;
  readonly #locks: Pick<UploadLocks, "find">;
  readonly #digests: Pick<UploadDigests, "measure">;
  readonly #call: () => { request: Request; body: Body };

  /** @param call the current request, whose body is read here instead of by the library. */
  constructor(
    uploads: PartialUploads,
    locks: Pick<UploadLocks, "find">,
    digests: Pick<UploadDigests, "measure">,
    call: () => { request: Request; body: Body },
  ) {
    super();
    this.#call = call;
    this.#uploads = uploads;
    this.#locks = locks;
    this.#digests = digests;
    this.extensions = ["creation", "creation-with-upload", "termination", "expiration"];
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size = 0, metadata = {} } = upload;
    await this.#uploads.create(id, { size, metadata });
    return upload;
  }

  /** `creation_date` is the time of the last byte, because the lifetime counts from it. */
  override async getUpload(id: string): Promise<Upload> {
    const found = await this.#uploads.find(id);
    if (!found) throw ERRORS.FILE_NOT_FOUND;
    const { size, metadata, offset, finished, modified } = found;
    if (offset === null) throw ERRORS.FILE_NO_LONGER_EXISTS;
    if (finished) return new Upload({ id, size, metadata, offset });
    const creation_date = new Date(modified).toISOString();
    return new Upload({ id, size, metadata, offset, creation_date });
  }

  /** The library passes bytes through four streams, which costs more than storing them. */
  override async write(_empty: Readable, id: string, offset: number): Promise<number> {
    const { request, body } = this.#call();
    const { fence, signal } = this.#locks.find(id) ?? {};
    const length = request.headers.get("content-length");
    const most = length ? Number(length) : ((await this.#uploads.find(id))?.size ?? 0) - offset;
    const measured = this.#digests.measure(id, offset, readBlocks(body, most, signal));
    const end = await this.#uploads.append(id, measured, offset, fence);
    if (end !== null) return end;
    // A client that missed the last response may finish again, without sending bytes.
    if ((await this.#uploads.find(id))?.finished) return offset;
    throw ERRORS.FILE_NO_LONGER_EXISTS;
  }

  override async remove(id: string): Promise<void> {
    const found = await this.#uploads.find(id);
    await this.#uploads.delete(id);
    if (!found) throw ERRORS.FILE_NOT_FOUND;
  }

  override getExpiration(): number {
    return UPLOAD_LIFETIME_MS;
  }
}
