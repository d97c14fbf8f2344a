import { Suspense, useEffect, useId, useState } from "react";
import { lazyComponent } from "../ui/lazy-component.ts";
import type { RichTextEditorProps } from "./rich-text-editor.tsx";

interface RichTextFieldProps extends Omit<RichTextEditorProps, "labelId" | "noteId" | "invalid"> {
  error?: string | undefined;
}

/** A labeled rich text field. The editor's code is loaded when a field is first shown. */
export function RichTextField({ label, error, plain = false, ...text }: RichTextFieldProps) {
  const id = useId();
  return (
    <div
      className={
        plain ? "flex min-w-0 flex-1 flex-col bg-inherit" : "grid min-w-0 content-start gap-1.5"
      }
    >
      <span id={`${id}-label`} className={plain ? "sr-only" : "text-small font-semibold text-soft"}>
        {label}
      </span>
      <Suspense fallback={<div className="skeleton h-48" role="status" aria-label="Loading..." />}>
        <RichTextEditor
          label={label}
          labelId={`${id}-label`}
          noteId={error === undefined ? undefined : `${id}-note`}
          invalid={error !== undefined}
          plain={plain}
          {...text}
        />
      </Suspense>
      {error !== undefined && (
        <p id={`${id}-note`} className="text-small text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

/** Preloads the editor. Never fails. @returns whether its code is loaded. */
export function prepareEditor(): Promise<boolean> {
  return editor.preload();
}

/** True once the code is loaded or has failed: then fields have their final height. */
export function useEditorReady(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => void prepareEditor().then(() => setReady(true)), []);
  return ready;
}

const editor = lazyComponent<RichTextEditorProps>(
  async () => (await import("./rich-text-editor.tsx")).RichTextEditor,
);
const RichTextEditor = editor.Component;
