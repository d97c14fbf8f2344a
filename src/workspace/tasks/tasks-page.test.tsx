// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { SessionStore } from "../../auth/session.ts";
import { SessionProvider } from "../../auth/session-context.tsx";
import { TasksPage } from "./tasks-page.tsx";

it("the tasks page asks for a login and sends no request", () => {
  const signedOut = { status: "signed-out" } as const;
  const store = { get: () => signedOut, subscribe: () => () => {} } as unknown as SessionStore;
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <SessionProvider store={store}>
        <TasksPage />
      </SessionProvider>
    </QueryClientProvider>,
  );
  expect(screen.getByRole("alert").textContent).toBe("You must be logged in to see tasks.");
  expect(client.isFetching()).toBe(0);
});
