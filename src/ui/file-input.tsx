import type { InputHTMLAttributes, Ref } from "react";

interface FileInputProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** Whether a folder is chosen, with everything in it. */
  folder?: boolean;
  onChoose: (files: File[]) => void;
  ref: Ref<HTMLInputElement>;
}

/** The hidden file input of a button, which clicks it. */
export function FileInput({ label, folder = false, onChoose, ...input }: FileInputProps) {
  return (
    <input
      {...input}
      type="file"
      hidden
      aria-label={label}
      {...(folder && { webkitdirectory: "" })}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        // Allows choosing the same file again.
        target.value = "";
        if (files.length > 0) onChoose(files);
      }}
    />
  );
}
