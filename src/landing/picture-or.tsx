import { type ReactNode, useEffect, useRef, useState } from "react";
import { avifSet, type Picture, sourceSet } from "./picture.ts";

interface PictureOrProps {
  picture: Picture | null;
  alt: string;
  /** The image's `sizes`, for pictures available in several widths. */
  sizes: string;
  /** Shown when there is no picture or it does not load. */
  fallback: ReactNode;
  /** True for a picture of the first screen, which is not to wait for the layout. */
  eager?: boolean;
}

/** A picture with reserved space, or its fallback. Loaded lazily unless `eager`. */
export function PictureOr({ picture, alt, sizes, fallback, eager = false }: PictureOrProps) {
  const [failedSrc, setFailedSrc] = useState("");
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // Loading may have failed before hydration attached a listener.
    const { current } = image;
    if (current?.complete && current.naturalWidth === 0 && current.currentSrc) {
      setFailedSrc(current.getAttribute("src") ?? "");
    }
  }, []);
  if (!picture || picture.src === failedSrc) return fallback;
  const { src, width, height, widths } = picture;
  const avif = avifSet(picture);
  const element = (
    <img
      ref={image}
      {...(widths.length > 0 && { srcSet: sourceSet(picture), sizes })}
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
      onError={() => setFailedSrc(src)}
    />
  );
  if (avif === null) return element;
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      {element}
    </picture>
  );
}
