import { Link } from "react-router";
import { paths } from "../lib/paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { useTitle } from "../ui/use-title.ts";

const HEADING = "Not available in this version";

/** Stands in for a tool that does not exist yet, and says so. */
export function NotInThisVersion() {
  useTitle(HEADING);
  return (
    <div className="grid justify-items-start gap-4 py-10">
      <h1 className="text-[1.5rem] leading-tight tracking-tight">{HEADING}</h1>
      <p className="max-w-[56ch] text-soft">
        The tool behind this address is not part of this version of the workspace yet.
      </p>
      <Link className={buttonClass()} to={paths.workspace.dashboard}>
        Back to the dashboard
      </Link>
    </div>
  );
}
