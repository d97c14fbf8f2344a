import { Eye, EyeOff, PencilLine } from "lucide-react";
import { useState } from "react";
import { SECTION_IDS, type SectionId, titleOf } from "../../../content/sections.ts";
import type { Language } from "../../../content/texts/languages.ts";
import { usePageTexts } from "../../../content/texts/use-page-texts.ts";
import { IconButton } from "../../../ui/button.tsx";
import { moved } from "../../entries/arrange/arrangement.ts";
import { moveActions, RowMenu, VisibilityMark } from "../../entries/arrange/row-menu.tsx";
import { DragHandle, OrderNote, Sortable } from "../../entries/arrange/sortable.tsx";
import { Section } from "../section.tsx";
import { HeadingDialog } from "./heading-dialog.tsx";
import { type StoredLayout, useLayout } from "./layout-api.ts";

interface PageSectionsProps {
  stored: StoredLayout;
  language: Language;
}

/** The order and visibility of the page's sections. Each change is saved at once. */
export function PageSections({ stored, language }: PageSectionsProps) {
  const texts = usePageTexts(language);
  const { layout, save } = useLayout(stored);
  const { order, hidden } = layout;
  const [renamed, setRenamed] = useState<SectionId | null>(null);
  const nameOf = (id: SectionId) => layout.titles[id] || titleOf(id);
  const setOrder = (ids: readonly string[]) => save({ ...layout, order: ids.filter(isSection) });
  return (
    <Section
      title="Sections"
      text="Their order on your page and in its menu. The greeting stays first and Get In Touch last; a section without entries is not published. Headings and subtitles can be changed or left out. Each change is saved at once."
    >
      <div className="grid gap-3">
        {order.join() !== SECTION_IDS.join() && (
          <OrderNote action="Use the default order" onReset={() => setOrder(SECTION_IDS)} />
        )}
        <Sortable
          list="sections"
          name="Sections"
          ids={order}
          nameOf={(id) => (isSection(id) ? nameOf(id) : id)}
          onOrder={setOrder}
        >
          <ul aria-label="Sections" data-drop-list="sections" className="rounded border bg-surface">
            {order.map((id, index) => (
              <SectionRow
                key={id}
                id={id}
                title={nameOf(id)}
                isHidden={hidden.includes(id)}
                onToggle={() =>
                  save({
                    ...layout,
                    hidden: hidden.includes(id)
                      ? hidden.filter((other) => other !== id)
                      : [...hidden, id],
                  })
                }
                onRename={() => setRenamed(id)}
                onMove={(to) => setOrder(moved(order, id, to))}
                index={index}
              />
            ))}
          </ul>
        </Sortable>
      </div>
      {renamed && (
        <HeadingDialog
          id={renamed}
          layout={layout}
          texts={texts}
          onSave={save}
          onClose={() => setRenamed(null)}
        />
      )}
    </Section>
  );
}

interface SectionRowProps {
  id: SectionId;
  title: string;
  index: number;
  isHidden: boolean;
  onToggle: () => void;
  onRename: () => void;
  onMove: (index: number) => void;
}

function SectionRow(props: SectionRowProps) {
  const { id, title, index, isHidden, onToggle, onRename, onMove } = props;
  const rename = { label: "Heading…", icon: <PencilLine />, run: onRename };
  return (
    <li
      data-drag-item={id}
      className="flex items-center gap-2 border-b py-1 pe-2 last:border-b-0 hover:bg-raised/50"
    >
      <DragHandle name={title} />
      <div data-no-drag className="contents">
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          {title}
          {isHidden && <VisibilityMark visibility="hidden" />}
        </span>
        <IconButton
          label={isHidden ? `Show ${title}` : `Hide ${title}`}
          icon={isHidden ? EyeOff : Eye}
          onClick={onToggle}
        />
        <RowMenu
          name={title}
          groups={() => [
            { actions: [rename] },
            { actions: moveActions(SECTION_IDS.length, index, onMove) },
          ]}
        />
      </div>
    </li>
  );
}

function isSection(id: string): id is SectionId {
  return (SECTION_IDS as readonly string[]).includes(id);
}
