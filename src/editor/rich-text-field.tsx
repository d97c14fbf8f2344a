import { lazy, type ReactNode, Suspense, useId } from "react";

interface RichTextFieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** HTML; sanitised before it is shown. Given back as it came until something is changed. */
  value: string;
  /** Gets sanitised HTML, and an empty string for an empty text. */
  onChange: (html: string) => void;
  /** Whether lists can be ticked. */
  checklists?: boolean;
  /** Takes the colour and the room of what stands around it; the label is only heard. */
  plain?: boolean;
}

/** A labelled rich text. The editor itself arrives when one is shown. */
export function RichTextField({ label, hint, error, plain = false, ...text }: RichTextFieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <span id={`${id}-label`} className={plain ? "sr-only" : "text-small font-semibold text-soft"}>
        {label}
      </span>
      <Suspense fallback={<div className="skeleton h-48" role="status" aria-label="Loading..." />}>
        <RichTextEditor
          label={label}
          labelId={`${id}-label`}
          noteId={note === undefined ? undefined : `${id}-note`}
          invalid={error !== undefined}
          plain={plain}
          {...text}
        />
      </Suspense>
      {note !== undefined && (
        <p id={`${id}-note`} className={`text-small ${error ? "text-bad" : "text-soft"}`}>
          {note}
        </p>
      )}
    </div>
  );
}

/** Fetches the editor, so that it is there when a text is opened. Never fails. */
export async function prepareEditor(): Promise<void> {
  await importEditor().catch(() => {});
}

const importEditor = () => import("./rich-text-editor.tsx");

const RichTextEditor = lazy(async () => ({ default: (await importEditor()).RichTextEditor }));
