import { type FormEvent, useState } from "react";
import {
  headingsOf,
  SECTION_SUBTITLE_MAX_LENGTH,
  SECTION_TITLE_MAX_LENGTH,
  type SectionId,
  type SectionLayout,
} from "../../../content/sections.ts";
import type { PageTexts } from "../../../content/texts/en.ts";
import { DISCARD_QUESTION } from "../../../forms/unsaved-form.ts";
import { askToConfirm } from "../../../ui/browser-dialogs.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Modal } from "../../../ui/modal.tsx";

interface HeadingDialogProps {
  id: SectionId;
  layout: SectionLayout;
  /** Of the page's language. */
  texts: PageTexts;
  onSave: (layout: SectionLayout) => void;
  onClose: () => void;
}

/** Renames a section, or leaves out its heading or subtitle. */
export function HeadingDialog({ id, layout, texts, onSave, onClose }: HeadingDialogProps) {
  const standard = headingsOf({ titles: {}, subtitles: {} }, texts)[id];
  const current = headingsOf(layout, texts)[id];
  const [title, setTitle] = useState(current.title);
  const [subtitle, setSubtitle] = useState(current.subtitle);
  const save = (event: FormEvent) => {
    event.preventDefault();
    onSave({
      ...layout,
      titles: withText(layout.titles, id, title, standard.title),
      subtitles: withText(layout.subtitles, id, subtitle, standard.subtitle),
    });
    onClose();
  };
  const isTyped = title !== current.title || subtitle !== current.subtitle;
  const close = () => {
    if (!isTyped || askToConfirm(DISCARD_QUESTION)) onClose();
  };
  const isStandard = title === standard.title && subtitle === standard.subtitle;
  return (
    <Modal title={`Heading of ${standard.title}`} width="lg" onClose={close}>
      <form noValidate className="grid gap-4" onSubmit={save}>
        <TextField
          label="Heading"
          hint={`Also its name in the menu and the CV. Leave it empty for no heading; menu and CV then say “${standard.name}”.`}
          maxLength={SECTION_TITLE_MAX_LENGTH}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        <TextField
          label="Subtitle"
          hint="Leave it empty for no subtitle."
          maxLength={SECTION_SUBTITLE_MAX_LENGTH}
          value={subtitle}
          onChange={({ target }) => setSubtitle(target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            disabled={isStandard}
            onClick={() => {
              setTitle(standard.title);
              setSubtitle(standard.subtitle);
            }}
          >
            Use the default
          </Button>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="primary">
            Save
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** The texts with this one; the default is not stored, so that it may change. */
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
