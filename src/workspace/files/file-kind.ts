import {
  FileCode,
  File as FileIcon,
  FileImage,
  FileText,
  FileType,
  Folder,
  type LucideIcon,
} from "lucide-react";

export type FileKind = "folder" | "image" | "pdf" | "text" | "code" | "generic";

interface Typed {
  is_folder: boolean;
  mimetype: string | null;
}

/** The icon of a file. JavaScript, JSON, CSS and HTML count as code, whatever their type prefix. */
export function kindOf({ is_folder, mimetype }: Typed): FileKind {
  if (is_folder) return "folder";
  const type = essenceOf(mimetype);
  if (type.startsWith("image/")) return "image";
  if (type === "application/pdf") return "pdf";
  if (/javascript|json|css|html/.test(type)) return "code";
  return type.startsWith("text/") ? "text" : "generic";
}

export const kinds: Record<FileKind, { name: string; Icon: LucideIcon }> = {
  folder: { name: "Folder", Icon: Folder },
  image: { name: "Picture", Icon: FileImage },
  pdf: { name: "PDF", Icon: FileType },
  text: { name: "Text", Icon: FileText },
  code: { name: "Code", Icon: FileCode },
  generic: { name: "File", Icon: FileIcon },
};

/** A media type without its parameters, in lower case; empty when there is none. */
export function essenceOf(mimetype: string | null): string {
  return mimetype?.split(";")[0]?.trim().toLowerCase() ?? "";
}
