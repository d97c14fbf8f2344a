import { expect, it } from "vitest";
import { CV_PDF_MAX_BYTES, checkPdf } from "./check-pdf.ts";

const whole = "%PDF-1.7\n1 0 obj\n%%EOF\n";

it("checkPdf accepts a PDF by its content, whatever its name and type are", async () => {
  const pdf = await checkPdf(new File([whole], "cv", { type: "" }));
  expect(pdf.type).toBe("application/pdf");
  expect(await pdf.text()).toBe(whole);
  const largest = new File(
    [whole, new Uint8Array(CV_PDF_MAX_BYTES - 2 * whole.length), whole],
    "x",
  );
  expect((await checkPdf(largest)).size).toBe(CV_PDF_MAX_BYTES);
});

it.each([
  ["a page with a PDF's name", ["<html>%PDF-1.7 %%EOF"], "is not a PDF"],
  ["an empty file", [], "is not a PDF"],
  ["a PDF that was cut", ["%PDF-1.7\n1 0 obj"], "its end is missing"],
  ["one byte too many", ["%PDF-", new Uint8Array(CV_PDF_MAX_BYTES - 4)], "at most 5.00 MB"],
])("checkPdf refuses %s", async (_, parts, text) => {
  const file = new File(parts, "cv.pdf", { type: "application/pdf" });
  await expect(checkPdf(file)).rejects.toThrow(text);
});
