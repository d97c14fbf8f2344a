import { lazy, Suspense } from "react";
import { toast } from "sonner";
import { EntryModal } from "../../forms/entry-modal.tsx";
import { useEntryForm } from "../../forms/use-entry-form.ts";
import type { Tables } from "../../lib/database.types.ts";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import type { EditorProps } from "../entries/entries-page.tsx";
import { VISIBILITY_NAME, VisibilityField } from "../entries/visibility-field.tsx";
import { PictureField } from "./picture/picture-field.tsx";
import { ProjectPicture } from "./picture/project-picture.tsx";
import { usePictureSource } from "./picture/use-picture-source.ts";
import { usePreview } from "./picture/use-preview.ts";
import { projectSchema, toProjectValues } from "./project-schema.ts";
import { projectsApi } from "./projects-api.ts";

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
  const { field, form } = entry;
  const { preview, pausing } = usePreview(entry);
  const source = usePictureSource(!entry.pending);
  const setPicture = (address: string) =>
    form.setValue("image_url", address, { shouldDirty: true, shouldValidate: true });
  return (
    <>
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
        <PictureField
          source={source}
          onRemove={form.watch("image_url") ? () => setPicture("") : undefined}
          preview={
            <ProjectPicture
              address={preview.address}
              name={preview.name}
              alt="Preview of the picture"
              className="w-full"
            />
          }
        >
          <TextField
            label={NAMES.image_url}
            inputMode="url"
            placeholder="https:// or /path"
            hint={preview.hint}
            {...pausing(field("image_url"))}
          />
        </PictureField>
        <TextField
          label={NAMES.image_alt}
          hint="What it shows, for visitors who cannot see it. If empty, it is called a screenshot of the project."
          wrap="sm:col-span-2"
          {...field("image_alt")}
        />
        <VisibilityField
          note="Anyone who has an uploaded picture's address can still open it."
          {...field("visibility")}
        />
      </EntryModal>
      {/* Outside the form, so that a key pressed there does not submit it. */}
      {source.picture && (
        <Suspense>
          <CropDialog
            picture={source.picture}
            onUploaded={(address) => {
              setPicture(address);
              source.close();
              toast.success("Picture uploaded. Save the project to show it.");
            }}
            onClose={source.close}
          />
        </Suspense>
      )}
    </>
  );
}

const CropDialog = lazy(async () => ({
  default: (await import("./picture/crop-dialog.tsx")).CropDialog,
}));

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
  return <TextField type="url" inputMode="url" placeholder="example.com" {...props} />;
}
