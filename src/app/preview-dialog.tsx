import { Monitor, Moon, Smartphone, Sun, Tablet, X } from "lucide-react";
import { useState } from "react";
import type { PreviewChange } from "../admin/shell/events.ts";
import { IconButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { currentTheme, PagePreview } from "./page-preview.tsx";

const DEVICES = [
  { name: "Phone", width: 390, Icon: Smartphone },
  { name: "Tablet", width: 768, Icon: Tablet },
  { name: "Desktop", width: 1440, Icon: Monitor },
] as const;

/** Full-screen preview of the public page with drafts and unsaved edits, at the width of a device. */
export function PreviewDialog({ change, onClose }: { change: PreviewChange; onClose: () => void }) {
  const [width, setWidth] = useState<number>(1440);
  // A choice in the preview is not stored.
  const [theme, setTheme] = useState(currentTheme);
  const isDark = theme === "dark";

  return (
    <Dialog label="Preview" className="preview" onClose={onClose}>
      <div className="grid h-full grid-rows-[auto_1fr]">
        <header className="flex items-center gap-3 border-b bg-surface px-3 py-1.5">
          <h2 className="min-w-0 flex-1 truncate font-semibold">
            Preview<span className="font-normal text-soft max-sm:hidden"> · not public yet</span>
          </h2>
          <fieldset aria-label="Width" className="flex">
            {DEVICES.map(({ name, width: own, Icon }) => (
              <IconButton
                key={name}
                label={name}
                icon={Icon}
                aria-pressed={width === own}
                className={width === own ? "bg-raised text-ink!" : ""}
                onClick={() => setWidth(own)}
              />
            ))}
          </fieldset>
          <IconButton
            label={isDark ? "Light theme" : "Dark theme"}
            icon={isDark ? Sun : Moon}
            onClick={() => setTheme(isDark ? "light" : "dark")}
          />
          <IconButton label="Close preview" icon={X} onClick={onClose} />
        </header>
        <div className="overflow-x-auto bg-raised">
          <div className="mx-auto h-full" style={{ maxWidth: width }}>
            <PagePreview change={change} theme={theme} />
          </div>
        </div>
      </div>
    </Dialog>
  );
}
