import { useCallback } from "react";
import { TYPED_WAITING, TypedText, useTypedPhase } from "../../ui/typed-text.tsx";

/** The owner's name: typed out once, then a plain link to the top of the page. */
export function TypedName({ name }: { name: string }) {
  const [phase, setPhase] = useTypedPhase();
  const finish = useCallback(() => setPhase("still"), [setPhase]);
  if (phase === "typing") {
    return (
      <span className="brand">
        <span className="sr-only">{name}</span>
        <TypedText text={name} onDone={finish} />
      </span>
    );
  }
  return (
    <a className={phase === "waiting" ? `brand ${TYPED_WAITING}` : "brand"} href="#home">
      {name}
    </a>
  );
}
