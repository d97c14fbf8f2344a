import { useState } from "react";
import { useNavigate } from "react-router";
import { messageOf } from "../../lib/errors.ts";
import { CommandPalette } from "../../ui/palette/command-palette.tsx";
import { usePaletteItems } from "./use-palette-items.ts";

/** Quick access to every screen, entry, message and action of the admin panel. */
export function AdminPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const { groups, stale, loading, error, retry } = usePaletteItems(typed);
  return (
    <CommandPalette
      placeholder="Search screens, entries, messages and actions"
      typed={typed}
      onTyped={setTyped}
      groups={groups}
      stale={stale}
      loading={loading}
      problem={error ? messageOf(error) : ""}
      onRetry={retry}
      onNavigate={(path) => void navigate(path)}
      onClose={onClose}
    />
  );
}
