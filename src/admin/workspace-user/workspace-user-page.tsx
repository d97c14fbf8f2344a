import { useQuery } from "@tanstack/react-query";
import { messageOf } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { PageHeader } from "../shell/page-header.tsx";
import { workspaceUserQuery } from "../shell/workspace-user.ts";
import { ActivityLogList } from "./activity-log-list.tsx";
import { ForceLogout } from "./force-logout.tsx";
import { LostDevice } from "./lost-device.tsx";
import { WorkspaceUserForm } from "./workspace-user-form.tsx";

/** The workspace user's account and activity log. */
export function WorkspaceUserPage() {
  return (
    <>
      <PageHeader text="The one account that opens the private workspace." />
      <Content />
    </>
  );
}

function Content() {
  const { data: user, error, isPending, refetch } = useQuery(workspaceUserQuery);
  if (isPending) return <SkeletonRows rows={4} />;
  if (user === undefined) {
    return (
      <Notice action={<Button onClick={() => void refetch()}>Try again</Button>}>
        {messageOf(error)}
      </Notice>
    );
  }
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
