import { expect, it } from "vitest";
import { sendInBatch } from "./send-in-batch.ts";

it("a small file whose upload was canceled before it was sent does not count as sent", async () => {
  const file = new File(["a"], "a.txt");
  const sent = sendInBatch(
    { path: "user/a.txt", file, type: "text/plain", resumeUrl: null },
    { signal: AbortSignal.abort(), onProgress() {}, onResumable() {} },
  );
  await expect(sent).rejects.toThrow("This operation was aborted");
});
