// @vitest-environment node

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type HttpRequest, type HttpResponse, Upload, type UploadOptions } from "tus-js-client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { EMBEDDED_CHUNK_BYTES, UPLOAD_CHUNK_BYTES } from "../../../../shared/limits.ts";
import { BackendError } from "../../../lib/errors.ts";
import { refusalOf, resumeAfterServerError, sendInChunks } from "./send-in-chunks.ts";
import { ConnectionLost } from "./upload-backend.ts";

it.each([
  [413, '{"message":"The object exceeded the maximum allowed size"}'],
  [413, "Maximum size exceeded\n"],
])("refusalOf names the project's limit when the storage answers %i %s", (status, body) => {
  expect(refusalOf(status, body)).toEqual(
    new BackendError("Larger than this project allows.", { status: 413 }),
  );
});

it("refusalOf returns any other reason unchanged", () => {
  const text = "Not enough space: 9 bytes needed, 1 bytes free.";
  expect(refusalOf(413, JSON.stringify({ message: text })).message).toBe(text);
  expect(refusalOf(500, "<html>").message).toBe("The upload failed (500).");
  expect(refusalOf(503, "")).toBeInstanceOf(ConnectionLost);
});

const SIZE = 8;

const requests: string[] = [];
const server = createServer((request, response) => {
  const { method = "" } = request;
  requests.push(method);
  request.resume();
  if (method === "POST") {
    response.setHeader("location", "/uploads/1");
    response.writeHead(201, { "upload-offset": "4" }).end();
  } else if (method === "PATCH") {
    // The server receives everything, but its response is lost.
    request.on("end", () => request.socket.destroy());
  } else if (requests.filter((one) => one === "HEAD").length === 1) {
    response.writeHead(503).end();
  } else {
    response.writeHead(200, { "upload-offset": `${SIZE}`, "upload-length": `${SIZE}` }).end();
  }
});

afterEach(() => server.close());

it("a complete upload is not restarted while the server cannot report its state", async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  await new Promise<void>((resolve, reject) => {
    new Upload(Buffer.alloc(SIZE), {
      ...resumeAfterServerError,

      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/uploads`,
      chunkSize: SIZE / 2,
      uploadDataDuringCreation: true,
      retryDelays: [0, 0, 0],
      onSuccess: () => resolve(),
      onError: reject,
    }).start();
  });
  expect(requests).toEqual(["POST", "PATCH", "HEAD", "HEAD"]);
});

const { uploads } = vi.hoisted(() => ({ uploads: [] as { options: UploadOptions }[] }));

describe("sendInChunks", () => {
  const send = async (size: number, header: string | undefined) => {
    vi.doMock("tus-js-client", () => ({
      defaultOptions: {},
      Upload: class {
        options: UploadOptions;
        constructor(_file: Blob, options: UploadOptions) {
          this.options = options;
          uploads.push(this);
        }
        start() {}
      },
    }));
    vi.stubGlobal("document", {
      location: { origin: "http://localhost" },
      getElementById: () => ({ textContent: JSON.stringify({ embedded: true }) }),
    });
    const { signal } = new AbortController();
    const file = new File([new Uint8Array(size)], "film.mp4");
    const access = { url: "/storage", headers: async () => ({}) };
    const options = { signal, onProgress() {}, onResumable() {} };
    void sendInChunks({ path: "p", file, type: "", resumeUrl: null }, options, access);
    const upload = await vi.waitUntil(() => uploads.pop());
    const respond = (method: string) =>
      upload.options.onAfterResponse?.(
        { getMethod: () => method } as HttpRequest,
        { getStatus: () => 200, getHeader: () => header } as unknown as HttpResponse,
      );
    const source = await upload.options.fileReader?.openFile(file, 0);
    return { upload, file, respond, source };
  };
  const SIZE = EMBEDDED_CHUNK_BYTES + 1;
  afterEach(() => {
    vi.doUnmock("tus-js-client");
    vi.unstubAllGlobals();
  });

  it("a large file is sent whole if no proxy is between, and in chunks after a lost connection", async () => {
    const { upload, file, respond, source } = await send(SIZE, "1");
    expect(upload.options.uploadDataDuringCreation).toBe(false);
    respond("POST");
    expect(upload.options.chunkSize).toBe(SIZE);
    expect(await source?.slice(0, SIZE)).toEqual({ value: file, done: true });
    expect((await source?.slice(0, SIZE))?.value).toBe(file);
    respond("HEAD");
    expect(upload.options.chunkSize).toBe(UPLOAD_CHUNK_BYTES);
    const part = await source?.slice(2, UPLOAD_CHUNK_BYTES + 2);
    expect([part?.value.size, part?.done]).toEqual([UPLOAD_CHUNK_BYTES, false]);
  });

  it("a large file is sent in chunks through a proxy", async () => {
    const { upload, respond } = await send(SIZE, undefined);
    respond("POST");
    expect(upload.options.chunkSize).toBe(UPLOAD_CHUNK_BYTES);
  });

  it("the first chunk of a smaller file is sent at once", async () => {
    const { upload, respond } = await send(EMBEDDED_CHUNK_BYTES, "1");
    expect(upload.options.uploadDataDuringCreation).toBe(true);
    respond("POST");
    expect(upload.options.chunkSize).toBe(UPLOAD_CHUNK_BYTES);
  });
});
