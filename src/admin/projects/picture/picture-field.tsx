import { ImageUp } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { FileButton } from "../../../ui/file-button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { usePictureSource } from "../../pictures/use-picture-source.ts";

interface PictureFieldProps {
  source: ReturnType<typeof usePictureSource>;
  /** Undefined if there is no picture to remove. */
  onRemove: (() => void) | undefined;
  /** A preview of the current picture. */
  preview: ReactNode;
  /** The input for the picture's URL. */
  children: ReactNode;
}

/** The field for a project's picture: choose, drop, or paste a file, or type a URL. */
export function PictureField({ source, onRemove, preview, children }: PictureFieldProps) {
  return (
    <div
      className={`grid gap-4 rounded border border-dashed p-4 sm:col-span-2 sm:grid-cols-2 ${source.isOver ? "border-accent bg-raised" : "border-line-strong"}`}
      {...source.dropZone}
    >
      {preview}
      <div className="grid content-start gap-4">
        {children}
        <div className="grid gap-2">
          <div className="flex flex-wrap gap-2">
            <FileButton
              icon={<ImageUp />}
              input="Image file"
              accept="image/*"
              onChoose={(file) => void source.open(file)}
            >
              Choose image
            </FileButton>
            {onRemove && (
              <Button look="danger" onClick={onRemove}>
                Remove
              </Button>
            )}
          </div>
          <p className="text-small text-soft">Or drop or paste one here.</p>
        </div>
      </div>
      {source.refusal && (
        <div className="sm:col-span-2">
          <Notice>{source.refusal}</Notice>
        </div>
      )}
    </div>
  );
}
