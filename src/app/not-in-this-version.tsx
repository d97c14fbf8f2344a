import { useTitle } from "../ui/use-title.ts";

const HEADING = "Not available in this version";

/** Stands in for an area that does not exist yet, and says so. */
export function NotInThisVersion() {
  useTitle(HEADING);
  return (
    <main className="mx-auto grid min-h-screen max-w-[44rem] content-center justify-items-start gap-4 p-6">
      <h1 className="text-title tracking-tight">{HEADING}</h1>
      <p className="max-w-[56ch] text-body text-soft">
        This version of the site consists of its public page and its admin panel. The area behind
        this address is not part of it yet.
      </p>
      <a className="inline-flex min-h-11 items-center" href="#home">
        Back to Profile
      </a>
    </main>
  );
}
