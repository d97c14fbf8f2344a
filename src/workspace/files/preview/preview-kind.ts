import { essenceOf } from "../file-kind.ts";

export type PreviewKind = "image" | "svg" | "pdf" | "audio" | "video" | "text";

/** How a file is previewed; null when it cannot be. */
export function previewKindOf(file: { name: string; mimetype: string | null }): PreviewKind | null {
  const type = essenceOf(file.mimetype);
  // The media type is unreliable for these: most systems take `.ts` for a video.
  if (TEXT_NAMES.test(file.name)) return "text";
  if (type === "image/svg+xml") return "svg";
  if (IMAGES.has(type)) return "image";
  if (type === "application/pdf") return "pdf";
  if (type.startsWith("audio/")) return "audio";
  if (type.startsWith("video/")) return "video";
  return TEXT_TYPES.test(type) ? "text" : null;
}

/** Types every browser can show. */
const IMAGES = new Set(
  ["png", "jpeg", "gif", "webp", "avif", "bmp", "x-icon", "vnd.microsoft.icon"].map(
    (format) => `image/${format}`,
  ),
);

/** Complete types and suffixes only: "openxmlformats" contains "xml" but is an archive. */
const TEXT_TYPES =
  /^text\/|\+(?:json|xml|yaml)$|^application\/(?:x-)?(?:javascript|ecmascript|typescript|json|json5|jsonlines|ndjson|xml|xml-dtd|yaml|toml|sql|sh|shellscript|graphql|tex|latex|httpd-php|perl|python|ruby)$/;

const TEXT_NAMES =
  /\.(txt|md|markdown|log|csv|tsv|json|ya?ml|toml|ini|conf|env|xml|html?|css|scss|[cm]?[jt]sx?|py|rb|rs|go|java|kt|c|h|cpp|hpp|cs|php|sh|bash|zsh|sql|srt|tex|vue|svelte)$/i;
