import fc from "fast-check";
import { DRIVE_ACTIONS } from "./drive/drive-weights.ts";

/** Steps of a user with notes and tasks, with their relative frequencies. */
const TEXT_ACTIONS = {
  "add note": 8,
  "type in note": 22,
  "replace text": 4,
  "undo typing": 3,
  "tick item": 6,
  "color note": 4,
  "pin note": 4,
  "archive note": 4,
  "unarchive note": 3,
  "delete note": 5,
  "undo in toast": 6,
  "restore note": 4,
  "delete permanently": 1,
  "resolve conflict": 8,
  "add task": 24,
  "edit task": 9,
  "move task": 16,
  "delete task": 4,
  "archive done": 2,
  "restore archived": 2,
} as const;

/** Steps of a user with labels, pictures, imports and recurring tasks. */
const ORGANIZING_ACTIONS = {
  "add label": 16,
  "remove label": 8,
  "rename label": 10,
  "add picture": 16,
  "remove picture": 5,
  "delete note with picture": 6,
  "import notes": 16,
  "replace imported text": 8,
  "delete imported note": 8,
  "repeat task": 8,
  "complete task": 20,
} as const;

/** Steps that affect tabs, servers and the network. */
const OTHER_ACTIONS = {
  "look again": 6,
  "open dashboard": 6,
  "wait until saved": 6,
  "reload tab": 2,
  "kill tab": 6,
  "kill server": 3,
  "kill database": 2,
  "cut network": 6,
  reconnect: 6,
  "slow network": 2,
  "lose answer": 12,
  "lose request": 2,
  "evict storage": 3,
  "a month passes": 2,
} as const;

/** Actions by part of the workspace. */
const GROUPS = [OTHER_ACTIONS, TEXT_ACTIONS, ORGANIZING_ACTIONS, DRIVE_ACTIONS] as const;

/** All steps of a schedule, with their relative frequencies. */
export const ACTIONS: Readonly<Record<Action, number>> = Object.assign({}, ...GROUPS);

export type Action = KeyOf<(typeof GROUPS)[number]>;

type KeyOf<Group> = Group extends Group ? keyof Group : never;

/** One step. `pick` and `choice` select among the items that exist when it runs. */
export interface Step {
  /**
   * Unique within the schedule, and part of the step's token, so that removing other steps changes
   * nothing.
   */
  readonly number: number;
  readonly action: Action;
  readonly device: number;
  readonly tab: number;
  readonly pick: number;
  readonly choice: number;
}

export interface DeviceShape {
  readonly tabs: 1 | 2;
  /** Hours by which the device's clock is wrong. */
  readonly clock: -24 | 0 | 24;
  /** The server that the device uses. */
  readonly server: 0 | 1;
  /** Whether its tabs are killed after the last step, so that the next ones find pending work. */
  readonly closes: boolean;
}

/** The steps of a round run at the same time, each on a different device. */
export interface Schedule {
  readonly seed: number;
  readonly devices: readonly DeviceShape[];
  readonly rounds: readonly (readonly Step[])[];
}

/** A token that is unique in the run: typed once, by this step. */
export const tokenOf = (seed: number, step: number): string => `k${seed}s${step}z`;

/** The tokens in a text, in order. */
export const tokensIn = (text: string): string[] => text.match(/k\d+s\d+z/g) ?? [];

/** The schedule of a seed, which is the same for the same numbers. */
export function drawSchedule(seed: number, steps: number): Schedule {
  const [drawn] = fc.sample(fc.noBias(scheduleArbitrary(steps)), { seed, numRuns: 1 });
  if (!drawn) throw new Error("fast-check has drawn nothing.");
  return { seed, ...drawn };
}

const device: fc.Arbitrary<DeviceShape> = fc.record({
  tabs: weighted([
    [3, 1],
    [1, 2],
  ]),
  clock: weighted([
    [6, 0],
    [1, -24],
    [1, 24],
  ]),
  server: fc.constantFrom(0, 1),
  closes: fc.boolean(),
});

/**
 * The relative frequency of each part besides failures, and of each action: some never occur, some
 * three times as often as usual, so that seeds differ in kind and rare actions meet each other.
 * About a third of the steps are failures.
 */
const emphasis = fc
  .tuple(
    ...GROUPS.map((group) =>
      fc.tuple(
        group === OTHER_ACTIONS ? fc.constant(2) : fc.constantFrom(0, 1, 1, 2),
        fc.tuple(
          ...Object.values(group).map((weight) =>
            fc.constantFrom(0, 1, 1, 3).map((factor) => weight * factor),
          ),
        ),
      ),
    ),
  )
  .map((groups) => groups.flatMap(([factor, weights]) => weights.map((weight) => weight * factor)));

const actionBy = (weights: readonly number[]) =>
  weighted<Action>([
    // Ensures that at least one action exists.
    [1, "look again"],
    ...Object.keys(ACTIONS).map((name, index) => [weights[index] ?? 0, name as Action] as const),
  ]);

function scheduleArbitrary(steps: number): fc.Arbitrary<Omit<Schedule, "seed">> {
  const count: fc.Arbitrary<number> = weighted([
    [2, 1],
    [6, 2],
    [6, 3],
    [3, 4],
    [2, 5],
  ]);
  return count
    .chain((size) => fc.tuple(fc.array(device, { minLength: size, maxLength: size }), emphasis))
    .chain(([devices, weights]) => {
      const step = fc.record({
        action: actionBy(weights),
        device: fc.nat(devices.length - 1),
        tab: fc.nat(1),
        pick: fc.nat(1000),
        choice: fc.nat(1000),
        // Whether the step runs at the same time as the previous one, or after it in its tab.
        follows: fc.constantFrom(null, "along", "in tab"),
      });
      return fc
        .array(step, { minLength: steps, maxLength: steps })
        .map((drawn) => ({ devices, rounds: roundsOf(drawn) }));
    });
}

type DrawnStep = Omit<Step, "number"> & { follows: "along" | "in tab" | null };

function roundsOf(drawn: readonly DrawnStep[]): Step[][] {
  const rounds: Step[][] = [];
  for (const [index, { follows, ...rest }] of drawn.entries()) {
    const last = rounds.at(-1);
    const { device, tab } = (follows === "in tab" && last?.at(-1)) || rest;
    const step = { ...rest, number: index + 1, device, tab };
    if (follows === "along" && last?.every(({ device }) => device !== step.device)) last.push(step);
    else rounds.push([step]);
  }
  return rounds;
}

function weighted<T>(choices: readonly (readonly [weight: number, value: T])[]): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));
}

/** One line per step. */
export function describe({ seed, devices, rounds }: Schedule): string {
  const shapes = devices.map(
    ({ tabs, clock, server, closes }, index) =>
      `  device ${index}: ${tabs} tab${tabs > 1 ? "s" : ""}, server ${server}${clock ? `, clock ${clock > 0 ? "+" : ""}${clock} h` : ""}${closes ? ", killed in the end" : ""}`,
  );
  const lines = rounds.flatMap((round) =>
    round.map(
      (step, index) =>
        `  ${index > 0 ? "with " : ""}${step.number}. ${step.action} (device ${step.device}, tab ${step.tab}, pick ${step.pick}, choice ${step.choice})`,
    ),
  );
  return [`seed ${seed}`, ...shapes, ...lines].join("\n");
}
