import { isRouteErrorResponse, useRouteError } from "react-router";
import { messageOf } from "../lib/errors.ts";
import { paths } from "../lib/paths.ts";
import { buttonClass } from "../ui/button.tsx";

/** Shown in place of a screen that failed: a bug, or code that could not be loaded. */
export function RouterError() {
  const error = useRouteError();
  return (
    <main className="grid max-w-[66ch] gap-4 p-6 sm:p-10" role="alert">
      <h1 className="text-title tracking-tight">Unexpected Application Error!</h1>
      <p className="text-bad">
        {isRouteErrorResponse(error) ? `${error.status} ${error.statusText}` : messageOf(error)}
      </p>
      <p className="flex flex-wrap gap-3">
        <button type="button" className={buttonClass("primary")} onClick={() => location.reload()}>
          Reload
        </button>
        <a className={buttonClass()} href={paths.site}>
          Back to Profile
        </a>
      </p>
    </main>
  );
}
