import { type RefObject, useEffect, useEffectEvent } from "react";

/** Calls `onPress` for a pointer press outside the element, while active. */
export function usePressOutside(
  box: RefObject<HTMLElement | null>,
  active: boolean,
  onPress: () => void,
) {
  const listener = useEffectEvent(({ target }: PointerEvent) => {
    if (target instanceof Node && !box.current?.contains(target)) onPress();
  });
  useEffect(() => {
    if (!active) return;
    const listening = new AbortController();
    document.addEventListener("pointerdown", (event) => listener(event), listening);
    return () => listening.abort();
  }, [active]);
}
