import { useQuery } from "@tanstack/react-query";
import { Menu } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { IconButton } from "../../ui/button.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { ownerInfoQuery } from "./owner-info.ts";
import { Sidebar } from "./sidebar.tsx";
import { useHasUnsaved, useLeaveWarning } from "../../forms/unsaved-form.ts";
import { useFavicon } from "./use-favicon.ts";

/** The frame of the admin panel: the sidebar, on phones a drawer, and the screen beside it. */
export function AdminLayout() {
  const { data: owner } = useQuery(ownerInfoQuery);
  useFavicon(owner?.adminFaviconSvg ?? "");
  const hasUnsaved = useHasUnsaved();
  const main = useRef<HTMLElement>(null);
  const name = owner?.displayName ?? "";
  return (
    <div className="min-h-screen lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
      {hasUnsaved && <LeaveWarning />}
      {/* A link to an anchor would be an address to the router. */}
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <aside
        aria-label="Sidebar"
        className="sticky top-0 hidden h-screen border-e bg-surface lg:block"
      >
        <Sidebar name={name} />
      </aside>
      <Drawer name={name} />
      <main ref={main} tabIndex={-1} className="min-w-0 px-4 py-6 sm:px-8 lg:px-10 lg:py-8">
        <div className="mx-auto max-w-[72rem]">
          <Suspense fallback={<SkeletonRows />}>
            <Outlet />
          </Suspense>
        </div>
      </main>
    </div>
  );
}

/** Stands only while something is unsaved: with a blocker, the router complains of typed addresses. */
function LeaveWarning() {
  useLeaveWarning();
  return null;
}

/** The sidebar of a narrow screen: behind a button, over the page, closed by choosing. */
function Drawer({ name }: { name: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving somewhere closes the drawer.
  useEffect(() => dialog.current?.close(), [key]);

  return (
    <div className="sticky top-0 z-10 flex items-center gap-2 border-b bg-surface px-2 py-1.5 lg:hidden">
      <IconButton
        label="Menu"
        aria-expanded={open}
        onClick={() => {
          dialog.current?.showModal();
          setOpen(true);
        }}
      >
        <Menu aria-hidden="true" />
      </IconButton>
      <p className="min-w-0 truncate font-semibold">{name}</p>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too. */}
      <dialog
        ref={dialog}
        aria-label="Menu"
        className="drawer"
        onClose={() => setOpen(false)}
        onClick={(event) => {
          if (event.target === event.currentTarget) dialog.current?.close();
        }}
      >
        {open && <Sidebar name={name} onClose={() => dialog.current?.close()} />}
      </dialog>
    </div>
  );
}
