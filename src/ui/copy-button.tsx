import type { ComponentProps } from "react";
import { toast } from "sonner";
import { Button } from "./button.tsx";

interface CopyButtonProps extends Omit<ComponentProps<typeof Button>, "onClick"> {
  text: string;
  /** Text that is announced after copying. */
  copied: string;
  failed: string;
}

/** Copies the text beside it. Renders nothing without TLS, because there is no clipboard. */
export function CopyButton({ text, copied, failed, ...button }: CopyButtonProps) {
  // `navigator.clipboard` is missing there, although its type says otherwise.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return null;
  const copy = () =>
    clipboard.writeText(text).then(
      () => toast.success(copied),
      () => toast.error(failed),
    );
  return <Button {...button} onClick={copy} />;
}
