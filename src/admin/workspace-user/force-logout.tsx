import { useMutation } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { messageOf } from "../../lib/errors.ts";
import { askToConfirm, showAlert } from "../../ui/browser-dialogs.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { forceLogoutMutation } from "./workspace-user-queries.ts";

/** Ends every session of the workspace user and shows the temporary password. */
export function ForceLogout() {
  const logout = useMutation({
    ...forceLogoutMutation,
    // Shown before anything is refetched: the password is only returned once.
    onSuccess: (password) =>
      showAlert(`All sessions were ended. Temporary password, shown only once:\n\n${password}`),
  });
  const { isPending } = logout;

  return (
    <section className="grid gap-4 border-t pt-8" aria-labelledby="logout-heading">
      <div className="grid gap-1">
        <h2 id="logout-heading" className="text-body font-semibold">
          Global logout
        </h2>
        <p className="text-soft">
          Ends the user's sessions on every device and replaces the password with a temporary one.
          From then on every request is refused; open screens are cleared within a few seconds, on a
          device without a network when it is back online.
        </p>
      </div>
      {logout.error && <Notice>{messageOf(logout.error)}</Notice>}
      <Button
        look="danger"
        className="justify-self-start"
        pending={isPending}
        icon={<LogOut aria-hidden="true" />}
        onClick={() => {
          if (askToConfirm(QUESTION)) logout.mutate();
        }}
      >
        {isPending ? "Logging out..." : "Force Global Logout"}
      </Button>
    </section>
  );
}

const QUESTION =
  "Log the workspace user out on every device? Their password stops working; a temporary one is shown to you once.";
