import { Check, Palette } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { backgroundOf, NOTE_COLORS, paletteColor } from "./note.ts";
import { usePressOutside } from "./use-press-outside.ts";

interface ColorPickerProps {
  color: string;
  onChoose: (color: string) => void;
}

/** A button that opens the nine background colors; closes after a choice. */
export function ColorPicker({ color, onChoose }: ColorPickerProps) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const current = paletteColor(color);

  useEffect(() => {
    if (open) box.current?.querySelector<HTMLElement>("[aria-pressed=true]")?.focus();
  }, [open]);
  usePressOutside(box, open, () => setOpen(false));

  function close() {
    setOpen(false);
    opener.current?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only takes the Escape of what is inside.
    <div
      ref={box}
      className="relative"
      onKeyDown={(event) => {
        if (!open || event.key !== "Escape") return;
        // Keeps the surrounding editor open.
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <IconButton
        ref={opener}
        label="Change color"
        icon={Palette}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <fieldset
          aria-label="Color"
          className="absolute bottom-full left-0 z-10 mb-1 grid w-max grid-cols-5 gap-1 rounded border border-line-strong bg-surface p-1.5"
        >
          {NOTE_COLORS.map(({ name, value }) => (
            <button
              key={value}
              type="button"
              title={name}
              aria-label={name}
              aria-pressed={value === current}
              style={{ backgroundColor: backgroundOf(value) }}
              className="grid size-10 place-items-center rounded-full border border-line-strong text-ink hover:border-accent [&_svg]:size-4"
              onClick={() => {
                onChoose(value);
                close();
              }}
            >
              {value === current && <Check />}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
