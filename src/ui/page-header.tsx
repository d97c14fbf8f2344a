import { createContext, type ReactNode, useContext } from "react";
import { useTitle } from "./hooks/use-title.ts";

/** Name and area of the screen that is open, from its router. */
export const ScreenContext = createContext({ title: "", area: "" });

interface PageHeaderProps {
  /** Shown in place of the title, which then stays for assistive technology only. */
  heading?: ReactNode;
  text?: ReactNode;
  actions?: ReactNode;
}

/** The header of a screen: title, one sentence and actions. Also sets the tab's title. */
export function PageHeader({ heading, text, actions }: PageHeaderProps) {
  const { title, area } = useContext(ScreenContext);
  useTitle(`${title} · ${area}`);
  return (
    <header
      className={`mb-6 flex flex-wrap justify-between gap-x-6 gap-y-3 ${heading ? "items-start" : "items-center"}`}
    >
      <div className="grid min-w-0 flex-1 basis-56 gap-1">
        {/* Receives the focus when a closing dialog has no element to return it to. */}
        <h1
          tabIndex={-1}
          className={`outline-none! text-[1.5rem] leading-tight tracking-tight ${heading ? "sr-only" : ""}`}
        >
          {title}
        </h1>
        {heading}
        {text && <p className="max-w-[66ch] text-soft">{text}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
