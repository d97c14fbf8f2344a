import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import type { Row } from "../../../shared/content/kind.ts";
import { kinds } from "../../../shared/content/kinds.ts";
import { completeAddress } from "../../lib/safe-url.ts";
import { Checkbox } from "../../ui/field.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import type { EditorProps } from "../entries/entries-page.tsx";
import { KindField, KindModal, VisibilityField } from "../entries/kind-editor.tsx";
import { type KindForm, useKindForm } from "../entries/kind-form.ts";
import { NONE } from "../entries/kind-schema.ts";
import { usePictureSource } from "../pictures/use-picture-source.ts";
import { PictureField } from "./picture/picture-field.tsx";
import { ProjectPicture } from "./picture/project-picture.tsx";
import { screenshotUrl } from "./picture/screenshot-url.ts";
import { projectSchema, toProjectValues } from "./project-schema.ts";

export function ProjectEditor(props: EditorProps<Row<"projects">>) {
  const entry = useKindForm("projects", {
    ...props,
    schema: projectSchema,
    toValues: toProjectValues,
    names: { live_link: { label: "Live Link", show: (text) => (text === NONE ? NO_LINK : text) } },
  });
  const { field, form } = entry;
  const { preview, pausing } = usePreview(entry);
  const source = usePictureSource(!entry.pending);
  const setPicture = (address: string) =>
    form.setValue("image_url", address, { shouldDirty: true, shouldValidate: true });
  const { image_url } = kinds.projects.fields;
  return (
    <>
      <KindModal
        name="projects"
        entry={entry}
        {...props}
        special={{
          visibility: (
            <VisibilityField
              note="Anyone who has an uploaded picture's address can still open it."
              {...field("visibility")}
            />
          ),
          live_link: <LiveLink form={form} input={pausing(field("live_link"))} />,
          image_url: (
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
              <KindField field={image_url} hint={preview.hint} {...pausing(field("image_url"))} />
            </PictureField>
          ),
        }}
      />
      {/* Outside the form, so that a key pressed there does not submit it. */}
      {source.picture && (
        <cropDialog.Component
          picture={source.picture}
          onUploaded={(address) => {
            setPicture(address);
            source.close();
            toast.success("Picture uploaded. Save the project to show it.");
          }}
          onClose={source.close}
        />
      )}
    </>
  );
}

/** The address of the project, or that it has none. What was typed returns with the address. */
function LiveLink({ form, input }: Pick<KindForm<"projects">, "form"> & { input: LinkInput }) {
  const typed = useRef("");
  const hasNone = form.watch("live_link") === NONE;
  const toggle = (none: boolean) => {
    if (none) typed.current = form.getValues("live_link");
    form.setValue("live_link", none ? NONE : typed.current, { shouldDirty: true });
    if (none) form.clearErrors("live_link");
  };
  return (
    <div className="grid content-start gap-2">
      {!hasNone && <KindField field={kinds.projects.fields.live_link} {...input} />}
      <Checkbox
        wrap="text-small"
        checked={hasNone}
        onChange={({ target }) => toggle(target.checked)}
      >
        {NO_LINK}
      </Checkbox>
    </div>
  );
}

type LinkInput = ReturnType<KindForm<"projects">["field"]>;

const NO_LINK = "No public link";

const cropDialog = lazyDialog(
  async () => (await import("./picture/crop-dialog.tsx")).ProjectCropDialog,
);

/**
 * Preview of the picture. Partially typed URLs must not be requested, so it updates when the field
 * loses focus.
 */
function usePreview({ form }: KindForm<"projects">) {
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
    pausing: (field: ReturnType<KindForm<"projects">["field"]>) => ({
      ...field,
      onFocus: () => setTyping(true),
      onBlur: (event: Parameters<typeof field.onBlur>[0]) => {
        setTyping(false);
        return field.onBlur(event);
      },
    }),
  };
}
