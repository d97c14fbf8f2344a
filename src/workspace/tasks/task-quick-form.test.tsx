// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SessionStore } from "../../auth/session.ts";
import { SessionProvider } from "../../auth/session-context.tsx";
import type { Task } from "./task.ts";
import type { QuickField } from "./task-menu.tsx";
import { TaskQuickForm } from "./task-quick-form.tsx";

const confirm = vi.fn<() => boolean>();
const onClose = vi.fn();
const onBoardKey = vi.fn();

beforeEach(() => {
  vi.stubGlobal("confirm", confirm.mockReset().mockReturnValue(false));
  onClose.mockClear();
  onBoardKey.mockClear();
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const task = {
  id: "a",
  title: "Pay the rent",
  description: "Kept",
  status: "todo",
  priority: "high",
  due_date: null,
  tags: ["home"],
  revision: 1,
  remind_at: null,
  recurrence: null,
  recurrence_from: "due",
} as Task;

function open(first: QuickField) {
  const session = { status: "signed-in", userId: "u", email: "u@example.org" } as const;
  const store = { get: () => session, subscribe: () => () => {} } as unknown as SessionStore;
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <SessionProvider store={store}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: stands for the board. */}
          <div onKeyDown={onBoardKey}>
            <TaskQuickForm
              task={task}
              first={first}
              tags={["home", "garden"]}
              today="2026-11-28"
              onOpen={() => {}}
              onClose={onClose}
            />
          </div>
        </SessionProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { exact: false });

it.each([
  ["title", "Title", "Pay the rent"],
  ["due_date", "Due Date", ""],
  ["priority", "Priority", "high"],
  ["tags", "Tags", "home"],
] as const)("a card's form starts in the chosen field: %s", (name, label, value) => {
  open(name);
  expect(document.activeElement).toBe(field(label));
  expect(field(label).value).toBe(value);
});

it.each([
  ["Today", "2026-11-28"],
  ["Tomorrow", "2026-11-29"],
  ["Next week", "2026-11-30"],
])("on a Saturday, the button %s sets the due date %s", async (name, day) => {
  open("due_date");
  await userEvent.click(screen.getByRole("button", { name }));
  expect(field("Due Date").value).toBe(day);
  await userEvent.click(screen.getByRole("button", { name: "No date" }));
  expect(field("Due Date").value).toBe("");
});

it("keys in a card's form do not reach the board, and Escape asks before it discards input", async () => {
  open("title");
  await userEvent.keyboard("{ArrowDown}!{Escape}");
  expect(onBoardKey).not.toHaveBeenCalled();
  expect(confirm).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
  confirm.mockReturnValue(true);
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});

it("an invalid title is explained and not sent", async () => {
  open("title");
  await userEvent.clear(field("Title"));
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText("Please enter a title.")).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});
