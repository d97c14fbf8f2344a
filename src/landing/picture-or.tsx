import { useEffect, useRef, useState } from "react";
import { type Fallback, FallbackPicture } from "./fallback-picture.tsx";
import { avifSet, type Picture, sourceSet } from "./picture.ts";
import { useTexts } from "./texts.ts";

interface PictureOrProps {
  picture: Picture | null;
  alt: string;
  /** The image's `sizes` attribute, for pictures available in several widths. */
  sizes: string;
  /** Drawn from the name when there is no picture or it does not load; nothing if absent. */
  fallback?: Fallback;
  name: string;
  /** Whether the picture is on the first screen and must load before the layout. */
  eager?: boolean;
  /** The media query that shows the picture's tall part. */
  tallWhere?: string;
}

/**
 * A picture with reserved space, or its fallback. Loaded lazily unless `eager`. On a delivered
 * page, hydrate.tsx replaces pictures that fail. Beside AVIF files, other formats have only one
 * size, because every browser that supports light-dark() shows AVIF.
 */
export function PictureOr(props: PictureOrProps) {
  const { picture, alt, sizes, fallback, name, eager = false, tallWhere } = props;
  const { portraitOf, failures } = useTexts();
  const [failedSrc, setFailedSrc] = useState("");
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // Loading may have failed before the listener was attached.
    const { current } = image;
    if (current?.complete && current.naturalWidth === 0 && current.currentSrc) {
      setFailedSrc(current.getAttribute("src") ?? "");
    }
  }, []);
  if (!picture || picture.src === failedSrc) {
    if (!fallback) return null;
    const noPicture = failures.noPicture.replace("{name}", () => name);
    const label = fallback === "portrait" ? portraitOf(name) : noPicture;
    return <FallbackPicture kind={fallback} name={name} label={label} />;
  }
  const { src, width, height, widths } = picture;
  const avif = avifSet(picture);
  const element = (
    <img
      ref={image}
      {...(widths.length > 0 && !avif && { srcSet: sourceSet(picture), sizes })}
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? undefined : "lazy"}
      decoding="async"
      data-fallback={name}
      onError={() => setFailedSrc(src)}
    />
  );
  const tall = tallWhere && picture.tall;
  if (avif === null && !tall) return element;
  return (
    <picture>
      {tall && <source media={tallWhere} srcSet={tall} />}
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      {element}
    </picture>
  );
}
