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

/** The picture generated from a name when there is none or it does not load. */
export function FallbackPicture({ kind, ...props }: FallbackPictureProps) {
  return kind === "portrait" ? <GeneratedPortrait {...props} /> : <GeneratedPicture {...props} />;
}
