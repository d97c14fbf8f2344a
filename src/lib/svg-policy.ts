declare const sanitised: unique symbol;

/** A stand-alone SVG document without scripts, styles, links or foreign content. */
export type SafeSvg = string & { readonly [sanitised]: "svg" };

/** Elements an icon may hold. No `use`, `image`, `a`, `style`, `script` or `foreignObject`. */
export const SVG_TAGS = [
  "svg",
  "g",
  "path",
  "circle",
  "ellipse",
  "rect",
  "line",
  "polyline",
  "polygon",
  "defs",
  "linearGradient",
  "radialGradient",
  "stop",
  "clipPath",
  "mask",
  "title",
  "desc",
];

/** Attributes an icon's elements may carry: geometry and paint only. */
export const SVG_ATTRIBUTES = [
  "xmlns",
  "viewBox",
  "width",
  "height",
  "fill",
  "fill-rule",
  "fill-opacity",
  "clip-rule",
  "clip-path",
  "mask",
  "stroke",
  "stroke-width",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-miterlimit",
  "stroke-dasharray",
  "stroke-opacity",
  "opacity",
  "transform",
  "d",
  "x",
  "y",
  "x1",
  "y1",
  "x2",
  "y2",
  "cx",
  "cy",
  "r",
  "rx",
  "ry",
  "fx",
  "fy",
  "points",
  "id",
  "offset",
  "stop-color",
  "stop-opacity",
  "gradientUnits",
  "gradientTransform",
  "preserveAspectRatio",
];

/** The one accent of the site, as it stands in icons outside a page's styles. */
export const ICON_CYAN = "#22d3ee";

/** The site's own mark: an open door. Used whenever the owner has set no icon. */
export const BUILT_IN_ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"><path d="M3 21h18M6 21V3h12v18M6 3l8 3v15"/></svg>';

/**
 * Gives an icon the accent in place of the current colour.
 * The caller sanitises; an empty result means that the built-in icon is to be used.
 */
export function paintCyan(svg: string): string {
  return svg.replace(/currentcolor/gi, ICON_CYAN);
}

/** A paint or clip reference is only allowed to a part of the same icon. */
export function isLocalReference(value: string): boolean {
  return !/url\s*\(/i.test(value) || /^\s*url\(\s*["']?#[\w-]+["']?\s*\)\s*$/i.test(value);
}
