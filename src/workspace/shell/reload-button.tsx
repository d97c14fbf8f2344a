import { useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { SIDEBAR_ITEM } from "../../ui/app-frame.tsx";
import { IconButton } from "../../ui/button.tsx";

/** Refetches everything on the screen; as a sidebar item. */
export function ReloadItem() {
  const { reloading, reload } = useReload();
  return (
    <button
      type="button"
      className={SIDEBAR_ITEM}
      disabled={reloading}
      aria-busy={reloading || undefined}
      onClick={() => void reload()}
    >
      <RotateCw aria-hidden="true" />
      Reload
    </button>
  );
}

/** The same in the bar on narrow screens. */
export function ReloadIconButton() {
  const { reloading, reload } = useReload();
  return (
    <IconButton
      label="Reload"
      disabled={reloading}
      aria-busy={reloading || undefined}
      onClick={() => void reload()}
    >
      <RotateCw aria-hidden="true" />
    </IconButton>
  );
}

/** Not the browser's reload: input, open editors and scroll positions are kept. */
function useReload() {
  const client = useQueryClient();
  const [reloading, setReloading] = useState(false);
  return {
    reloading,
    async reload() {
      setReloading(true);
      await client.invalidateQueries();
      setReloading(false);
    },
  };
}
