import { useNavigate } from "react-router";
import { messageOf } from "../../lib/errors.ts";
import { CommandPalette } from "../../ui/palette/command-palette.tsx";
import type { PaletteProps } from "../../ui/palette/palette-host.tsx";
import { usePaletteItems } from "./use-palette-items.ts";

/** Quick access to every screen, entry, message and action of the admin panel. */
export function AdminPalette(props: PaletteProps) {
  const navigate = useNavigate();
  const { groups, stale, loading, error, retry } = usePaletteItems(props.typed);
  return (
    <CommandPalette
      {...props}
      placeholder="Search screens, entries, messages and actions"
      groups={groups}
      stale={stale}
      loading={loading}
      problem={error ? messageOf(error) : ""}
      onRetry={retry}
      onNavigate={(path) => void navigate(path)}
    />
  );
}
