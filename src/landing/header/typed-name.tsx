import { useEffect, useRef, useState } from "react";
import { TypedText } from "../typed-text.tsx";

/**
 * The owner's name: typed once, then a plain link to the top of the page. Without JavaScript it is
 * a link from the start.
 */
export function TypedName({ name }: { name: string }) {
  const [phase, setPhase] = useState<"delivered" | "typing" | "typed">("delivered");
  const typed = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // The animation started with the first paint and may have ended, or motion is reduced.
    const running = typed.current?.getAnimations?.().some((one) => one.playState !== "finished");
    setPhase(running ? "typing" : "typed");
  }, []);
  return (
    <a className="brand" href={phase === "typing" ? undefined : "#home"}>
      {phase === "typed" ? (
        name
      ) : (
        <TypedText text={name} ref={typed} onDone={() => setPhase("typed")} />
      )}
    </a>
  );
}
