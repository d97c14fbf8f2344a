// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "../../lib/new-id.ts";
import { safeHref } from "../../lib/safe-url.ts";
import { sampleConfig } from "../sample.fixture.ts";
import { Contact } from "./contact.tsx";
import { sendMessage } from "./send-message.ts";

const link = { key: 0, name: "GitHub", href: safeHref("https://github.com/ada"), icon: "github" };
const message = { name: "Bob", email: "bob@example.com", subject: "Hi", message: "Hello" };
let clock = 0;

function show(props: Partial<Parameters<typeof Contact>[0]> = {}) {
  return render(<Contact email={null} links={[]} config={sampleConfig} {...props} />);
}

function stubFetch(answer: () => Promise<Response>) {
  const calls: { url: string; headers: Headers; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    calls.push({ url, headers: new Headers(init.headers), body: JSON.parse(String(init.body)) });
    return answer();
  });
  return calls;
}

async function openAndFill() {
  await userEvent.click(screen.getByRole("button", { name: "here" }));
  // Far beyond the minimum fill time, so that no test waits.
  clock += 60_000;
  await userEvent.type(screen.getByLabelText("Name"), message.name);
  await userEvent.type(screen.getByLabelText("Email Address"), message.email);
  await userEvent.type(screen.getByLabelText("Subject"), message.subject);
  await userEvent.type(screen.getByLabelText("Message"), message.message);
}

const send = () => userEvent.click(screen.getByRole("button", { name: "Send Message" }));

beforeEach(() => {
  clock = 1000;
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.spyOn(performance, "now").mockImplementation(() => clock);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  delete document.documentElement.dataset.contact;
});

describe("contact section", () => {
  it("is collapsed until 'here' opens the form permanently", async () => {
    show();
    expect(screen.queryByRole("form")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "here" }));
    expect(screen.getByRole("form")).not.toBeNull();
    expect(screen.queryByRole("button", { name: "here" })).toBeNull();
  });

  it("opens automatically when 'here' was pressed before hydration", () => {
    document.documentElement.dataset.contact = "open";
    show();
    expect(screen.getByRole("form")).not.toBeNull();
  });

  it("has a mail link only with an address, and 'Find me on' only with links", () => {
    const { rerender } = show();
    expect(screen.queryByRole("link")).toBeNull();
    expect(screen.queryByText("Find me on")).toBeNull();
    const href = safeHref("mailto:ada@example.com");
    if (!href || !link.href) throw new Error("The samples are safe.");
    rerender(
      <Contact
        email={{ text: "ada@example.com", href }}
        links={[{ ...link, href: link.href }]}
        config={sampleConfig}
      />,
    );
    expect(screen.getByRole("link", { name: "ada@example.com" }).getAttribute("href")).toBe(href);
    screen.getByText("Find me on");
    expect(screen.getByRole("link", { name: "GitHub" }).getAttribute("target")).toBe("_blank");
  });
});

describe("contact form", () => {
  it("requires all four fields", async () => {
    show();
    await userEvent.click(screen.getByRole("button", { name: "here" }));
    for (const label of ["Name", "Email Address", "Subject", "Message"]) {
      expect((screen.getByLabelText(label) as HTMLInputElement).required).toBe(true);
    }
    expect((screen.getByLabelText("Email Address") as HTMLInputElement).type).toBe("email");
    expect((screen.getByLabelText("Message") as HTMLTextAreaElement).rows).toBe(4);
  });

  it("sends exactly the message, confirms it and clears the form", async () => {
    const calls = stubFetch(async () => new Response(null, { status: 201 }));
    show();
    await openAndFill();
    await send();
    await screen.findByText("Message sent successfully! I will get back to you soon.");
    expect(calls).toHaveLength(1);
    expect(calls[0]?.url).toBe("https://db.example/rest/v1/messages");
    expect(calls[0]?.body).toEqual({
      ...message,
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      is_read: false,
    });
    expect(calls[0]?.headers.get("apikey")).toBe("public-key");
    expect(calls[0]?.headers.get("x-foyer-website")).toBe("");
    expect(calls[0]?.headers.get("x-foyer-fill-ms")).toBe("60000");
    expect((screen.getByLabelText("Name") as HTMLInputElement).value).toBe("");
  });

  it("is disabled and says 'Sending...' while sending, and sends once for two submits", async () => {
    let answer = (_: Response) => {};
    const calls = stubFetch(() => new Promise((resolve) => (answer = resolve)));
    show();
    await openAndFill();
    await send();
    const button = screen.getByRole("button", { name: "Sending..." }) as HTMLButtonElement;
    expect(button.disabled).toBe(true);
    act(() => button.form?.requestSubmit());
    await waitFor(() => expect(calls).toHaveLength(1));
    await act(async () => answer(new Response(null, { status: 201 })));
    expect(await screen.findByRole("button", { name: "Send Message" })).not.toBeNull();
    expect(calls).toHaveLength(1);
  });

  it("shows the server's message and keeps the text, then clears the error on the next attempt", async () => {
    let status = 400;
    stubFetch(async () =>
      status === 400
        ? Response.json({ message: "value too long" }, { status })
        : new Response(null, { status }),
    );
    show();
    await openAndFill();
    await send();
    expect((await screen.findByText("Error: value too long")).getAttribute("role")).toBe("alert");
    expect((screen.getByLabelText("Message") as HTMLTextAreaElement).value).toBe("Hello");
    status = 201;
    await send();
    await screen.findByText("Message sent successfully! I will get back to you soon.");
    expect(screen.queryByText(/^Error:/)).toBeNull();
  });

  it("explains that there was no response, and keeps the text", async () => {
    stubFetch(() => Promise.reject(new TypeError("Failed to fetch")));
    show();
    await openAndFill();
    await send();
    await screen.findByText(
      "Error: You’re offline or the site can’t be reached. Please try again later.",
    );
    expect((screen.getByLabelText("Message") as HTMLTextAreaElement).value).toBe("Hello");
  });

  it("reuses the id for the same text until it is stored, and uses a new one for other text", async () => {
    let status = 503;
    const calls = stubFetch(async () => new Response(null, { status }));
    show();
    await openAndFill();
    await send();
    await screen.findByText(/^Error:/);
    await send();
    await screen.findByText(/^Error:/);
    await userEvent.type(screen.getByLabelText("Message"), "!");
    // The message is already stored; only the response was lost.
    status = 409;
    await send();
    await screen.findByText("Message sent successfully! I will get back to you soon.");
    const ids = calls.map(({ body }) => (body as { id: string }).id);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it("waits for the rest of the minimum time instead of losing a quick message", async () => {
    const calls = stubFetch(async () => new Response(null, { status: 201 }));
    show();
    await openAndFill();
    clock = 2000;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const button = screen.getByRole("button", { name: "Send Message" }) as HTMLButtonElement;
    act(() => button.form?.requestSubmit());
    expect(button.textContent).toBe("Sending...");
    await act(() => vi.advanceTimersByTimeAsync(1999));
    expect(calls).toHaveLength(0);
    clock = 4000;
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(calls[0]?.headers.get("x-foyer-fill-ms")).toBe("3000");
  });
});

describe("sendMessage to a hosted server", () => {
  const hosted = { ...sampleConfig, embedded: false };
  const id = newId();

  it("sends no custom headers", async () => {
    const calls = stubFetch(async () => new Response(null, { status: 201 }));
    await sendMessage(hosted, { id, ...message }, { website: "", fillMs: 5000 });
    expect([...(calls[0]?.headers.keys() ?? [])].sort()).toEqual([
      "apikey",
      "content-type",
      "prefer",
    ]);
  });

  it("rejects a filled honeypot field itself", async () => {
    const calls = stubFetch(async () => new Response(null, { status: 201 }));
    await expect(
      sendMessage(hosted, { id, ...message }, { website: "x", fillMs: 5000 }),
    ).rejects.toThrow("Please leave the Website field empty.");
    expect(calls).toHaveLength(0);
  });
});
