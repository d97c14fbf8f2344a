// @vitest-environment node

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Upload } from "tus-js-client";
import { afterEach, expect, it } from "vitest";
import { BackendError } from "../../../lib/errors.ts";
import { refusalOf, resumeAfterServerError } from "./send-in-chunks.ts";
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
