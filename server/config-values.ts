import { z } from "zod";

export function port() {
  return z.coerce
    .number("must be a number from 0 to 65535")
    .int("must be a whole number")
    .min(0, "must be a number from 0 to 65535")
    .max(65_535, "must be a number from 0 to 65535");
}

export function days() {
  const error = "must be a whole number of days from 1 to 3650";
  return z.coerce.number(error).int(error).min(1, error).max(3650, error);
}

/** An empty value, as `NAME=` in a shell or a compose file, means "not set". */
export function optional<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === "" ? undefined : value), schema.optional());
}

const UNITS = ["", "k", "m", "g", "t"];

/** Parses a number of bytes, such as `5368709120`, `5GB` or `1.5 TB`; 1 KB is 1024 bytes. */
export function readSize(text: string, context: z.RefinementCtx): number {
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?)\s*([kmgt]?)b?$/i.exec(text.trim()) ?? [];
  const bytes = Math.floor(Number(amount) * 1024 ** UNITS.indexOf(unit.toLowerCase()));
  if (bytes >= 1 && Number.isSafeInteger(bytes)) return bytes;
  context.addIssue("must be a size in bytes or like 500MB, 5GB or 1.5TB");
  return z.NEVER;
}
