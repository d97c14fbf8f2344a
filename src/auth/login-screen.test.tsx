// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { BackendError, messageOf } from "../lib/errors.ts";
import { LoginScreen } from "./login-screen.tsx";
import { EXPIRED, type PendingSignIn, storePendingSignIn } from "./pending-sign-in.ts";
import type { SessionStore } from "./session.ts";
import { SessionProvider } from "./session-context.tsx";

function sessionUntil(expires_at: number): PendingSignIn["session"] {
  const tokens = {
    access_token: "access",
    refresh_token: "refresh",
    token_type: "bearer" as const,
  };
  return { ...tokens, expires_in: 3600, expires_at, user: {} as PendingSignIn["session"]["user"] };
}

const pending: PendingSignIn = {
  session: sessionUntil(Date.now() / 1000 + 3600),
  factors: [
    { id: "1", name: "Phone" },
    { id: "2", name: "Tablet" },
  ],
};

const signIn = vi.fn<SessionStore["signIn"]>();
const enterCode = vi.fn<SessionStore["enterCode"]>();
const cancelSignIn = vi.fn<SessionStore["cancelSignIn"]>();

beforeEach(() => {
  sessionStorage.clear();
  vi.resetAllMocks();
  signIn.mockResolvedValue(pending);
  cancelSignIn.mockResolvedValue();
});

it("the login screen asks for a code of the chosen app, and keeps asking after a wrong one", async () => {
  open();
  await enterPassword();
  await userEvent.selectOptions(screen.getByLabelText("Authenticator app"), "Tablet");
  await userEvent.type(screen.getByLabelText("Code"), "12 345{Enter}");
  expect(screen.getByText("Please enter the six digits your app shows.")).toBeDefined();
  expect(enterCode).not.toHaveBeenCalled();
  enterCode.mockRejectedValue(new BackendError("Wrong code.", { status: 422 }));
  await userEvent.type(screen.getByLabelText("Code"), "6{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("Wrong code.");
  expect(enterCode).toHaveBeenCalledExactlyOnceWith(pending, "2", "123456");
  expect(cancelSignIn).not.toHaveBeenCalled();
});

it.each([
  ["has expired", { status: 403, code: EXPIRED }],
  ["belongs to somebody without access", { status: 403 }],
])(
  "the login screen asks for the password again when the sign-in %s, and keeps the name",
  async (_case, reason) => {
    enterCode.mockRejectedValue(new BackendError("Enter your password again.", reason));
    open();
    await enterPassword();
    await userEvent.type(screen.getByLabelText("Code"), "123456{Enter}");
    expect((await screen.findByRole("alert")).textContent).toBe("Enter your password again.");
    expect(cancelSignIn).toHaveBeenCalledExactlyOnceWith(pending);
    expect(typedIn("Email")).toBe("me@example.com");
    expect(typedIn("Password")).toBe("");
  },
);

it("the login screen takes a recovery code instead of one of an app", async () => {
  open();
  await enterPassword();
  await userEvent.type(screen.getByLabelText("Code"), "12{Enter}");
  await userEvent.click(screen.getByRole("button", { name: "Use a recovery code" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Recovery code"));
  await userEvent.keyboard("{Enter}");
  expect(screen.getByText("Please enter a recovery code.")).toBeDefined();
  expect(enterCode).not.toHaveBeenCalled();
  enterCode.mockRejectedValue(new BackendError("Used before.", { status: 422 }));
  await userEvent.type(screen.getByLabelText("Recovery code"), "1a2b-3c4d{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("Used before.");
  expect(enterCode).toHaveBeenCalledExactlyOnceWith(pending, null, "1a2b-3c4d");
  expect(typedIn("Recovery code")).toBe("1a2b-3c4d");
  await userEvent.click(screen.getByRole("button", { name: "Use a code of the app" }));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(typedIn("Code")).toBe("12");
});

it("the login screen abandons the sign-in when the user returns to the password", async () => {
  open();
  await enterPassword();
  await userEvent.click(screen.getByRole("button", { name: "Back to password" }));
  expect(cancelSignIn).toHaveBeenCalledExactlyOnceWith(pending);
  expect(typedIn("Email")).toBe("me@example.com");
});

it("the login screen asks for the code again after a reload, until the sign-in expires", () => {
  storePendingSignIn("admin", pending);
  open();
  expect(screen.getByLabelText("Code")).toBeDefined();
  cleanup();
  storePendingSignIn("admin", { ...pending, session: sessionUntil(Date.now() / 1000 - 1) });
  open();
  expect(screen.getByLabelText("Password")).toBeDefined();
});

function open() {
  const store: SessionStore = {
    area: "admin",
    get: () => SIGNED_OUT,
    subscribe: () => () => {},
    onReachable: () => () => {},
    verify: async () => {},
    signIn,
    enterCode,
    cancelSignIn,
    signOut: async () => {},
  };
  const element = (
    <SessionProvider store={store}>
      <LoginScreen
        documentTitle="Sign In"
        title="Sign In"
        text=""
        home="/"
        account="/account"
        who={{ label: "Email", type: "email", missing: "Please enter your email address." }}
        failureOf={(error) => ({ text: messageOf(error) })}
      />
    </SessionProvider>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
}

const SIGNED_OUT = { status: "signed-out" } as const;

async function enterPassword() {
  await userEvent.type(screen.getByLabelText("Email"), "me@example.com");
  await userEvent.type(screen.getByLabelText("Password"), "a password{Enter}");
  await screen.findByLabelText("Code");
}

const typedIn = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;
