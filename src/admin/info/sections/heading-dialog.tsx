import { useForm } from "react-hook-form";
import {
  headingsOf,
  SECTION_SUBTITLE_MAX_LENGTH,
  SECTION_TITLE_MAX_LENGTH,
  type SectionId,
  type SectionLayout,
} from "../../../content/sections.ts";
import type { PageTexts } from "../../../content/texts/en.ts";
import { mayCloseEditor, useUnsavedForm } from "../../../forms/unsaved-form.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Modal } from "../../../ui/modal.tsx";

interface HeadingDialogProps {
  id: SectionId;
  layout: SectionLayout;
  /** Texts in the page's language. */
  texts: PageTexts;
  /** `saved` is called once the layout is stored. */
  onSave: (layout: SectionLayout, saved: () => void) => void;
  onClose: () => void;
}

/** Renames a section, or hides its heading or subtitle. */
export function HeadingDialog({ id, layout, texts, onSave, onClose }: HeadingDialogProps) {
  const standard = headingsOf({ titles: {}, subtitles: {} }, texts)[id];
  const current = headingsOf(layout, texts)[id];
  const form = useForm({ defaultValues: { title: current.title, subtitle: current.subtitle } });
  const unsaved = useUnsavedForm(form, `heading ${id}`, null);
  const save = form.handleSubmit(({ title, subtitle }) => {
    const titles = withText(layout.titles, id, title, standard.title);
    const subtitles = withText(layout.subtitles, id, subtitle, standard.subtitle);
    // The draft keeps the texts until the layout is stored, even if a save is refused.
    onSave({ ...layout, titles, subtitles }, unsaved.markSaved);
    onClose();
  });
  const leave = () => {
    if (mayCloseEditor()) onClose();
  };
  const { title, subtitle } = form.watch();
  const isStandard = title === standard.title && subtitle === standard.subtitle;
  return (
    <Modal title={`Heading of ${standard.title}`} width="lg" onClose={leave}>
      <form noValidate className="grid gap-4" onSubmit={save}>
        <TextField
          label="Heading"
          hint={`Also its name in the menu and the CV. Leave it empty for no heading; menu and CV then say “${standard.name}”.`}
          maxLength={SECTION_TITLE_MAX_LENGTH}
          {...form.register("title")}
        />
        <TextField
          label="Subtitle"
          hint="Leave it empty for no subtitle."
          maxLength={SECTION_SUBTITLE_MAX_LENGTH}
          {...form.register("subtitle")}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            disabled={isStandard}
            onClick={() => {
              form.setValue("title", standard.title, { shouldDirty: true });
              form.setValue("subtitle", standard.subtitle, { shouldDirty: true });
            }}
          >
            Use the default
          </Button>
          <Button onClick={leave}>Cancel</Button>
          <Button type="submit" look="primary">
            Save
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** The texts with this one applied; defaults are not stored, so that they can change. */
function withText(
  texts: SectionLayout["titles"],
  id: SectionId,
  typed: string,
  standard: string,
): SectionLayout["titles"] {
  const { [id]: _, ...others } = texts;
  const text = typed.trim();
  return text === standard ? others : { ...others, [id]: text };
}
