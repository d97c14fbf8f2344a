import { type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { ClientConfig } from "../../shared/site-config.ts";
import { ErrorScreen } from "../ui/error-screen.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { addAllStyles } from "./all-styles.ts";
import { dataset, setLanguage } from "./boot/root.ts";
import { loadContent } from "./load-content.ts";
import { markLanguages } from "./mark-languages.ts";
import { Page } from "./page.tsx";
import type { PageContent } from "./page-content.ts";

/**
 * Replaces the page of a static site by one with the current content, unless the visitor has opened
 * the message form. Throws when a read fails.
 */
export async function refreshPage(config: ClientConfig, onShown: () => void): Promise<void> {
  const [content] = await Promise.all([loadContent(config), addAllStyles(document)]);
  if ("contact" in document.documentElement.dataset) return;
  const times = TYPED.map((text) => typingOf(text)?.currentTime ?? null);
  render(<CurrentPage content={content} />);
  for (const [index, text] of TYPED.entries()) {
    const typing = typingOf(text);
    // The replaced page continues the typing animation instead of restarting it.
    if (typing) typing.currentTime = times[index] ?? Number.MAX_SAFE_INTEGER;
  }
  onShown();
}

/** Loads the content of a page delivered without it: a spinner, then the page or an error. */
export function loadPage(config: ClientConfig, onShown: () => void): void {
  render(<LoadingPage config={config} onShown={onShown} />);
}

function render(page: ReactNode): void {
  const root = document.getElementById("root");
  if (root) flushSync(() => createRoot(root).render(page));
}

function LoadingPage({ config, onShown }: { config: ClientConfig; onShown: () => void }) {
  const [content, setContent] = useState<PageContent | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    loadContent(config).then(setContent, (reason: unknown) => {
      console.error("The content could not be loaded", reason);
      setError(reason instanceof Error ? reason.message : String(reason));
    });
  }, [config]);
  useEffect(() => {
    if (content) onShown();
  }, [content, onShown]);
  if (content) return <CurrentPage content={content} />;
  return error === null ? <Spinner /> : <ErrorScreen message={error} />;
}

function CurrentPage({ content }: { content: PageContent }) {
  useEffect(() => {
    const { language } = content.texts;
    dataset.lang = language;
    setLanguage();
    addLanguages(language);
  }, [content]);
  return <Page content={content} year={new Date().getFullYear()} />;
}

/** Marks texts in other scripts as on a delivered page, in elements that React keeps as they are. */
function addLanguages(language: string): void {
  const root = document.getElementById("root");
  if (!root) return;
  const marked = document.createElement("template");
  marked.innerHTML = markLanguages(root.innerHTML, language);
  const elements = root.querySelectorAll("*");
  for (const [index, one] of [...marked.content.querySelectorAll("*")].entries()) {
    const lang = one.getAttribute("lang");
    const element = elements[index];
    if (lang && element?.tagName === one.tagName) element.setAttribute("lang", lang);
  }
}

const TYPED = [".brand .typed", ".typed-loop"];

function typingOf(text: string): Animation | undefined {
  return document.querySelector(text)?.getAnimations?.()[0];
}
