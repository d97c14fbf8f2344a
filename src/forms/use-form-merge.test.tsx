// @vitest-environment jsdom
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useForm } from "react-hook-form";
import { beforeEach, expect, it } from "vitest";
import type { SessionStore } from "../auth/session.ts";
import { SessionProvider } from "../auth/session-context.tsx";
import { type UnsavedForm, useUnsavedForm } from "./unsaved-form.ts";
import { type FormMerge, type StoredValues, useFormMerge } from "./use-form-merge.ts";

interface Values {
  title: string;
  place: string;
}

let merge: FormMerge<Values, number>;
let unsaved: UnsavedForm<Values>;
const first = { values: { title: "Pilot", place: "Koper" }, revision: 1 };
const theirs = { values: { title: "Their Pilot", place: "Piran" }, revision: 2 };

beforeEach(() => sessionStorage.clear());

it("a form reports a conflict and keeps the base revision until it is resolved", async () => {
  const { show } = open();
  await userEvent.type(field("title"), "!");
  show(theirs);
  await waitFor(() => expect(merge.conflicts).toEqual(["title"]));
  expect(typed()).toEqual({ title: "Pilot!", place: "Piran" });
  expect(unsaved.base).toEqual({ values: { title: "Pilot", place: "Piran" }, revision: 1 });

  act(() => merge.takeTheirs());
  expect(typed()).toEqual(theirs.values);
  expect(merge.conflicts).toEqual([]);
  expect(unsaved.base).toEqual(theirs);
});

it("a form resolves a conflict when the stored value is typed", async () => {
  const { show } = open();
  await userEvent.type(field("title"), "!");
  show(theirs);
  await waitFor(() => expect(merge.conflicts).toEqual(["title"]));
  await userEvent.clear(field("title"));
  await userEvent.type(field("title"), theirs.values.title);
  await waitFor(() => expect(merge.conflicts).toEqual([]));
  expect(unsaved.base).toEqual(theirs);
});

it("a form keeps what was typed while a save was in flight, before and after the row is refetched", async () => {
  const { show } = open();
  await userEvent.type(field("title"), "!");
  const sent = typed();
  await userEvent.type(field("place"), "?");
  const saved = { values: { title: "Pilot! (clean)", place: "Koper" }, revision: 2 };
  act(() => merge.acceptSaved(sent, saved));
  expect(typed()).toEqual({ title: "Pilot! (clean)", place: "Koper?" });
  show(saved);
  expect(typed()).toEqual({ title: "Pilot! (clean)", place: "Koper?" });
  expect(merge.conflicts).toEqual([]);
  expect(unsaved.base).toEqual(saved);
});

it("a form is left as it is when its row is deleted", async () => {
  const { show } = open();
  await userEvent.type(field("title"), "!");
  show(null);
  expect(typed()).toEqual({ title: "Pilot!", place: "Koper" });
});

function open() {
  const { rerender } = render(<App stored={first} />);
  return {
    show: (stored: StoredValues<Values, number> | null) => rerender(<App stored={stored} />),
  };
}

const state = { status: "signed-in", userId: "me", email: "" } as const;
const store = { get: () => state, subscribe: () => () => {} } as unknown as SessionStore;

function App(props: { stored: StoredValues<Values, number> | null }) {
  return (
    <SessionProvider store={store}>
      <Form {...props} />
    </SessionProvider>
  );
}

function Form({ stored }: { stored: StoredValues<Values, number> | null }) {
  const form = useForm<Values>({ defaultValues: first.values });
  unsaved = useUnsavedForm(form, "things 1", stored?.revision ?? null);
  merge = useFormMerge(form, stored, unsaved);
  return (
    <form>
      <input aria-label="title" {...form.register("title")} />
      <input aria-label="place" {...form.register("place")} />
    </form>
  );
}

const field = (name: keyof Values) => screen.getByLabelText<HTMLInputElement>(name);
const typed = (): Values => ({ title: field("title").value, place: field("place").value });
