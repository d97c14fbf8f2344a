import { useEffect, useState } from "react";
import { EntryModal } from "../../forms/entry-modal.tsx";
import { type EntryForm, useEntryForm } from "../../forms/use-entry-form.ts";
import type { Tables } from "../../lib/database.types.ts";
import { completeAddress } from "../../lib/safe-url.ts";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import type { EditorProps } from "../entries/entries-page.tsx";
import { VISIBILITY_NAME, VisibilityField } from "../entries/visibility-field.tsx";
import { ProjectPicture } from "./project-picture.tsx";
import { type ProjectValues, projectSchema, toProjectValues } from "./project-schema.ts";
import { projectsApi } from "./projects-api.ts";
import { screenshotUrl } from "./screenshot-url.ts";

export function ProjectEditor({ row, editing, onClose }: EditorProps<Tables<"projects">>) {
  const entry = useEntryForm({
    table: projectsApi.table,
    row,
    editing,
    schema: projectSchema,
    names: NAMES,
    toValues: toProjectValues,
    save: projectsApi.save,
    onSaved: onClose,
  });
  const { field } = entry;
  const { preview, pausing } = usePreview(entry);
  return (
    <EntryModal
      title={editing === "new" ? "Add Project" : "Edit Project"}
      entry={entry}
      onClose={onClose}
    >
      <TextField label={NAMES.name} required wrap="sm:col-span-2" {...field("name")} />
      <AddressField label={NAMES.live_link} required {...pausing(field("live_link"))} />
      <AddressField label={NAMES.github_link} {...field("github_link")} />
      <TextAreaField
        label={NAMES.description}
        hint="Start a line with “- ” to make it a list item."
        rows={5}
        wrap="sm:col-span-2"
        {...field("description")}
      />
      <TextField
        label={NAMES.stack}
        hint="Separated by commas."
        wrap="sm:col-span-2"
        {...field("stack")}
      />
      <TextField
        label={NAMES.image_url}
        inputMode="url"
        placeholder="https:// or /path"
        hint={preview.hint}
        {...pausing(field("image_url"))}
      />
      <ProjectPicture
        address={preview.address}
        name={preview.name}
        alt="Preview of the picture"
        className="w-full"
      />
      <TextField
        label={NAMES.image_alt}
        hint="What it shows, for visitors who cannot see it. If empty, it is called a screenshot of the project."
        wrap="sm:col-span-2"
        {...field("image_alt")}
      />
      <VisibilityField {...field("visibility")} />
    </EntryModal>
  );
}

const NAMES = {
  name: "Name",
  live_link: "Live Link",
  github_link: "GitHub Link",
  description: "Description",
  stack: "Stack",
  image_url: "Picture",
  image_alt: "Picture description",
  visibility: VISIBILITY_NAME,
} as const;

function AddressField(props: React.ComponentProps<typeof TextField>) {
  return <TextField type="url" inputMode="url" placeholder="https://" {...props} />;
}

/**
 * Preview of the picture. Partially typed URLs must not be requested, so it updates when the field
 * loses focus.
 */
function usePreview<Output>({ form }: EntryForm<ProjectValues, Output>) {
  const values = form.watch();
  const [typing, setTyping] = useState(false);
  const [shown, setShown] = useState({ name: "", live_link: "", image_url: "" });
  const { name, live_link, image_url } = values;
  useEffect(() => {
    if (!typing) setShown({ name, live_link, image_url });
  }, [typing, name, live_link, image_url]);
  const automatic = screenshotUrl(completeAddress(shown.live_link.trim()));
  return {
    preview: {
      name: shown.name,
      address: shown.image_url.trim() || automatic,
      hint: automatic
        ? "If empty, visitors see a screenshot of the live link, loaded from the screenshot service."
        : "A web address or a path on this site.",
    },
    /** Props of a field that the picture depends on. */
    pausing: (field: ReturnType<EntryForm<ProjectValues, Output>["field"]>) => ({
      ...field,
      onFocus: () => setTyping(true),
      onBlur: (event: React.FocusEvent) => {
        setTyping(false);
        return field.onBlur(event);
      },
    }),
  };
}
