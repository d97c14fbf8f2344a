import { SITE_ROOT } from "../lib/site-address.ts";

/** Same fonts as in theme-fonts.css, which the public page does not load. */
export const FONT_FAMILY =
  '-apple-system, "Segoe UI Variable Display", "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** Shown in place of the page when its content could not be read. */
export function ErrorScreen({ message }: { message: string }) {
  return (
    <main className="notice" id="main" role="alert" style={{ fontFamily: FONT_FAMILY }}>
      <h1>An Error Occurred</h1>
      <p>
        Failed to load portfolio data. Please check your connection or try again later. Details:{" "}
        {message}
      </p>
      <p>
        <a className="button" href={SITE_ROOT}>
          Try again
        </a>
      </p>
    </main>
  );
}
