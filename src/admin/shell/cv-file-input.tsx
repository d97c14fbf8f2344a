import type { RefObject } from "react";
import { FileInput } from "../../ui/file-input.tsx";

interface CvFileInputProps {
  /** Reference for the button that opens the file dialog. */
  ref: RefObject<HTMLInputElement | null>;
  onChoose: (file: File) => void;
}

/** The hidden file input of every button that takes a CV. */
export function CvFileInput({ ref, onChoose }: CvFileInputProps) {
  return (
    <FileInput
      ref={ref}
      label="CV file"
      accept=".json,.yaml,.yml,.zip,application/json,application/zip"
      onChoose={([file]) => file && onChoose(file)}
    />
  );
}
