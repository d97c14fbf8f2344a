import { describe, expect, it } from "vitest";
import { createReadBudget } from "./read-budget.ts";

function budgetAt(start: number) {
  const clock = { now: start };
  return { clock, budget: createReadBudget(() => clock.now) };
}

describe("a read budget", () => {
  it("a read budget allows 1,000 pages of six quick reads at once, and more a second later", () => {
    const { clock, budget } = budgetAt(0);
    for (let read = 0; read < 1000 * 6; read++) {
      expect(budget.wait("203.0.113.7")).toBe(0);
      budget.spend("203.0.113.7", 3);
    }
    expect(budget.wait("203.0.113.7")).toBeGreaterThan(0);
    clock.now += 1000;
    expect(budget.wait("203.0.113.7")).toBe(0);
  });

  it("a read budget rejects an address that repeatedly hits the time limit, and returns the waiting time", () => {
    const { clock, budget } = budgetAt(5000);
    let slow = 0;
    while (budget.wait("203.0.113.7") === 0) {
      budget.spend("203.0.113.7", 1500);
      slow++;
    }
    expect(slow).toBe(20);
    budget.spend("203.0.113.7", 2500);
    expect(budget.wait("203.0.113.7")).toBe(10);
    expect(budget.wait("203.0.113.8")).toBe(0);
    clock.now += 9_000;
    expect(budget.wait("203.0.113.7")).toBe(1);
    clock.now += 1_001;
    expect(budget.wait("203.0.113.7")).toBe(0);
  });

  it("a read budget evicts the address that has been idle longest instead of growing", () => {
    const { budget } = budgetAt(0);
    budget.spend("first", 31_000);
    budget.spend("second", 31_000);
    budget.spend("first", 1);
    for (let other = 2; other <= 20_000; other++) budget.spend(`other ${other}`, 5);
    expect(budget.wait("second")).toBe(0);
    expect(budget.wait("first")).toBeGreaterThan(0);
  });
});
