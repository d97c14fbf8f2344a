import { PASSWORD_MIN_LENGTH } from "../../../shared/password.ts";
import type { PasswordEstimate } from "./estimate-password.ts";

/** The hint below a new password: the rule, and once something is typed how strong it is. */
export function StrengthMeter({ estimate }: { estimate: PasswordEstimate | null }) {
  const rule = `At least ${PASSWORD_MIN_LENGTH} characters. A few unrelated words work well.`;
  if (!estimate) return rule;
  const { score, warning } = estimate;
  const { word, tone } = LEVELS[score];
  return (
    <>
      <span aria-hidden="true" className="mb-1.5 grid grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((level) => (
          <span
            key={level}
            className={`h-1 rounded-full ${level <= Math.max(score, 1) ? tone : "bg-line"}`}
          />
        ))}
      </span>
      <span role="status">
        Strength: {word}. {warning}
      </span>
    </>
  );
}

const LEVELS = [
  { word: "very weak", tone: "bg-bad" },
  { word: "weak", tone: "bg-bad" },
  { word: "fair", tone: "bg-accent" },
  { word: "good", tone: "bg-good" },
  { word: "strong", tone: "bg-good" },
] as const;
