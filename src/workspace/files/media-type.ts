/** A file's media type in lower case, without parameters; empty if unknown. */
export function mediaTypeOf({ name, mimetype }: { name: string; mimetype: string | null }): string {
  // A program must not pass as a picture because its sender said so.
  if (/\.(?:exe|com|scr|pif|msi|lnk|dll|jar|apk)$/i.test(name)) return UNKNOWN;
  const type = mimetype?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "" && type !== UNKNOWN) return type;
  return TYPES.get(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "") ?? type;
}

export const UNKNOWN = "application/octet-stream";

/** Media types of files that browsers and systems often do not recognize. */
const TYPES = new Map(
  "3gp:video/3gpp 7z:application/x-7z-compressed aac:audio/aac aif:audio/aiff aiff:audio/aiff apng:image/apng avi:video/x-msvideo avif:image/avif bmp:image/bmp csv:text/csv doc:application/msword docx:application/vnd.openxmlformats-officedocument.wordprocessingml.document epub:application/epub+zip flac:audio/flac flv:video/x-flv gif:image/gif gz:application/gzip heic:image/heic heif:image/heif ico:image/x-icon jfif:image/jpeg jpeg:image/jpeg jpg:image/jpeg json:application/json jxl:image/jxl m4a:audio/mp4 m4v:video/x-m4v md:text/markdown mkv:video/x-matroska mov:video/quicktime mp3:audio/mpeg mp4:video/mp4 mpeg:video/mpeg mpg:video/mpeg odp:application/vnd.oasis.opendocument.presentation ods:application/vnd.oasis.opendocument.spreadsheet odt:application/vnd.oasis.opendocument.text oga:audio/ogg ogg:audio/ogg ogv:video/ogg opus:audio/ogg pdf:application/pdf png:image/png ppt:application/vnd.ms-powerpoint pptx:application/vnd.openxmlformats-officedocument.presentationml.presentation rar:application/vnd.rar rtf:application/rtf svg:image/svg+xml tar:application/x-tar tgz:application/gzip tif:image/tiff tiff:image/tiff tsv:text/tab-separated-values txt:text/plain wav:audio/wav weba:audio/webm webm:video/webm webp:image/webp wma:audio/x-ms-wma wmv:video/x-ms-wmv xls:application/vnd.ms-excel xlsx:application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xz:application/x-xz zip:application/zip"
    .split(" ")
    .map((line) => line.split(":") as [string, string]),
);
