import type { Area } from "../../src/lib/area.ts";
import type { Member } from "./contract-target.ts";

/** The signed-in user of each area, for the product's modules running without a browser. */
const members = new Map<Area, Member>();

/** URL in front of the project; null to use the project's own. */
let front: string | null = null;

/** Makes an area of the product call the hosted-style project as this person. */
export function signInAs(area: Area, member: Member): void {
  members.set(area, member);
}

/** @throws {Error} when nobody is signed in. */
export function memberOf(area: Area): Member {
  const member = members.get(area);
  if (!member) throw new Error(`Nobody is signed in to ${area}.`);
  return member;
}

/** Makes the product call the project through this URL; null for the project's own. */
export function reachThrough(url: string | null): void {
  front = url;
}

export function addressInFront(): string | null {
  return front;
}
