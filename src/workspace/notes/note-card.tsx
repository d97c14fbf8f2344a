import { EllipsisVertical, Pin } from "lucide-react";
import {
  type CSSProperties,
  memo,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import { sanitizeHtmlInBrowser } from "../../lib/sanitize/sanitize-html-browser.ts";
import { searchWords } from "../../lib/search/fold-text.ts";
import { IconButton } from "../../ui/button.tsx";
import { Highlight } from "../../ui/highlight.tsx";
import { markMatches } from "../../ui/mark-matches.ts";
import { RichText } from "../../ui/rich-text.tsx";
import { LabelChips } from "./labels/label-chips.tsx";
import { backgroundOf, type Note, titleOf } from "./note.ts";
import { firstPicture, NotePicture } from "./note-picture.tsx";
import { ReminderChip } from "./note-reminder.tsx";
import { matches, passageBelow, plainText } from "./note-text.ts";
import type { CardMenu } from "./use-card-selection.ts";
import type { NoteActions } from "./use-note-actions.ts";
import { useNotes } from "./use-notes.ts";

interface NoteCardProps {
  note: Note;
  /** The current search, whose words are marked. */
  search: string;
  /** The heading level, one below that of the surrounding section. */
  heading: "h2" | "h3";
  actions: NoteActions;
  selected: boolean;
  onMenu: (menu: CardMenu) => void;
  onOpen: (id: string) => void;
}

/** A note in the grid. A click anywhere except on links, checkboxes and the pin opens it. */
export const NoteCard = memo(function NoteCard(props: NoteCardProps) {
  const { note, search, heading: Heading, actions, selected, onMenu, onOpen } = props;
  const { id, content, color, labels, is_pinned, is_cut } = note;
  const title = titleOf(note);
  const words = useMemo(() => searchWords(search), [search]);
  const passage = useMemo(() => passageBelow(note, words), [note, words]);
  const picture = useMemo(() => firstPicture(content), [content]);
  const hasText = content.replace(NO_TEXT, "") !== "";
  return (
    <article
      data-note={id}
      style={{ "--card": backgroundOf(color), backgroundColor: "var(--card)" } as CSSProperties}
      // With a mouse, there is room for the pin above the menu's button.
      className={`group relative flex min-w-0 flex-col gap-2 rounded border p-4 text-ink [@media(hover:hover)]:min-h-22 focus-within:border-accent hover:border-line-strong pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none] ${selected ? "border-accent outline-2 outline-accent" : "border-line"}`}
    >
      <button
        type="button"
        // Only on selected cards: before the first selection, a card is a plain button.
        aria-pressed={selected || undefined}
        aria-label={
          title ||
          plainText(content.slice(0, SHOWN)).slice(0, 80) ||
          (picture ? picture.alt || PICTURE : EMPTY)
        }
        className="absolute inset-0 rounded"
        onClick={() => onOpen(id)}
      />
      {picture && <NotePicture key={picture.file} picture={picture} />}
      {/* Keeps the pin's corner free in left-to-right and right-to-left text. */}
      {title !== "" && (
        <Heading
          dir="auto"
          className="pointer-events-none relative mr-7 wrap-anywhere line-clamp-3"
        >
          <Highlight text={title} search={search} />
        </Heading>
      )}
      {hasText && (
        <div
          dir="auto"
          className={`pointer-events-none relative -ms-3.5 max-h-60 overflow-hidden ps-3.5 wrap-anywhere [&_a]:pointer-events-auto [&_label]:pointer-events-auto ${is_cut ? FADES_IF_CUT : FADES_IF_LONG} ${title === "" ? "mr-7" : ""}`}
        >
          {passage ? (
            <Highlight text={passage} search={search} />
          ) : (
            <CardText note={note} words={words} actions={actions} />
          )}
        </div>
      )}
      {title === "" && content === "" && <p className="mr-7 text-soft">{EMPTY}</p>}
      {(note.remind_at || labels.length > 0) && (
        <div className="flex flex-wrap items-center gap-1">
          <ReminderChip note={note} actions={actions} />
          <LabelChips labels={labels} search={search} />
        </div>
      )}
      <IconButton
        label={is_pinned ? "Unpin note" : "Pin note"}
        icon={Pin}
        className={`absolute end-1 top-1 ${picture ? "rounded-full! bg-surface" : ""} ${is_pinned ? "[&_svg]:fill-current" : ""}`}
        onClick={() => actions.togglePin(note)}
      />
      {/* A long press replaces it on touch screens. */}
      <IconButton
        label="Note menu"
        icon={EllipsisVertical}
        aria-haspopup="menu"
        className="absolute end-1 bottom-1 rounded-full! bg-(--card) opacity-0 focus-visible:opacity-100 group-hover:opacity-100 aria-expanded:opacity-100 [@media(hover:none)]:hidden!"
        onClick={({ currentTarget }) => onMenu({ note, anchor: currentTarget })}
      />
    </article>
  );
});

/** Maximum number of HTML characters that a card parses; more than a card can show. */
const SHOWN = 10_000;

const EMPTY = "Empty note";
const PICTURE = "Picture";

/** Matches empty paragraphs and pictures. */
const NO_TEXT = /<img\b[^>]*>|<p><\/p>/g;

// A gradient instead of a mask: a mask per card takes the browser longer than a search.
const FADES =
  "after:absolute after:inset-x-0 after:bg-[linear-gradient(transparent,var(--card))] after:content-[''] forced-colors:after:hidden";
const FADES_IF_LONG = `${FADES} after:top-[13rem] after:h-8`;
const FADES_IF_CUT = `${FADES} after:top-[70%] after:bottom-0`;

interface CardTextProps {
  note: Note;
  /** The words to mark. */
  words: readonly string[];
  actions: NoteActions;
}

/** The note's rich text, with a checkbox for each checklist item. */
function CardText({ note, words, actions }: CardTextProps) {
  const text = useRef<HTMLDivElement>(null);
  const html = useMemo(() => sanitizeHtmlInBrowser(note.content.slice(0, SHOWN)), [note.content]);
  /** Index of the checkbox just toggled, which is re-rendered next. */
  const ticked = useRef<number | null>(null);
  const tick = useEffectEvent((index: number, checked: boolean) => {
    ticked.current = index;
    actions.tick(note, index, checked);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML comes without any of these.
  useLayoutEffect(() => {
    for (const link of text.current?.querySelectorAll("a") ?? []) {
      link.target = "_blank";
      link.rel = "noopener noreferrer nofollow";
    }
    const items = text.current?.querySelectorAll<HTMLElement>("li[data-checked]") ?? [];
    for (const [index, item] of [...items].entries()) {
      const box = document.createElement("input");
      box.type = "checkbox";
      box.checked = item.dataset.checked === "true";
      box.setAttribute("aria-label", item.textContent?.trim() || "Empty item");
      box.addEventListener("change", () => tick(index, box.checked));
      // Touch needs a larger target than the checkbox.
      const label = document.createElement("label");
      label.className = "tick";
      label.append(box);
      item.prepend(label);
      if (index === ticked.current) box.focus();
    }
    ticked.current = null;
    return () => {
      for (const item of items) item.querySelector(":scope > .tick")?.remove();
    };
  }, [html]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: marks are of the HTML that was rendered.
  useLayoutEffect(
    () => (text.current ? markMatches(text.current, words) : undefined),
    [html, words],
  );
  const { sync } = useNotes();
  const isBeyond = note.is_cut && words.length > 0 && !matches(note, words);
  // A passage from the rest of a long note appears once the rest is loaded.
  useEffect(() => {
    if (isBeyond) void sync.open(note.id).catch(() => {});
  }, [isBeyond, sync, note.id]);

  return (
    <div ref={text} className="lines">
      <RichText html={html} />
    </div>
  );
}
