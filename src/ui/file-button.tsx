import { type ComponentProps, useRef } from "react";
import { Button } from "./button.tsx";
import { FileInput } from "./file-input.tsx";

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, "onClick" | "accept"> {
  /** Accessible name of the file input. */
  input: string;
  accept?: string;
  onChoose: (file: File) => void;
}

/** A button that opens the browser's file dialog. */
export function FileButton({ input, accept, onChoose, ...button }: FileButtonProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => chooser.current?.click()} />
      <FileInput
        ref={chooser}
        label={input}
        accept={accept}
        onChoose={([file]) => file && onChoose(file)}
      />
    </>
  );
}
