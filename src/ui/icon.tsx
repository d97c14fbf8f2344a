/** Line icons of the interface, 24 by 24, drawn for this site. */
const PATHS = {
  workspace: "M3 8h18v12H3zM8 8V4h8v4M3 13h18",
  menu: "M4 7h16M4 12h16M4 17h16",
  theme: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  out: "M8 5H5v14h14v-3M13 5h6v6M19 5l-9 9",
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative line icon; the surrounding control provides the accessible name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
