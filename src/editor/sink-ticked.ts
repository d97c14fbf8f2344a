import { stored } from "../lib/stored.ts";

const KEY = "foyer-sink-ticked";

/** Whether ticked items move below the others; a choice of this device, on by default. */
export function sinksTicked(): boolean {
  return stored(KEY) !== "off";
}

export function setSinksTicked(sinks: boolean): void {
  try {
    localStorage.setItem(KEY, sinks ? "on" : "off");
  } catch {
    // Storage is forbidden: the choice ends with the page.
  }
}

/**
 * By how many places an item that was just ticked or unticked moves: below the last open one, or
 * above the first ticked one.
 * @param ticked the state of all items of its list.
 */
export function sinkBy(ticked: readonly boolean[], index: number): number {
  if (!sinksTicked()) return 0;
  const to = ticked[index] ? ticked.lastIndexOf(false) : ticked.indexOf(true);
  const moves = to >= 0 && (ticked[index] ? to > index : to < index);
  return moves ? to - index : 0;
}
