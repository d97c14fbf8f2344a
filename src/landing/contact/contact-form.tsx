import { useEffect, useRef, useState } from "react";
import { FILL_TIME_MS } from "../../../shared/contact-form.ts";
import type { ClientConfig } from "../../../shared/site-config.ts";
import { type FormTexts, formTexts } from "../../content/texts/script-texts.ts";
import { newId } from "../../lib/new-id.ts";
import { isFocusLost } from "../../ui/focus-recovery.ts";
import { useSubmitOnce } from "../../ui/hooks/use-submit-once.ts";
import { sendMessage } from "./send-message.ts";

type FormState = { phase: "idle" | "sending" | "success" } | { phase: "error"; message: string };

interface ContactFormProps {
  config: ClientConfig;
  /** Texts in the page's language; English by default. */
  texts?: FormTexts;
  /** Whether the visitor submitted the message before hydration. */
  submitted?: boolean;
  /** Whether to focus the form that was just opened. */
  focused?: boolean;
}

/** The message form. After success it is emptied; after an error the text stays. */
export function ContactForm(props: ContactFormProps) {
  const { config, texts = formTexts, submitted, focused } = props;
  const [state, setState] = useState<FormState>({ phase: "idle" });
  const form = useRef<HTMLFormElement>(null);
  const openedAt = useRef(0);
  const draft = useRef({ id: "", words: "" });
  const noteOpening = () => {
    openedAt.current ||= performance.now();
  };
  useEffect(() => {
    if (focused) form.current?.querySelector("input")?.focus({ preventScroll: true });
    // The form may have been opened before hydration.
    if (form.current?.contains(document.activeElement)) openedAt.current ||= performance.now();
    if (submitted) form.current?.requestSubmit();
  }, [submitted, focused]);

  useEffect(() => {
    // The button loses the focus while disabled, so the focus is restored.
    if (state.phase === "idle" || state.phase === "sending") return;
    if (isFocusLost()) form.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [state]);

  const submit = useSubmitOnce(async () => {
    if (!form.current) return;
    setState({ phase: "sending" });
    const fields = new FormData(form.current);
    const text = (key: string) => String(fields.get(key) ?? "");
    const words = {
      name: text("name"),
      email: text("email"),
      subject: text("subject"),
      message: text("message"),
    };
    const written = JSON.stringify(words);
    if (draft.current.words !== written) draft.current = { id: newId(), words: written };
    try {
      const left = FILL_TIME_MS - (performance.now() - openedAt.current);
      await new Promise((resolve) => setTimeout(resolve, left));
      await sendMessage(config, { id: draft.current.id, ...words }, text(TRAP), texts);
      draft.current = { id: "", words: "" };
      form.current?.reset();
      setState({ phase: "success" });
    } catch (error) {
      setState({ phase: "error", message: error instanceof Error ? error.message : String(error) });
    }
  });

  const sending = state.phase === "sending";
  return (
    <form
      ref={form}
      className="form"
      onSubmit={submit}
      onFocus={noteOpening}
      aria-label={texts.label}
    >
      <Field name="name" label={texts.name} autoComplete="name" />
      <Field name="email" label={texts.email} type="email" autoComplete="email" />
      <Field name="subject" label={texts.subject} autoComplete="off" />
      <label className="field field-wide">
        <span>{texts.message}</span>
        <textarea name="message" rows={4} required />
      </label>
      <Trap />
      <div className="field-wide">
        <button type="submit" className="button button-primary" disabled={sending}>
          {sending ? texts.sending : texts.send}
        </button>
        <Outcome state={state} texts={texts} />
      </div>
    </form>
  );
}

function Field(props: { name: string; label: string; type?: "email"; autoComplete: string }) {
  const { name, label, type, autoComplete } = props;
  return (
    <label className={name === "subject" ? "field field-wide" : "field"}>
      <span>{label}</span>
      <input name={name} type={type} autoComplete={autoComplete} required />
    </label>
  );
}

/** A name that browsers do not associate with addresses, accounts or cards in any language. */
const TRAP = "lantern";

// A honeypot: invisible to people, but filled in by bots. With a label, Chromium would take the
// preceding mail link for it and offer an address. The other attributes are those that password
// managers respect.
function Trap() {
  return (
    <div className="sr-only" aria-hidden="true">
      <label>
        {TRAP}
        <input
          name={TRAP}
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-bwignore
          data-lpignore="true"
          data-form-type="other"
        />
      </label>
    </div>
  );
}

function Outcome({ state, texts }: { state: FormState; texts: FormTexts }) {
  return (
    <div className="outcome">
      <p role="status" className="good">
        {state.phase === "success" && texts.sent}
      </p>
      <p role="alert" className="bad">
        {state.phase === "error" && texts.error.replace("{reason}", () => state.message)}
      </p>
    </div>
  );
}
