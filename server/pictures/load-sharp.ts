/**
 * The picture library. It is loaded here only, because its files have to be there when another module
 * imports it for the first time; and not with the module, because most programs never need its binary.
 */
export async function loadSharp() {
  return (await import("sharp")).default;
}
