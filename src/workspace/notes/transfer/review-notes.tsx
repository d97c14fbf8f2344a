import { formatSize } from "../../../lib/file-size.ts";
import { formatCount, formatDate } from "../../../lib/format.ts";
import { shorten } from "../../../lib/shorten.ts";
import { shownName } from "../../../lib/shown-name.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Choice, ImportButtons, RefusedEntry } from "../../../ui/review/review-entry.tsx";
import { ReviewGroup, toggled } from "../../../ui/review/review-group.tsx";
import { titleOf } from "../note.ts";
import type { FoundNote } from "./note-source.ts";
import type { NotesReview } from "./use-notes-import.ts";

interface ReviewNotesProps {
  review: NotesReview;
  problem: string;
  onChange: (review: NotesReview) => void;
  onStart: () => void;
  onCancel: () => void;
}

/** Lists the notes that were found before they are imported. */
export function ReviewNotes({ review, problem, onChange, onStart, onCancel }: ReviewNotesProps) {
  const { name, found, known, trashed, chosen } = review;
  const refused = found.notes.filter((note) => note.problem);
  const usable = found.notes.filter((note) => !note.problem);
  const lost = usable.filter((note) => note.lost.length > 0).length;
  const isDeleted = (note: FoundNote) => trashed.has(note.id) && !note.is_trashed;
  const isThere = ({ id }: FoundNote) => known.has(id) || trashed.has(id);
  const deleted = usable.filter(isDeleted);
  const same = usable.filter((note) => isThere(note) && !isDeleted(note)).length;
  const added = usable.length - same - deleted.length;
  const pictures = found.notes.filter(({ id }) => chosen.has(id)).flatMap((note) => note.pictures);
  const pictureBytes = pictures.reduce((sum, { size }) => sum + size, 0);
  const actions = {
    chosen,
    disabled: false,
    onToggle: (ids: string[], on: boolean) =>
      onChange({ ...review, chosen: toggled(chosen, ids, on) }),
  };
  return (
    <div className="grid max-w-[80ch] gap-6 [&_input]:scroll-mb-24">
      {problem && <Notice>{problem}</Notice>}
      <p>
        <bdi className="font-semibold wrap-anywhere">{shownName(name)}</bdi>,{" "}
        {found.kinds.join(", ")}: {formatCount(added)} to add, {formatCount(same)} already here
        {deleted.length > 0 && `, ${formatCount(deleted.length)} in your trash`}
        {refused.length > 0 && `, ${formatCount(refused.length)} can't be imported`}
        {lost > 0 && `, ${formatCount(lost)} with something that is not brought along`}.
      </p>
      {pictures.length > 0 && (
        <p className="text-soft">
          {pictures.length === 1 ? "1 picture" : `${formatCount(pictures.length)} pictures`} with{" "}
          {formatSize(pictureBytes)} will be stored in your drive, in the folder Note pictures.
        </p>
      )}
      {GROUPS.map(({ title, has }) => {
        const notes = usable.filter((note) => has(note) && !isDeleted(note));
        const added = notes.filter((note) => !isThere(note));
        return (
          <ReviewGroup
            key={title}
            title={title}
            items={added}
            choices={added.map(({ id }) => id)}
            same={notes.length - added.length}
            place="in your notes"
            {...actions}
          >
            {(note) => (
              <Choice id={note.id} name={nameOf(note)} details={detailsOf(note)} {...actions} />
            )}
          </ReviewGroup>
        );
      })}
      <ReviewGroup
        title="In your trash"
        items={deleted}
        choices={deleted.map(({ id }) => id)}
        same={0}
        place=""
        options={
          <p className="text-small text-soft">You deleted these notes. Choose which to restore.</p>
        }
        {...actions}
      >
        {(note) => <Choice id={note.id} name={nameOf(note)} details={[]} {...actions} />}
      </ReviewGroup>
      <ReviewGroup
        title="Can't be imported"
        items={refused}
        choices={[]}
        same={0}
        place=""
        {...actions}
      >
        {(note) => <RefusedEntry name={shownName(note.path)} reason={note.problem} />}
      </ReviewGroup>
      {usable.length === same && (
        <p className="text-soft">Everything in this file is in your notes already.</p>
      )}
      {found.left.length > 0 && (
        <p className="text-soft wrap-anywhere">
          Not imported, because {found.left.length === 1 ? "it is no note" : "they are no notes"}:{" "}
          {listOf(found.left)}.
        </p>
      )}
      <ImportButtons
        nouns={["Note", "Notes"]}
        count={chosen.size}
        importing={false}
        onStart={onStart}
        onCancel={onCancel}
      />
    </div>
  );
}

const GROUPS: { title: string; has: (note: FoundNote) => boolean }[] = [
  { title: "Notes", has: (note) => !note.is_archived && !note.is_trashed },
  { title: "Archive", has: (note) => note.is_archived && !note.is_trashed },
  { title: "Trash", has: (note) => note.is_trashed },
];

/** Maximum number of names that are listed. */
const SHOWN = 10;
const NAME_LENGTH = 100;

const listOf = (names: string[]) =>
  names
    .slice(0, SHOWN)
    .map((name) => shorten(shownName(name), NAME_LENGTH))
    .join(", ") + (names.length > SHOWN ? ` and ${formatCount(names.length - SHOWN)} more` : "");

const nameOf = (note: FoundNote) => titleOf(note) || note.excerpt || "Empty note";

function detailsOf({ is_pinned, labels, pictures, lost, updated_at }: FoundNote): string[] {
  return [
    ...(is_pinned ? ["Pinned"] : []),
    ...labels.slice(0, 3),
    ...(labels.length > 3 ? [`${labels.length - 3} more labels`] : []),
    ...(pictures.length > 0
      ? [pictures.length === 1 ? "1 picture" : `${pictures.length} pictures`]
      : []),
    ...(lost.length > 0 ? [`Not brought along: ${listOf([...new Set(lost)])}`] : []),
    ...(updated_at ? [formatDate(updated_at)] : []),
  ];
}
