// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { type ComponentType, Suspense } from "react";
import { expect, it, vi } from "vitest";
import { framedScreen } from "./framed-screen.tsx";

const Inbox = () => <p>Inbox</p>;
const Heading = () => <p>Heading</p>;

it("a framed screen shows its placeholder before loading its code, and then the screen", async () => {
  const { load, finish } = heldLoad();
  const { Component, markFirst } = framedScreen(load, Heading);
  markFirst();
  expect(load).not.toHaveBeenCalled();
  show(Component);
  expect(screen.getByText("Heading")).toBeDefined();
  expect(load).toHaveBeenCalledOnce();
  await act(finish);
  expect(screen.getByText("Inbox")).toBeDefined();
});

it("a later screen suspends, so that the current one stays until the code has loaded", async () => {
  const { load, finish } = heldLoad();
  const { Component } = framedScreen(load, Heading);
  show(Component);
  expect(screen.getByText("Suspended")).toBeDefined();
  await act(finish);
  expect(screen.getByText("Inbox")).toBeDefined();
});

it("a framed screen tries again when the code of the first screen could not be loaded", async () => {
  const load = vi.fn(async (): Promise<ComponentType> => Inbox);
  load.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const { Component, markFirst } = framedScreen(load, Heading);
  markFirst();
  await act(async () => show(Component));
  expect(screen.getByText("Inbox")).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
});

function show(Component: ComponentType): void {
  render(
    <Suspense fallback={<p>Suspended</p>}>
      <Component />
    </Suspense>,
  );
}

function heldLoad() {
  let resolve = (_screen: ComponentType) => {};
  const promise = new Promise<ComponentType>((settle) => {
    resolve = settle;
  });
  const load = vi.fn(() => promise);
  return {
    load,
    async finish() {
      resolve(Inbox);
      await promise;
    },
  };
}
