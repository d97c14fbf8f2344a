import { useState } from "react";
import { useSession } from "../../auth/session-context.tsx";
import { mayDiscard } from "../../forms/unsaved-form.ts";
import { paths } from "../../lib/paths.ts";

/** Confirms unsaved changes, ends the session in every tab and shows the landing page. */
export function useSignOut(): { leaving: boolean; signOut: () => Promise<void> } {
  const { store } = useSession();
  const [leaving, setLeaving] = useState(false);
  return {
    leaving,
    async signOut() {
      if (!mayDiscard()) return;
      setLeaving(true);
      await store.signOut();
      location.assign(paths.site);
    },
  };
}
