import {
  FileArchive,
  FileCode,
  File as FileIcon,
  FileImage,
  FileMusic,
  FilePlay,
  FileSpreadsheet,
  FileText,
  FileType,
  Folder,
  type LucideIcon,
  Presentation,
} from "lucide-react";
import { mediaTypeOf, UNKNOWN } from "./media-type.ts";

interface Typed {
  name: string;
  mimetype: string | null;
}

/** The icon of a file. JavaScript, JSON, CSS and HTML count as code, whatever their type prefix. */
export function kindOf({ is_folder, ...file }: Typed & { is_folder: boolean }): FileKind {
  if (is_folder) return "folder";
  const type = mediaTypeOf(file);
  return KINDS_OF_TYPES.find(([pattern]) => pattern.test(type))?.[1] ?? "generic";
}

/** The first match wins. */
const KINDS_OF_TYPES: readonly (readonly [RegExp, FileKind])[] = [
  [/^image\//, "image"],
  [/^audio\//, "audio"],
  // Most systems use the media type of a video for `.ts` files.
  [/^video\/mp2t$/, "code"],
  [/^video\//, "video"],
  [/^application\/pdf$/, "pdf"],
  [/spreadsheet|ms-excel|^text\/(csv|tab-separated-values)$/, "spreadsheet"],
  [/presentation|ms-powerpoint/, "presentation"],
  [/wordprocessing|msword|opendocument\.text|^application\/(rtf|epub\+zip)$/, "document"],
  [/^application\/(zip|gzip|vnd\.rar|x-(7z|tar|gzip|xz|bzip2?|rar|zip)[\w-]*)$/, "archive"],
  [/javascript|json|css|html/, "code"],
  [/^text\//, "text"],
];

export const kinds = {
  folder: { name: "Folder", Icon: Folder },
  image: { name: "Picture", Icon: FileImage },
  audio: { name: "Audio", Icon: FileMusic },
  video: { name: "Video", Icon: FilePlay },
  pdf: { name: "PDF", Icon: FileType },
  document: { name: "Document", Icon: FileText },
  spreadsheet: { name: "Spreadsheet", Icon: FileSpreadsheet },
  presentation: { name: "Presentation", Icon: Presentation },
  archive: { name: "Archive", Icon: FileArchive },
  text: { name: "Text", Icon: FileText },
  code: { name: "Code", Icon: FileCode },
  generic: { name: "File", Icon: FileIcon },
} satisfies Record<string, { name: string; Icon: LucideIcon }>;

type FileKind = keyof typeof kinds;

type PreviewKind = "image" | "svg" | "pdf" | "audio" | "video" | "zip" | "text" | "maybe text";

/** How a file is previewed; null when it cannot be. For "maybe text", the content decides. */
export function previewKindOf(file: Typed): PreviewKind | null {
  const type = mediaTypeOf(file);
  // The media type of these files is unreliable.
  if (TEXT_NAMES.test(file.name)) return "text";
  if (type === "image/svg+xml") return "svg";
  if (type.startsWith("image/")) return "image";
  if (type === "application/pdf") return "pdf";
  if (type.startsWith("audio/")) return "audio";
  if (type.startsWith("video/")) return "video";
  if (/^application\/(?:x-)?zip(?:-compressed)?$/.test(type)) return "zip";
  if (TEXT_TYPES.test(type)) return "text";
  const isUnknown = type === "" || type === UNKNOWN;
  return isUnknown && !file.name.slice(1).includes(".") ? "maybe text" : null;
}

export type TextFormat = "markdown" | "table" | "plain" | "code";

/** How a text file is shown, by its name. HTML is shown as code and never rendered. */
export function textFormatOf(name: string): TextFormat {
  if (/\.(?:md|markdown)$/i.test(name)) return "markdown";
  if (/\.(?:csv|tsv)$/i.test(name)) return "table";
  const isText = /\.(?:txt|log|srt|tex)$/i.test(name) || !TEXT_NAMES.test(name);
  return isText && !/^(?:Dockerfile|Makefile)$/i.test(name) ? "plain" : "code";
}

/**
 * Whether every browser can show the picture. Support for other formats is only known after trying.
 */
export const isCommonPicture = (file: Typed) =>
  /^image\/(?:a?png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)$/.test(mediaTypeOf(file));

/** Complete types and suffixes only, because "openxmlformats" contains "xml" but is an archive. */
const TEXT_TYPES =
  /^text\/|\+(?:json|xml|yaml)$|^application\/(?:x-)?(?:javascript|ecmascript|typescript|json|json5|jsonlines|ndjson|xml|xml-dtd|yaml|toml|sql|sh|shellscript|graphql|tex|latex|httpd-php|perl|python|ruby)$/;

const TEXT_NAMES =
  /\.(txt|md|markdown|log|csv|tsv|json|ya?ml|toml|ini|conf|env|xml|html?|css|scss|[cm]?[jt]sx?|py|rb|rs|go|java|kt|c|h|cpp|hpp|cs|php|sh|bash|zsh|sql|srt|tex|vue|svelte)$/i;
