import { GeneratedPicture } from "../ui/generated-picture.tsx";
import { GeneratedPortrait } from "../ui/generated-portrait.tsx";

/** Which drawing replaces a missing picture. */
export type Fallback = "portrait" | "project";

/** The picture generated from a name where there is none, or where it does not load. */
export function FallbackPicture({ kind, name }: { kind: Fallback; name: string }) {
  return kind === "portrait" ? <GeneratedPortrait name={name} /> : <GeneratedPicture name={name} />;
}
