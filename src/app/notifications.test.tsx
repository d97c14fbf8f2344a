// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter, type NavigateFunction, useNavigate } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { Notifications } from "./notifications.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const Toaster = () => <p>Toasts</p>;

it("toasts are shown again on the next screen after their code could not be loaded", async () => {
  vi.useFakeTimers();
  const load = vi.fn(async () => ({ Toaster }));
  load.mockRejectedValueOnce(new TypeError("Failed to fetch dynamically imported module"));
  let navigate: NavigateFunction = () => {};
  const Screen = () => {
    navigate = useNavigate();
    return null;
  };
  render(
    <MemoryRouter>
      <Screen />
      <Notifications load={load} />
    </MemoryRouter>,
  );
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(load).toHaveBeenCalledTimes(1);
  expect(screen.queryByText("Toasts")).toBeNull();
  act(() => void navigate("/projects"));
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.getByText("Toasts")).toBeDefined();
  act(() => void navigate("/skills"));
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(load, "nothing is loaded again").toHaveBeenCalledTimes(2);
});
