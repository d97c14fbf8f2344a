import fc from "fast-check";

/** Records with these fields for `fc.oneof`, each with its relative frequency. */
export function weighted<T>(
  weight: number,
  fields: { [Field in keyof T]: fc.Arbitrary<T[Field]> },
) {
  return { weight, arbitrary: fc.record(fields) };
}
