import { GeneratedPicture } from "../ui/generated-picture.tsx";
import { GeneratedPortrait } from "../ui/generated-portrait.tsx";

/** Which drawing replaces a missing picture. */
export type Fallback = "portrait" | "project";

interface FallbackPictureProps {
  kind: Fallback;
  name: string;
  /** Alternative text of the picture. */
  label: string;
}

/** A picture generated from a name, for a missing picture or one that does not load. */
export function FallbackPicture({ kind, ...props }: FallbackPictureProps) {
  return kind === "portrait" ? <GeneratedPortrait {...props} /> : <GeneratedPicture {...props} />;
}
