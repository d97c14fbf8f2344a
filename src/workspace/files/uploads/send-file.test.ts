import { expect, it } from "vitest";
import { BackendError } from "../../../lib/errors.ts";
import { refusalOf } from "./send-file.ts";
import { ConnectionLost } from "./upload-backend.ts";

it.each([
  [413, '{"message":"The object exceeded the maximum allowed size"}'],
  [413, "Maximum size exceeded\n"],
])("names the project's limit when the storage answers %i %s", (status, body) => {
  expect(refusalOf(status, body)).toEqual(
    new BackendError("Larger than this project allows.", { status: 413 }),
  );
});

it("repeats any other reason", () => {
  const text = "Not enough space: 9 bytes needed, 1 bytes free.";
  expect(refusalOf(413, JSON.stringify({ message: text })).message).toBe(text);
  expect(refusalOf(500, "<html>").message).toBe("The upload failed (500).");
  expect(refusalOf(503, "")).toBeInstanceOf(ConnectionLost);
});
