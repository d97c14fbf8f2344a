import { useState } from "react";
import { readPictureFiles } from "../../../content/picture-files.ts";
import { safePicture } from "../../../lib/safe-url.ts";
import { GeneratedPicture } from "../../../ui/generated-picture.tsx";

interface ProjectPictureProps {
  /** The stored or typed value; anything that is not a picture URL is not loaded. */
  address: string | null;
  /** Seed of the generated placeholder. */
  name: string;
  /** Empty if the name is shown beside the picture. */
  alt: string;
  className?: string;
}

/** A project's picture, or the public page's placeholder if there is none or it does not load. */
export function ProjectPicture({ address, name, alt, className = "" }: ProjectPictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const src = safePicture(address);
  const box = `aspect-[8/5] overflow-hidden rounded border bg-raised text-accent ${className}`;
  if (src === null || src === failed) {
    return (
      <div className={box} aria-hidden={alt === "" || undefined} data-stand-in>
        <GeneratedPicture name={name} />
      </div>
    );
  }
  return (
    <img
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      className={`${box} ${readPictureFiles(src) ? "object-contain" : "object-cover object-top"}`}
      onError={() => setFailed(src)}
    />
  );
}
