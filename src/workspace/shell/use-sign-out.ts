import { useState } from "react";
import { useSession } from "../../auth/session-context.tsx";
import { mayDiscard } from "../../forms/unsaved-form.ts";
import { paths } from "../../lib/paths.ts";
import { forgetCopies } from "./device-copy.ts";
import { finishWork, maySignOut } from "./unfinished-work.ts";

/** The server ends subscriptions with the session in any case. */
async function endReminders(): Promise<void> {
  const push = () => import("./push-subscription.ts");
  await push()
    .then(({ unsubscribe }) => unsubscribe())
    .catch(() => {});
}

/**
 * Asks about data that would be lost or left unsent, waits for pending saves, ends the session and
 * shows the landing page.
 */
export function useSignOut(): { leaving: boolean; signOut: () => Promise<void> } {
  const { store } = useSession();
  const [leaving, setLeaving] = useState(false);
  return {
    leaving,
    async signOut() {
      setLeaving(true);
      // Discarding a form comes last, because it cannot be undone.
      if (!(await maySignOut()) || !mayDiscard()) return setLeaving(false);
      await finishWork();
      await endReminders();
      await store.signOut();
      await forgetCopies();
      location.assign(paths.site);
    },
  };
}
