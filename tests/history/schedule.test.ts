import { expect, test } from "vitest";
import { ACTIONS, describe, drawSchedule, tokenOf, tokensIn } from "./schedule.ts";
import { shrink } from "./shrink.ts";

test("a seed always draws the same schedule, and different seeds draw different schedules", () => {
  expect(drawSchedule(7, 30)).toEqual(drawSchedule(7, 30));
  expect(describe(drawSchedule(7, 30))).not.toBe(describe(drawSchedule(8, 30)).replace("8", "7"));
});

test("schedules have up to five devices, and the steps of a round are on different ones", () => {
  const drawn = Array.from({ length: 100 }, (_, seed) => drawSchedule(seed, 30));
  const sizes = new Set(drawn.map(({ devices }) => devices.length));
  expect([...sizes].sort()).toEqual([1, 2, 3, 4, 5]);
  for (const { devices, rounds } of drawn) {
    expect(rounds.flat()).toHaveLength(30);
    for (const round of rounds) {
      const used = round.map(({ device }) => device);
      expect(new Set(used).size).toBe(used.length);
      expect(Math.max(...used)).toBeLessThan(devices.length);
    }
  }
  const actions = new Set(drawn.flatMap(({ rounds }) => rounds.flat().map(({ action }) => action)));
  expect(actions.size).toBe(Object.keys(ACTIONS).length);
});

test("tokens are found in any text, and no token is part of another", () => {
  const tokens = [tokenOf(1, 1), tokenOf(1, 11), tokenOf(11, 1)];
  expect(tokensIn(`<p>a ${tokens.join("</p><p>")}`)).toEqual(tokens);
});

test("a failing schedule is reduced to the steps that make it fail", async () => {
  const schedule = drawSchedule(3, 20);
  const needed = [4, 13];
  const fails = async ({ rounds }: typeof schedule) => {
    const left = rounds.flat().map(({ number }) => number);
    return needed.every((number) => left.includes(number));
  };
  const { rounds } = await shrink(schedule, fails, 100);
  expect(rounds.length).toBeLessThanOrEqual(2);
  expect(rounds.flat().map(({ number }) => number)).toEqual(expect.arrayContaining(needed));
  expect(await shrink(schedule, fails, 0)).toEqual(schedule);
});
