import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useUser } from "../../../auth/session-context.tsx";
import { isSame } from "../../../forms/merge-fields.ts";
import { useSaveKeys } from "../../../forms/save-keys.tsx";
import { mayCloseEditor, useUnsavedForm } from "../../../forms/unsaved-form.ts";
import { isConflict, messageOf, readErrorOf } from "../../../lib/errors.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { fetchContent } from "../contents-api.ts";
import { CONTENT, type DriveFile, TABLE } from "../file.ts";
import { type EditedText, readText, writeText } from "./edited-text.ts";
import { chosenEncodings, EncodingSelect } from "./encoding-select.tsx";
import { saveCopy, saveText } from "./save-text.ts";

interface TextEditorProps {
  file: DriveFile;
  /** Called with the id of the copy that was saved instead. */
  onCopied: (id: string) => void;
  onClose: () => void;
}

/** A content at its path; null where saving it would change more than what is edited. */
interface Stored {
  path: string;
  content: EditedText | null;
}

/** The editor of a text file: it always edits the content that is stored now. */
export function TextEditor({ file, onCopied, onClose }: TextEditorProps) {
  const path = file.storage_object_path ?? "";
  // The last saved text, which the list of files does not have before it is read again.
  const [saved, setSaved] = useState<{ from: string; stored: Stored }>();
  const { data, error } = useQuery({
    queryKey: [CONTENT, "to edit", file.id, path],
    queryFn: async ({ signal }): Promise<Stored> => {
      if (saved?.stored.path === path) return saved.stored;
      const response = await fetchContent(path, signal);
      return { path, content: readText(await response.arrayBuffer(), chosenEncodings.get(path)) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  // What is typed stays while the content that replaced it is read, and if that fails.
  const [known, setKnown] = useState(data);
  if (data && data !== known) setKnown(data);
  const isOwn = saved && [saved.from, saved.stored.path].includes(path);
  const stored = isOwn ? saved.stored : (data ?? known);
  if (!stored && error) return <Notice>{readErrorOf(error)}</Notice>;
  if (!stored) return <Spinner />;
  if (!stored.content) {
    return (
      <p className="p-5 text-soft">
        This file cannot be edited here: saving it would change more of it than the text you edit.
      </p>
    );
  }
  return (
    <Editor
      file={file}
      path={stored.path}
      content={stored.content}
      onSaved={(next) => setSaved({ from: path, stored: next })}
      onCopied={onCopied}
      onClose={onClose}
    />
  );
}

interface EditorProps extends TextEditorProps {
  path: string;
  content: EditedText;
  onSaved: (stored: Stored) => void;
}

function Editor({ file, path, content, onSaved, onCopied, onClose }: EditorProps) {
  const { userId } = useUser();
  const { form, unsaved, isDirty } = useEditedFields(file.id, path, content);
  const element = useRef<HTMLFormElement>(null);
  const encode = (fields: EditedFields) =>
    writeText(withFields(content, fields), file.mimetype ?? "text/plain");
  const saving = useMutation({
    meta: { changes: [[TABLE]] },
    mutationFn: async (fields: EditedFields) =>
      saveText(file, encode(fields), unsaved.base.revision ?? path),
    onSuccess: (at, fields) => {
      unsaved.markSaved();
      // The cursor stays where it is.
      form.reset(fields, { keepValues: true });
      chosenEncodings.set(at, fields.encoding);
      onSaved({ path: at, content: withFields(content, fields) });
    },
  });
  const copying = useMutation({
    meta: { changes: [[TABLE]] },
    mutationFn: async (fields: EditedFields) => saveCopy(userId, file, encode(fields)),
    onSuccess: (id) => {
      unsaved.markSaved();
      onCopied(id);
    },
  });
  const pending = saving.isPending || copying.isPending;
  const isReplaced = isDirty && (unsaved.base.revision !== path || isConflict(saving.error));
  const failure = copying.error ?? (isReplaced ? null : saving.error);
  const save = () => {
    if (isDirty && !pending && !isReplaced) saving.mutate(form.getValues());
  };
  useSaveKeys(element, { save });
  useEffect(() => element.current?.querySelector("textarea")?.focus(), []);
  return (
    <form
      ref={element}
      className="grid size-full grid-rows-[minmax(0,1fr)_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <textarea
        {...form.register("text")}
        aria-label={`Text of ${file.name}`}
        dir="auto"
        spellCheck={false}
        // Text typed during a save would be part of neither version.
        readOnly={pending}
        className="resize-none bg-ground p-5 font-mono text-small -outline-offset-2"
      />
      <footer className="grid gap-2 border-t bg-surface px-5 py-2">
        {isReplaced && (
          <Notice
            kind="info"
            action={
              <div className="flex flex-wrap gap-2">
                <Button
                  disabled={pending}
                  onClick={() => {
                    unsaved.discard();
                    form.reset(fieldsOf(content));
                    saving.reset();
                  }}
                >
                  Discard my changes
                </Button>
                <Button
                  pending={copying.isPending}
                  onClick={() => copying.mutate(form.getValues())}
                >
                  Save as copy
                </Button>
              </div>
            }
          >
            This file was changed in another tab or on another device while you were editing it.
          </Notice>
        )}
        {failure && <Notice>{messageOf(failure)}</Notice>}
        <div className="flex flex-wrap items-center justify-end gap-2">
          <EncodingSelect
            value={form.watch("encoding")}
            // Not during a save either, as for the text.
            onChange={(encoding) =>
              pending || form.setValue("encoding", encoding, { shouldDirty: true })
            }
          />
          <p role="status" className="me-auto text-small text-soft">
            {isDirty ? "Not saved yet" : saving.isSuccess && "Saved"}
          </p>
          <Button onClick={() => mayCloseEditor() && onClose()}>Close editor</Button>
          <Button
            type="submit"
            look="primary"
            aria-keyshortcuts="Control+S Meta+S"
            pending={saving.isPending}
            disabled={!isDirty || isReplaced}
          >
            {saving.isPending ? "Saving..." : "Save"}
          </Button>
        </div>
      </footer>
    </form>
  );
}

type EditedFields = Pick<EditedText, "text" | "encoding">;

const fieldsOf = ({ text, encoding }: EditedText): EditedFields => ({ text, encoding });

function withFields(content: EditedText, fields: EditedFields): EditedText {
  const { encoding } = fields;
  const hasMark = encoding === content.encoding ? content.hasMark : encoding.startsWith("utf-16");
  return { ...content, ...fields, hasMark };
}

/** The fields: as they are stored until they are edited, then with their draft and its base. */
function useEditedFields(id: string, path: string, content: EditedText) {
  const form = useForm({ defaultValues: fieldsOf(content) });
  const { isDirty } = form.formState;
  const unsaved = useUnsavedForm<EditedFields, EditedFields, string>(form, `file ${id}`, path);
  const known = useRef(content);
  useEffect(() => {
    if (known.current === content) return;
    known.current = content;
    const stored = fieldsOf(content);
    // A save has put them there already, and setting the text again would move the cursor.
    if (!isDirty && !isSame(form.getValues(), stored)) form.reset(stored);
  }, [form, isDirty, content]);
  return { form, unsaved, isDirty };
}
