declare const sanitized: unique symbol;

/** A standalone SVG document without scripts, styles, links or foreign content. */
export type SafeSvg = string & { readonly [sanitized]: "svg" };

/** Elements allowed in icons. No `use`, `image`, `a`, `style`, `script` or `foreignObject`. */
export const SVG_TAGS = [
  ...words("svg g path circle ellipse rect line polyline polygon"),
  ...words("defs linearGradient radialGradient stop clipPath mask title desc"),
];

/** Attributes allowed on icon elements: geometry and paint only. */
export const SVG_ATTRIBUTES = [
  ...words("xmlns viewBox preserveAspectRatio id transform"),
  ...words("width height d x y x1 y1 x2 y2 cx cy r rx ry fx fy points"),
  ...words("fill fill-rule fill-opacity clip-rule clip-path mask opacity"),
  ...words("stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit"),
  ...words("stroke-dasharray stroke-opacity"),
  ...words("offset stop-color stop-opacity gradientUnits gradientTransform"),
];

function words(text: string): string[] {
  return text.split(" ");
}

/** The site's accent color, for icons outside the page's styles. */
export const ICON_CYAN = "#22d3ee";

/** The built-in icon: an open door. Used when the owner has set none. */
export const BUILT_IN_ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"><path d="M3 21h18M6 21V3h12v18M6 3l8 3v15"/></svg>';

/**
 * Replaces an icon's current color with the accent. The caller sanitizes the result, and uses the
 * built-in icon for an empty one.
 */
export function paintCyan(svg: string): string {
  return svg.replace(/currentcolor/gi, ICON_CYAN);
}

/**
 * A paint or clip reference may only point to a part of the same icon. Addresses in other functions
 * need quotes, and another spelling of `url` needs a backslash.
 */
export function isLocalReference(value: string): boolean {
  return !/url\s*\(|["'\\]/i.test(value) || /^\s*url\(\s*["']?#[\w-]+["']?\s*\)\s*$/i.test(value);
}
