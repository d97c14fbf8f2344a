import type { Area } from "./draw-area.ts";
import type { OpenPicture } from "./open-picture.ts";

/** A place where a cropped picture is shown, which cuts what its shape leaves no room for. */
export interface Place {
  label: string;
  /** Width by height. */
  aspect: number;
  round?: boolean;
}

interface CropPreviewsProps {
  picture: OpenPicture;
  /** The chosen part, in pixels of the picture. */
  area: Area;
  places: readonly Place[];
}

/** What each place will show of the chosen part. */
export function CropPreviews({ picture, area, places }: CropPreviewsProps) {
  return (
    <ul aria-label="What each place will show" className="flex flex-wrap justify-center gap-4">
      {places.map(({ label, aspect, round = false }) => {
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

/** The middle of an area that fills a shape, as `object-fit: cover` has it. */
export function fillingPart({ x, y, width, height }: Area, aspect: number): Area {
  const part = {
    width: Math.min(width, height * aspect),
    height: Math.min(height, width / aspect),
  };
  return { ...part, x: x + (width - part.width) / 2, y: y + (height - part.height) / 2 };
}
