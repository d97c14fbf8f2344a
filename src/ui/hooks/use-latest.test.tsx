// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { type RefObject, useLayoutEffect } from "react";
import { expect, it } from "vitest";
import { useLatest } from "./use-latest.ts";

it("useLatest has the value of the current commit in a child's layout effect", () => {
  const seen: number[] = [];
  function Child({ latest }: { latest: RefObject<number> }) {
    useLayoutEffect(() => {
      seen.push(latest.current);
    });
    return null;
  }
  function Parent({ value }: { value: number }) {
    return <Child latest={useLatest(value)} />;
  }
  const { rerender } = render(<Parent value={1} />);
  rerender(<Parent value={2} />);
  expect(seen).toEqual([1, 2]);
});
