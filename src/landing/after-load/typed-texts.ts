import { NAMED_KEY } from "../boot/first-paint.ts";
import { DELETE_MS, HOLD_MS, TYPE_MS } from "../typing.ts";

/**
 * Turns the typed name into a link after its animation, and drives the looping texts by a timer.
 */
export function startTypedTexts(): void {
  startName();
  startLoops(document);
}

/**
 * The name is typed once per visit and then is a plain link to the top of the page. Without
 * JavaScript it is a link from the start.
 */
function startName(): void {
  const brand = document.querySelector<HTMLAnchorElement>(".brand");
  const typed = brand?.querySelector(".typed");
  if (!brand || !typed) return;
  const finish = () => {
    brand.href = "#home";
    brand.textContent = typed.textContent;
    try {
      sessionStorage.setItem(NAMED_KEY, "1");
    } catch {
      // Storage may be forbidden; the name is then typed again.
    }
  };
  // The animation started with the first paint; it may have ended, or motion is reduced.
  const running = typed.getAnimations?.().some(({ playState }) => playState !== "finished");
  if (!running) {
    finish();
    return;
  }
  brand.removeAttribute("href");
  typed.addEventListener("animationend", finish);
}

/** Animates the looping texts below a node by a timer. */
export function startLoops(root: ParentNode): void {
  for (const loop of root.querySelectorAll(".typed-loop")) moveByTimer(loop);
}

/**
 * Advances the animation by a timer until its element is removed. A running animation would make
 * the browser render sixty frames a second for about ten changes.
 */
function moveByTimer(loop: Element): void {
  // Read each time, because the element has no animation while the application covers it.
  const current = () => loop.getAnimations?.()[0];
  if (!current()) return;
  const wait = (ms: number) => {
    setTimeout(() => {
      if (!loop.isConnected) return;
      const animation = current();
      if (!animation) return wait(ms);
      animation.pause();
      const time = Number(animation.currentTime) + ms;
      animation.currentTime = time;
      wait(waitAfter(time, loop.querySelectorAll(":scope > * > *").length));
    }, ms);
  };
  wait(0);
}

/** Milliseconds for which a looping text of this length stays unchanged from a time on. */
function waitAfter(time: number, length: number): number {
  const typed = length * TYPE_MS;
  const at = time % (typed + HOLD_MS + length * DELETE_MS);
  if (at < typed) return TYPE_MS;
  return Math.max(DELETE_MS, typed + HOLD_MS - at);
}
