import fc from "fast-check";

/**
 * Any UTF-16 text, including lone surrogates. fast-check's own "binary" unit takes four seconds to
 * set up.
 */
export function anyText(maxLength = 20): fc.Arbitrary<string> {
  const unit = fc.oneof(fc.nat({ max: 0xff }), fc.nat({ max: 0xffff }));
  return fc.array(unit, { maxLength }).map((units) => String.fromCharCode(...units));
}
