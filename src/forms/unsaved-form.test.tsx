// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createContext, useContext } from "react";
import { useForm } from "react-hook-form";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionStore } from "../auth/session.ts";
import { SessionProvider } from "../auth/session-context.tsx";
import { LeaveWarning } from "./leave-warning.tsx";
import {
  type FormPlace,
  mayCloseEditor,
  mayDiscard,
  type UnsavedForm,
  useUnsavedForm,
} from "./unsaved-form.ts";

interface Values {
  title: string;
  secret: string;
}

const confirm = vi.fn<() => boolean>();
let unsaved: UnsavedForm<Values>;

beforeEach(() => {
  vi.stubGlobal("confirm", confirm.mockReset().mockReturnValue(false));
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

describe("unsaved input", () => {
  it("unsaved input triggers the browser's warning while it differs from what is stored", async () => {
    const { type, empty } = open();
    expect(closingAsks()).toBe(false);
    await type("!");
    expect(closingAsks()).toBe(true);
    await empty();
    await type("Stored");
    expect(closingAsks()).toBe(false);
    expect(sessionStorage).toHaveLength(0);
  });

  it("unsaved input is restored after a reload, with its base", async () => {
    const { type, reload } = open();
    await type("!");
    const { newId } = unsaved;
    reload({ stored: "Theirs", revision: 2 });
    await waitFor(() => expect(title()).toBe("Stored!"));
    expect(unsaved).toMatchObject({ restored: true, newId });
    expect(unsaved.base).toMatchObject({ values: { title: "Stored" }, revision: 1 });
    expect(closingAsks()).toBe(true);
  });

  it("unsaved input is not restored once it equals what is stored", async () => {
    const { type, reload } = open();
    await type("!");
    reload({ stored: "Stored!", revision: 2 });
    expect(unsaved.restored).toBe(false);
    expect(unsaved.base).toEqual({ values: { title: "Stored!", secret: "" }, revision: 2 });
    expect(sessionStorage).toHaveLength(0);
  });

  it("unsaved input is never shown to another user", async () => {
    const { type, reload } = open();
    await type("!");
    reload({ userId: "you" });
    expect(title()).toBe("Stored");
  });

  it("unsaved input is stored without secret fields", async () => {
    const { reload } = open();
    await userEvent.type(screen.getByLabelText("secret"), "hush");
    expect(JSON.stringify({ ...sessionStorage })).not.toContain("hush");
    reload();
    expect(screen.getByLabelText<HTMLInputElement>("secret").value).toBe("");
  });

  it("unsaved input can be discarded", async () => {
    const { type, reload } = open();
    await type("!");
    unsaved.discard();
    await waitFor(() => expect(title()).toBe("Stored"));
    expect(closingAsks()).toBe(false);
    reload();
    expect(title()).toBe("Stored");
  });

  it("unsaved input is deleted when saved, and stored again after further edits", async () => {
    const { type } = open();
    await type("!");
    unsaved.markSaved();
    expect(closingAsks()).toBe(false);
    expect(sessionStorage).toHaveLength(0);
  });

  it("unsaved input has a new base after a rebase", async () => {
    const { type, reload } = open();
    await type("!");
    unsaved.rebase({ values: { title: "Theirs", secret: "" }, revision: 2 });
    await waitFor(() => expect(unsaved.base.revision).toBe(2));
    reload({ stored: "Theirs", revision: 2 });
    await waitFor(() => expect(title()).toBe("Stored!"));
    expect(unsaved.base).toMatchObject({ values: { title: "Theirs" }, revision: 2 });
  });
});

describe("leaving", () => {
  it.each([
    ["entry", true],
    ["page", false],
  ] as const)("another entry's URL asks before leaving a changed %s: %s", async (place, asks) => {
    const { type, router } = open({ place });
    await type("!");
    await router.navigate("/?edit=2");
    await waitFor(() => expect(confirm).toHaveBeenCalledTimes(asks ? 1 : 0));
    expect(router.state.location.search).toBe(asks ? "" : "?edit=2");
  });

  it("leaving does not treat a list's search as leaving an entry", async () => {
    const { type, router } = open({ place: "entry" });
    await type("!");
    await router.navigate("/?q=moth");
    await waitFor(() => expect(router.state.location.search).toBe("?q=moth"));
    expect(confirm).not.toHaveBeenCalled();
    await router.navigate("/?edit=2&q=moth");
    await waitFor(() => expect(confirm).toHaveBeenCalledTimes(1));
  });

  it("leaving a screen asks about the unsaved form of its page, and closing an editor does not", async () => {
    const { type } = open({ place: "page" });
    await type("!");
    expect(mayCloseEditor()).toBe(true);
    expect(mayDiscard()).toBe(false);
    confirm.mockReturnValue(true);
    expect(mayDiscard()).toBe(true);
    expect(mayDiscard()).toBe(true);
    expect(confirm).toHaveBeenCalledTimes(2);
  });
});

interface Shown {
  userId?: string;
  stored?: string;
  revision?: number;
  place?: FormPlace;
}

/** Renders a screen with one form for a signed-in user. */
function open(first: Shown = {}) {
  let shown: Shown = first;
  const build = () => {
    const router = createMemoryRouter([
      {
        element: (
          <>
            <LeaveWarning />
            <Outlet />
          </>
        ),
        children: [{ index: true, element: <Form /> }],
      },
    ]);
    return { router, app: () => <App shown={shown} router={router} /> };
  };
  let page = build();
  let rendered = render(page.app());
  return {
    router: page.router,
    type: (text: string) => userEvent.type(screen.getByLabelText("title"), text),
    empty: () => userEvent.clear(screen.getByLabelText("title")),
    reload(more: Shown = {}) {
      rendered.unmount();
      shown = { ...shown, ...more };
      page = build();
      rendered = render(page.app());
    },
  };
}

const ShownContext = createContext<Shown>({});

function App({ shown, router }: { shown: Shown; router: ReturnType<typeof createMemoryRouter> }) {
  const { userId = "me" } = shown;
  const state = { status: "signed-in", userId, email: "" } as const;
  const store = { get: () => state, subscribe: () => () => {} } as unknown as SessionStore;
  return (
    <SessionProvider store={store}>
      <ShownContext value={shown}>
        <RouterProvider router={router} />
      </ShownContext>
    </SessionProvider>
  );
}

function Form() {
  const { stored = "Stored", revision = 1, place = "entry" } = useContext(ShownContext);
  const form = useForm<Values>({ defaultValues: { title: stored, secret: "" } });
  unsaved = useUnsavedForm(form, "things 1", revision, { place, secrets: SECRETS });
  return (
    <form>
      <input aria-label="title" {...form.register("title")} />
      <input aria-label="secret" {...form.register("secret")} />
    </form>
  );
}

const SECRETS = ["secret"] as const;

const title = () => screen.getByLabelText<HTMLInputElement>("title").value;

/** Whether the browser would ask before closing the tab. */
function closingAsks(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
}
