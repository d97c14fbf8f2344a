/** The two signed-in areas. Each has a session of its own, so both can be open in one browser. */
export type Area = "admin" | "workspace";

/** Where the area's session is kept in localStorage. */
export function storageKeyOf(area: Area): string {
  return `foyer-${area}`;
}
