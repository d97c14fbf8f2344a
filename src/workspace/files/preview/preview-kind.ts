import { essenceOf } from "../file-kind.ts";

export type PreviewKind = "image" | "pdf" | "audio" | "video" | "text";

/** How a file can be looked at; nothing when it cannot. */
export function previewKindOf(file: { name: string; mimetype: string | null }): PreviewKind | null {
  const type = essenceOf(file.mimetype);
  // Systems know few of them: `.ts` is a film to most.
  if (TEXT_NAMES.test(file.name)) return "text";
  if (IMAGES.has(type)) return "image";
  if (type === "application/pdf") return "pdf";
  if (type.startsWith("audio/")) return "audio";
  if (type.startsWith("video/")) return "video";
  return type.startsWith("text/") || /javascript|json|xml|yaml|toml|sql/.test(type) ? "text" : null;
}

/** What every browser shows. */
const IMAGES = new Set(
  ["png", "jpeg", "gif", "webp", "avif", "svg+xml", "bmp", "x-icon", "vnd.microsoft.icon"].map(
    (format) => `image/${format}`,
  ),
);

const TEXT_NAMES =
  /\.(txt|md|markdown|log|csv|tsv|json|ya?ml|toml|ini|conf|env|xml|html?|css|scss|[cm]?[jt]sx?|py|rb|rs|go|java|kt|c|h|cpp|hpp|cs|php|sh|bash|zsh|sql|srt|tex|vue|svelte)$/i;
