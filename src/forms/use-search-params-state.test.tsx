// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createHashRouter, RouterProvider } from "react-router";
import { afterEach, expect, it } from "vitest";
import { useSearchParamsState } from "./use-search-params-state.ts";

afterEach(() => {
  location.hash = "";
});

function Search() {
  const { typed, type } = useSearchParamsState(["q"]);
  return (
    <input
      aria-label="Search"
      value={typed.q}
      onChange={({ target }) => type({ q: target.value })}
    />
  );
}

it("useSearchParamsState writes a text without losing parameters added to the address since", async () => {
  location.hash = "#/list?view=grid";
  render(<RouterProvider router={createHashRouter([{ path: "*", element: <Search /> }])} />);
  await userEvent.type(screen.getByLabelText("Search"), "cat");
  // Simulates a navigation that React has not rendered yet.
  history.replaceState(null, "", "#/list?view=grid&edit=7");
  await expect.poll(() => location.hash).toBe("#/list?view=grid&edit=7&q=cat");
});
