import { useMutation, useQuery } from "@tanstack/react-query";
import { Copy, LogOut } from "lucide-react";
import { type ComponentProps, useId, useState } from "react";
import { toast } from "sonner";
import { messageOf } from "../../lib/errors.ts";
import { formatCount } from "../../lib/format.ts";
import { askToConfirm, showAlert } from "../../ui/browser-dialogs.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { Modal } from "../../ui/modal.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { workspaceUserQuery } from "../shell/workspace-user.ts";
import { ActivityLogList } from "./activity-log-list.tsx";
import { forceLogoutMutation, removeFactorsMutation } from "./workspace-user-api.ts";
import { WorkspaceUserForm } from "./workspace-user-form.tsx";

/** The workspace user's account and activity log. */
export function WorkspaceUserPage() {
  return (
    <>
      <PageHeader text="The one account that opens the private workspace. Its dashboard greets everyone as Ines: the name is part of that screen." />
      <Content />
    </>
  );
}

function Content() {
  const query = useQuery(workspaceUserQuery);
  const { data: user, isPending } = query;
  if (isPending) return <SkeletonRows rows={4} />;
  if (user === undefined) return <FailedRead query={query} />;
  return (
    <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
      <div className="grid max-w-[32rem] content-start gap-10">
        <WorkspaceUserForm user={user} />
        {user && <ForceLogout />}
        {user && <LostDevice />}
      </div>
      {user && <ActivityLogList key={user.user_id} userId={user.user_id} />}
    </div>
  );
}

/** Ends every session of the workspace user and shows the temporary password. */
function ForceLogout() {
  const [password, setPassword] = useState<string | null>(null);
  const logout = useMutation({
    ...forceLogoutMutation,
    // The alert comes before any refetch, because the password is only returned once.
    onSuccess: (temporary) => {
      showAlert(`All sessions were ended. Temporary password, shown only once:\n\n${temporary}`);
      setPassword(temporary);
    },
  });
  return (
    <>
      {password !== null && (
        <TemporaryPassword password={password} onClose={() => setPassword(null)} />
      )}
      <ConfirmedAction
        title="Global logout"
        text="Ends the user's sessions on every device and replaces the password with a temporary one. From then on every request is refused; open screens are cleared within a few seconds, on a device without a network when it is back online."
        question="Log the workspace user out on every device? Their password stops working; a temporary one is shown to you once."
        label={logout.isPending ? "Logging out..." : "Force Global Logout"}
        look="danger"
        icon={<LogOut />}
        action={logout}
      />
    </>
  );
}

/** Shows the password again for copying, because the text of a browser alert cannot be selected. */
function TemporaryPassword({ password, onClose }: { password: string; onClose: () => void }) {
  return (
    <Modal title="Temporary password" width="sm" onClose={onClose}>
      <div className="grid gap-5">
        <p>
          Give it to the workspace user, who signs in with it and chooses a new one under Account.{" "}
          <strong>It is shown only now.</strong>
        </p>
        <code className="select-all text-[1.25rem] tracking-wide">{password}</code>
        <div className="flex flex-wrap gap-2">
          <CopyButton
            icon={<Copy />}
            text={password}
            copied="Password copied."
            failed="The password could not be copied. Select it instead."
          >
            Copy Password
          </CopyButton>
          <Button look="primary" className="ms-auto" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Modal>
  );
}

/** Removes the workspace user's authenticator apps after a lost device. */
function LostDevice() {
  const removing = useMutation({
    ...removeFactorsMutation,
    onSuccess: (removed) => {
      if (removed === 0) toast.info("This user has no authenticator app.");
      else toast.success(`Authenticator apps removed: ${formatCount(removed)}.`);
    },
  });
  return (
    <ConfirmedAction
      title="Lost device"
      text="Removes the user's authenticator apps, so that the password alone signs in. They can add a new one on their account screen."
      question="Remove the workspace user's authenticator apps? From then on only the password protects the account."
      label={removing.isPending ? "Removing..." : "Remove Authenticator Apps"}
      action={removing}
    />
  );
}

interface ConfirmedActionProps extends Pick<ComponentProps<typeof Button>, "look" | "icon"> {
  title: string;
  text: string;
  /** Question before the action runs. */
  question: string;
  label: string;
  action: { mutate: () => void; isPending: boolean; error: Error | null };
}

function ConfirmedAction(props: ConfirmedActionProps) {
  const { title, text, question, label, action, ...button } = props;
  const id = useId();
  return (
    <section className="grid gap-4 border-t pt-8" aria-labelledby={id}>
      <div className="grid gap-1">
        <h2 id={id} className="text-body font-semibold">
          {title}
        </h2>
        <p className="text-soft">{text}</p>
      </div>
      {action.error && <Notice>{messageOf(action.error)}</Notice>}
      <Button
        {...button}
        className="justify-self-start"
        pending={action.isPending}
        onClick={() => {
          if (askToConfirm(question)) action.mutate();
        }}
      >
        {label}
      </Button>
    </section>
  );
}
