import { useController } from "react-hook-form";
import { CONTROL } from "../../ui/field.tsx";
import { skillSymbol } from "../../ui/icon-keys.ts";
import { LibraryIcon } from "../../ui/library-icon.tsx";
import type { KindForm } from "../entries/kind-form.ts";
import { type IconChoice, useIconChoices } from "./use-icon-choices.ts";

/** Selects a skill's icon, with a search in all of simple-icons. Arrow keys move between icons. */
export function IconPicker({ form }: { form: KindForm<"skills">["form"] }) {
  const { field } = useController({ control: form.control, name: "icon" });
  const name = form.watch("name");
  const { choices, paths, search, setSearch, status } = useIconChoices(name, field.value);
  return (
    <fieldset className="grid min-w-0 gap-2 sm:col-span-2">
      <legend className="pb-1.5 font-semibold text-small text-soft">Icon</legend>
      <input
        type="search"
        aria-label="Search all icons"
        placeholder="Search more than 3,000 icons"
        autoComplete="off"
        className={`${CONTROL} h-10 px-3`}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => {
          // By default, Enter would save the skill.
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      <p role="status" className="text-small text-soft">
        {status}
      </p>
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-5">
        {choices.map((choice) => (
          <Choice
            key={choice.value}
            choice={choice}
            paths={paths}
            name={name}
            checked={choice.value === field.value}
            onChoose={field.onChange}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Choice(props: {
  choice: IconChoice;
  paths: ReadonlyMap<string, string | null>;
  name: string;
  checked: boolean;
  onChoose: (value: string) => void;
}) {
  const { value, label } = props.choice;
  return (
    <label className="grid min-h-18 min-w-0 content-center justify-items-center gap-2 rounded border px-1 py-2 text-center text-small text-soft hover:border-line-strong has-checked:border-accent has-checked:bg-raised has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name="icon"
        value={value}
        checked={props.checked}
        onChange={() => props.onChoose(value)}
        className="sr-only"
      />
      <LibraryIcon symbol={skillSymbol(value)} name={props.name} paths={props.paths} />
      <span className="max-w-full truncate" title={label}>
        {label}
      </span>
    </label>
  );
}
