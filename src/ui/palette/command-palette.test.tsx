// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Star } from "lucide-react";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { stubResizeObserver } from "../resize-observer.fixture.ts";
import { CommandPalette } from "./command-palette.tsx";

// A method that jsdom lacks.
const { scrollIntoView } = Element.prototype;
beforeAll(() => {
  Object.assign(Element.prototype, { scrollIntoView() {} });
  stubResizeObserver();
});
afterAll(() => {
  Object.assign(Element.prototype, { scrollIntoView });
  vi.unstubAllGlobals();
});

const groupOf = (id: string) => ({
  name: "Screens",
  more: 0,
  items: [{ id, name: id, group: "Screens", Icon: Star, action: `/${id}` }],
});

it("the palette runs the best result for the typed text, even if Enter is pressed before results are shown", async () => {
  const onNavigate = vi.fn();
  const palette = (id: string, stale: boolean) => (
    <CommandPalette
      placeholder="Search"
      typed="keyboard"
      entered={false}
      onTyped={() => {}}
      groups={[groupOf(id)]}
      stale={stale}
      loading={false}
      problem=""
      onRetry={() => {}}
      onNavigate={onNavigate}
      onClose={() => {}}
    />
  );
  const { rerender, unmount } = render(palette("dashboard", true));
  await userEvent.type(screen.getByPlaceholderText("Search"), "{Enter}");
  expect(onNavigate).not.toHaveBeenCalled();
  rerender(palette("keys", false));
  await expect.poll(() => onNavigate.mock.calls).toEqual([["/keys"]]);
  unmount();
});
