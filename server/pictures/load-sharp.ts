/**
 * Loads the image library. It must be the only import of sharp, because its files must exist when
 * another module first imports it. The import is dynamic, because most programs never need the
 * binary.
 */
export async function loadSharp() {
  return (await import("sharp")).default;
}
