// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { de } from "../../content/texts/de.ts";
import { formTexts } from "../../content/texts/script-texts.ts";
import { sampleConfig } from "../sample.fixture.ts";
import { ContactForm } from "./contact-form.tsx";

const message = { name: "Bob", email: "bob@example.com", subject: "Hi", message: "Hello" };
let clock = 0;

function stubFetch(answer: () => Promise<Response>) {
  const calls: { url: string; headers: Headers; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    calls.push({ url, headers: new Headers(init.headers), body: JSON.parse(String(init.body)) });
    return answer();
  });
  return calls;
}

async function openAndFill(texts = formTexts, config = sampleConfig) {
  render(<ContactForm config={config} texts={texts} focused />);
  // Far above the minimum fill time, so that no test has to wait.
  clock += 60_000;
  await userEvent.type(screen.getByLabelText(texts.name), message.name);
  await userEvent.type(screen.getByLabelText(texts.email), message.email);
  await userEvent.type(screen.getByLabelText(texts.subject), message.subject);
  await userEvent.type(screen.getByLabelText(texts.message), message.message);
}

const SENT = "Message sent successfully! I will get back to you soon.";
const send = (name = "Send Message") => userEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  clock = 1000;
  document.documentElement.dataset.lang = "de";
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.spyOn(performance, "now").mockImplementation(() => clock);
});
afterEach(() => {
  cleanup();
  delete document.documentElement.dataset.lang;
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("contact form", () => {
  it("the contact form sends exactly the message, confirms it and is cleared", async () => {
    const calls = stubFetch(async () => new Response(null, { status: 201 }));
    await openAndFill();
    await send();
    await screen.findByText(SENT);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.url).toBe("https://db.example/rest/v1/messages");
    expect(calls[0]?.body).toEqual({
      ...message,
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      is_read: false,
    });
    expect(calls[0]?.headers.get("apikey")).toBe("public-key");
    // Hosted Supabase refuses other headers.
    expect([...(calls[0]?.headers.keys() ?? [])].sort()).toEqual([
      "apikey",
      "content-type",
      "prefer",
    ]);
    expect((screen.getByLabelText("Name") as HTMLInputElement).value).toBe("");
  });

  it("the contact form sends one message for two submits", async () => {
    let answer = (_: Response) => {};
    const calls = stubFetch(() => new Promise((resolve) => (answer = resolve)));
    await openAndFill();
    await send();
    const button = screen.getByRole("button", { name: "Sending..." }) as HTMLButtonElement;
    act(() => button.form?.requestSubmit());
    await act(async () => answer(new Response(null, { status: 201 })));
    await screen.findByText(SENT);
    expect(calls).toHaveLength(1);
  });

  it("the contact form explains that there was no response, keeps the text, and removes the error later", async () => {
    stubFetch(() => Promise.reject(new TypeError("Failed to fetch")));
    await openAndFill();
    await send();
    await screen.findByText(
      "Error: You’re offline or the site can’t be reached. Please try again later.",
    );
    expect((screen.getByLabelText("Message") as HTMLTextAreaElement).value).toBe("Hello");
    stubFetch(async () => new Response(null, { status: 201 }));
    await send();
    await screen.findByText(SENT);
    expect(screen.queryByText(/^Error:/)).toBeNull();
  });

  it("the contact form shows the refusal of a visitor who has reached the limit, and keeps the text", async () => {
    const text = "You have sent several messages in a short time. Please try again in 10 minutes.";
    stubFetch(async () => Response.json({ code: "PT429", message: text }, { status: 429 }));
    await openAndFill();
    await send();
    expect((await screen.findByRole("alert")).textContent).toBe(`Error: ${text}`);
    expect((screen.getByLabelText("Message") as HTMLTextAreaElement).value).toBe("Hello");
  });

  it.each([
    [429, "541", "Die nächste ist in 10 Minuten möglich."],
    [429, "1", "Die nächste ist in 1 Minute möglich."],
    [429, "5400", "Die nächste ist in 90 Minuten möglich."],
    [429, "5401", "Die nächste ist in 2 Stunden möglich."],
    // Supabase sends no header, and a proxy may send a date.
    [429, "", "Die nächste ist später möglich."],
    [429, "Sat, 28 Nov 2026 12:00:00 GMT", "Die nächste ist später möglich."],
    [422, "", "Bitte die Angaben prüfen. Details: Please try again in $& minutes."],
  ])(
    "the contact form explains the status %s with Retry-After “%s” in the page's language",
    async (status, wait, text) => {
      const message = "Please try again in $& minutes.";
      const headers: HeadersInit = wait ? { "retry-after": wait } : {};
      stubFetch(async () => Response.json({ message }, { status, headers }));
      await openAndFill(de.form);
      await send(de.form.send);
      expect((await screen.findByRole("alert")).textContent).toMatch(/^Fehler: /);
      expect(screen.getByRole("alert").textContent).toContain(text);
      stubFetch(() => Promise.reject(new TypeError("Failed to fetch")));
      await send(de.form.send);
      await screen.findByText(`Fehler: ${de.form.unreached}`);
      stubFetch(async () => new Response(null, { status: 201 }));
      await send(de.form.send);
      await screen.findByText(de.form.sent);
    },
  );

  it("the contact form reuses the id for the same text until it is stored, and uses a new one for other text", async () => {
    let status = 503;
    const calls = stubFetch(async () => new Response(null, { status }));
    await openAndFill();
    await send();
    await screen.findByText(/^Error:/);
    await send();
    await screen.findByText(/^Error:/);
    await userEvent.type(screen.getByLabelText("Message"), "!");
    // The message is already stored; only the response was lost.
    status = 409;
    await send();
    await screen.findByText(SENT);
    const ids = calls.map(({ body }) => (body as { id: string }).id);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it("the contact form waits for the rest of the minimum time instead of losing a quick message", async () => {
    const calls = stubFetch(async () => new Response(null, { status: 201 }));
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
    expect(calls).toHaveLength(1);
    expect(calls[0]?.body).not.toHaveProperty("spam_reason");
  });

  it.each([true, false])(
    "the contact form reports a filled trap to the server (embedded: %s)",
    async (embedded) => {
      const calls = stubFetch(async () => new Response(null, { status: 201 }));
      await openAndFill(formTexts, { ...sampleConfig, embedded });
      const trap = document.querySelector<HTMLInputElement>("[aria-hidden] input");
      if (trap) trap.value = "https://ada.example";
      await send();
      await screen.findByText(SENT);
      expect(calls[0]?.body).toEqual({
        ...message,
        id: expect.any(String),
        is_read: false,
        spam_reason: "trap",
      });
    },
  );
});

describe("the trap of the contact form", () => {
  // Words that Chromium (form_parsing), Firefox (HeuristicsRegExp), Bitwarden (autofill-constants)
  // and other password managers look for in names and labels.
  it.each([
    ["names", /name|nom|nome|nama|first|last|middle|initial|title|anrede|prefix|suffix|surname/],
    [
      "accounts",
      /user|login|account|member|customer|nick|screen|pass|pwd|secret|pin|code|otp|totp/,
    ],
    ["email", /mail|courriel|correo|posta/],
    ["phones", /phone|mobil|handy|tel|fax|area|prefix|ext/],
    ["organizations", /company|business|organi|firma|empresa|societ|ragione|job|role|dept/],
    ["addresses", /addr|adres|direcc|indiri|ender|street|stra(ss|ß)e|calle|rua|avenida|line|suite/],
    [
      "places",
      /city|town|ort$|^ort|stadt|ville|ciudad|state|county|country|region|provinc|(^|_)land(_|$)/,
    ],
    ["postal codes", /zip|post|plz|\bcp\b|cap$|cep/],
    ["units", /unit|apart|house|haus|build|floor|room|number|numer|nummer|\bn[or]\b/],
    ["cards", /card|cc|cvc|cvv|csc|cid|iban|exp|month|year|day|date|valid|amount|price|tax|vat/],
    ["birthdays and documents", /birth|geburt|age|gender|sex|passport|licen|national/],
    ["sites", /web|site|url|link|homepage|http|www|blog/],
    ["searches and other ignored fields", /search|query|^q$|find|go|other|location|attention|attn/],
    ["notes", /note|comment|remark|message|subject|memo/],
    ["what bots know as a trap", /honey|trap|gotcha|^hp|bot|spam|captcha|leave|empty/],
  ])(
    "the trap of the contact form has no word for %s in its name and label, and no other text",
    (_what, words) => {
      render(<ContactForm config={sampleConfig} />);
      const trap = document.querySelector<HTMLInputElement>("[aria-hidden] input");
      expect(trap?.name).toMatch(/^[a-z]+$/);
      expect(trap?.name).not.toMatch(words);
      for (const text of ["id", "class", "placeholder", "title", "aria-label"]) {
        expect(trap?.getAttribute(text)).toBeNull();
      }
      expect(trap?.closest("label")?.textContent).toBe(trap?.name);
      expect([trap?.autocomplete, trap?.tabIndex]).toEqual(["off", -1]);
    },
  );
});
