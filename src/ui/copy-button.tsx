import type { ComponentProps } from "react";
import { toast } from "sonner";
import { Button } from "./button.tsx";

interface CopyButtonProps extends Omit<ComponentProps<typeof Button>, "onClick"> {
  text: string;
  /** Text that is announced after copying. */
  copied: string;
  failed: string;
}

/** Copies a text that is shown beside it. Nothing on pages without TLS, which have no clipboard. */
export function CopyButton({ text, copied, failed, ...button }: CopyButtonProps) {
  // Missing there, although its type says otherwise.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return null;
  const copy = () =>
    clipboard.writeText(text).then(
      () => toast.success(copied),
      () => toast.error(failed),
    );
  return <Button {...button} onClick={copy} />;
}
