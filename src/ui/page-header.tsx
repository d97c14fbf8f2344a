import { createContext, type ReactNode, useContext } from "react";
import { useTitle } from "./hooks/use-title.ts";

/** Name and area of the screen that is open, from its router. */
export const ScreenContext = createContext({ title: "", area: "" });

interface PageHeaderProps {
  /** Shown in place of the title, which then stays for assistive technology only. */
  heading?: ReactNode;
  text?: ReactNode;
  actions?: ReactNode;
  /** Whether narrow screens show title and actions in one row and hide the text. */
  compact?: boolean;
}

/** The header of a screen: title, one sentence and actions. Also sets the tab's title. */
export function PageHeader({ heading, text, actions, compact = false }: PageHeaderProps) {
  const { title, area } = useContext(ScreenContext);
  useTitle(`${title} · ${area}`);
  return (
    <header
      className={`mb-6 flex flex-wrap justify-between gap-x-6 gap-y-3 ${heading ? "items-start" : "items-center"} ${compact ? "max-md:mb-2 max-md:flex-nowrap max-md:gap-x-2" : ""}`}
    >
      <div className={`grid min-w-0 flex-1 basis-56 gap-1 ${compact ? "max-md:basis-0" : ""}`}>
        {/* Receives the focus when a closing dialog has no element to return it to. */}
        <h1
          tabIndex={-1}
          className={`outline-none! text-[1.5rem] leading-tight tracking-tight ${heading ? "sr-only" : ""} ${compact ? "max-md:text-[1.25rem]" : ""}`}
        >
          {title}
        </h1>
        {heading}
        {text && (
          <p className={`max-w-[66ch] text-soft ${compact ? "max-md:sr-only" : ""}`}>{text}</p>
        )}
      </div>
      {actions && (
        <div className={`flex gap-2 ${compact ? "md:flex-wrap" : "flex-wrap"}`}>{actions}</div>
      )}
    </header>
  );
}
