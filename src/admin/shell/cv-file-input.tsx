import type { RefObject } from "react";

interface CvFileInputProps {
  /** Reference for the button that opens the file dialog. */
  ref: RefObject<HTMLInputElement | null>;
  onChoose: (file: File) => void;
}

/** The hidden file input of every button that takes a CV. */
export function CvFileInput({ ref, onChoose }: CvFileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept=".json,.yaml,.yml,.zip,application/json,application/zip"
      hidden
      aria-label="CV file"
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        if (file) onChoose(file);
        // Allows the same file to be chosen again.
        target.value = "";
      }}
    />
  );
}
