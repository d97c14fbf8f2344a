import type { ReactNode } from "react";

/** The layout of the screens that open without a session: sign-in and setup. */
export function EntryFrame(props: { title: string; text?: ReactNode; children: ReactNode }) {
  const { title, text, children } = props;
  return (
    <main className="mx-auto grid min-h-screen max-w-[25rem] content-center gap-8 p-6">
      <header className="grid gap-1">
        <h1 className="text-title tracking-tight">{title}</h1>
        {text && <p className="text-soft">{text}</p>}
      </header>
      {children}
      <a className="inline-flex min-h-10 items-center justify-self-start text-soft" href="#home">
        Back to Profile
      </a>
    </main>
  );
}
