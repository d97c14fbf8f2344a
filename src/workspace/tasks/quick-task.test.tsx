// @vitest-environment jsdom
import { onlineManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { UseFormReturn } from "react-hook-form";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { SessionStore } from "../../auth/session.ts";
import { SessionProvider } from "../../auth/session-context.tsx";
import { todayHere } from "./due-date.ts";
import { QuickTask, type QuickTasks, useQuickTasks } from "./quick-task.tsx";
import type { Task } from "./task.ts";

let form: UseFormReturn<QuickTasks>;

/** The board, which has none of the entered tasks. */
const NO_TASKS: readonly Task[] = [];

beforeEach(() => {
  // Changes wait for a network, so that nothing is sent.
  onlineManager.setOnline(false);
  Element.prototype.scrollIntoView = () => {};
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

function Line() {
  form = useQuickTasks(NO_TASKS);
  return <QuickTask status="todo" form={form} />;
}

/** Shows the line, focused, with the code for its phrases loaded. */
async function open() {
  const signedIn = { status: "signed-in", userId: "me", email: "" } as const;
  const store = { get: () => signedIn, subscribe: () => () => {} } as unknown as SessionStore;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider store={store}>
        <Line />
      </SessionProvider>
    </QueryClientProvider>,
  );
  const line = screen.getByLabelText<HTMLInputElement>("New task in To Do");
  await userEvent.click(line);
  await screen.findByRole("status");
  return line;
}

const chips = () => {
  const list = screen.queryByRole("list", { name: "Understood" });
  return list ? within(list).getAllByRole("button") : [];
};

const entered = () => form.getValues("entered").map(({ title, values }) => ({ title, values }));

it("a quick task shows what was understood, and Backspace, Escape or a click make it text again", async () => {
  const line = await open();
  const text = "Call Ana in 20 days #home !high";
  await userEvent.keyboard(text);
  expect(chips().map(({ title }) => title)).toEqual([
    "Keep “in 20 days” as text",
    "Keep “#home” as text",
    "Keep “!high” as text",
  ]);
  expect(screen.getByRole("status").textContent).toMatch(/^Due .+; #home; High Priority$/);
  await userEvent.keyboard("{Backspace}");
  expect([line.value, chips().length]).toEqual([text, 2]);
  await userEvent.keyboard("{Escape}");
  expect([line.value, chips().length]).toEqual([text, 1]);
  await userEvent.click(chips()[0] as HTMLElement);
  expect([line.value, chips().length, document.activeElement]).toEqual([text, 0, line]);
  await userEvent.keyboard("{Enter}");
  expect(entered()).toEqual([{ title: text, values: {} }]);
  expect(line.value).toBe("");
});

it("a quick task is added as its chips show, also when words were changed after they were text", async () => {
  const line = await open();
  await userEvent.keyboard("Call Bob today #home");
  // The first Backspace makes the tag text, the next one deletes.
  await userEvent.keyboard("{Backspace}{Backspace}");
  expect(line.value).toBe("Call Bob today #hom");
  await userEvent.keyboard("e !urgent{Enter}");
  const values = { due_date: todayHere(), tags: "home", priority: "urgent" };
  expect(entered()).toEqual([{ title: "Call Bob", values }]);
});

it("several pasted lines are offered as several tasks", async () => {
  const line = await open();
  await userEvent.keyboard("Buy: ");
  await userEvent.paste("- milk today\r\n- bread\n\n");
  const lines = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);
  expect(lines()).toEqual([expect.stringMatching(/^Buy: - milk · Due /), "bread"]);
  await userEvent.keyboard("{Escape}");
  expect([line.value, lines()]).toEqual(["Buy: ", []]);
  await userEvent.clear(line);
  await userEvent.paste(`milk today\n${"long ".repeat(120)}`);
  await userEvent.click(screen.getByRole("button", { name: "Add 2 tasks" }));
  await waitFor(() => expect(document.activeElement).toBe(line));
  const [milk, long] = entered();
  expect(milk).toEqual({ title: "milk", values: { due_date: todayHere() } });
  expect([long?.title.length, long?.values?.description]).toEqual([
    500,
    "long ".repeat(120).trim(),
  ]);
  await userEvent.paste("1\n".repeat(101));
  expect(screen.getByRole("alert").textContent).toMatch(/^101 lines were pasted\./);
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await userEvent.paste("milk\ntomorrow");
  await userEvent.click(screen.getByRole("button", { name: "One task" }));
  expect(line.value).toBe("milk tomorrow");
});

it("a pasted line that is too long for a title is the description as well, and one too long for that is refused", async () => {
  const line = await open();
  const long = "long ".repeat(120).trim();
  await userEvent.paste(`${long} #home`);
  expect(line.value).toBe(`${long} #home`);
  await userEvent.keyboard("{Enter}");
  const [task] = entered();
  expect(task?.title).toBe(`${long.slice(0, 499)}…`);
  expect(task?.values).toEqual({ description: long, tags: "home" });
  await userEvent.paste("x".repeat(20_001));
  expect(screen.getByRole("alert").textContent).toMatch(/^At most 100 lines .* 20,000 characters/);
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(line.value).toBe("");
});
