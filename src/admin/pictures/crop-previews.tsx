import type { Area } from "./draw-area.ts";
import type { OpenPicture } from "./open-picture.ts";

/** A place on the page that shows a part of a picture. */
export interface ShownPart {
  label: string;
  /** The area in pixels of the picture. */
  area: Area;
  /** Aspect ratio (width by height) of the place, which crops the area further. */
  aspect: number;
  round?: boolean;
}

interface CropPreviewsProps {
  picture: OpenPicture;
  parts: readonly ShownPart[];
}

/** Previews each place that will show the picture. */
export function CropPreviews({ picture, parts }: CropPreviewsProps) {
  return (
    <ul aria-label="What each place will show" className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      {parts.map(({ label, area, aspect, round = false }) => {
        const shown = fillingPart(area, aspect);
        const scale = HEIGHT / shown.height;
        return (
          <li key={label} className="grid justify-items-center gap-1 text-small text-soft">
            <span
              className={`block overflow-hidden bg-raised ${round ? "rounded-full" : "rounded"}`}
              style={{ width: HEIGHT * aspect, height: HEIGHT }}
            >
              <img
                src={picture.address}
                alt=""
                className="max-w-none"
                style={{
                  width: picture.width * scale,
                  height: picture.height * scale,
                  transform: `translate(${-shown.x * scale}px, ${-shown.y * scale}px)`,
                }}
              />
            </span>
            {label}
          </li>
        );
      })}
    </ul>
  );
}

/** Pixels. */
const HEIGHT = 80;

/** The centered part of an area that fills an aspect ratio, like `object-fit: cover`. */
export function fillingPart({ x, y, width, height }: Area, aspect: number): Area {
  const part = {
    width: Math.min(width, height * aspect),
    height: Math.min(height, width / aspect),
  };
  return { ...part, x: x + (width - part.width) / 2, y: y + (height - part.height) / 2 };
}
