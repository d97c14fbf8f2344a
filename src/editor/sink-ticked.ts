import { stored } from "../lib/stored.ts";

const KEY = "foyer-sink-ticked";

/** Whether checked items move below the others; a setting of this device, on by default. */
export function sinksTicked(): boolean {
  return stored(KEY) !== "off";
}

export function setSinksTicked(sinks: boolean): void {
  try {
    localStorage.setItem(KEY, sinks ? "on" : "off");
  } catch {
    // If storage is forbidden, the setting ends with the page.
  }
}

/**
 * The number of places that a toggled item moves: below the last unchecked item, or above the first
 * checked one.
 * @param ticked the state of all items of its list.
 */
export function sinkBy(ticked: readonly boolean[], index: number): number {
  if (!sinksTicked()) return 0;
  const to = ticked[index] ? ticked.lastIndexOf(false) : ticked.indexOf(true);
  const moves = to >= 0 && (ticked[index] ? to > index : to < index);
  return moves ? to - index : 0;
}
