/** The two signed-in areas. Each has its own session, so both can be open in one browser. */
export type Area = "admin" | "workspace";

/** Names of the areas on their screens and tabs. */
export const areaNames = { admin: "Admin Panel", workspace: "Workspace" } as const;

/** localStorage key of the area's session. */
export function storageKeyOf(area: Area): string {
  return `foyer-${area}`;
}
