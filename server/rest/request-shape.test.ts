import { describe, expect, it } from "vitest";
import { checkShape } from "./request-shape.ts";

const json = (text: string) => new TextEncoder().encode(text);
const lists = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

describe("checkShape", () => {
  it.each([
    ["", ""],
    ["?select=*,skills(*,skill_categories(name))&or=(id.eq.1,and(a.is.null,b.gt.2))", ""],
    ["?name=eq.r%C3%A9sum%C3%A9%20%E2%80%94%20%F0%9F%8E%89", ""],
    ["", JSON.stringify({ items: [{ id: 1, tags: ["a"] }] })],
    ["", lists(64)],
    ["", JSON.stringify({ content: lists(10_000), title: '"\\"[[' })],
    // The engine reports texts that are not JSON.
    ["", "]]]]}}}"],
  ])("checkShape accepts %j %#", (search, body) => {
    expect(checkShape(search, json(body))).toBeNull();
  });

  it.each([
    ["?name=eq.%1b%5D0;title", "", "PGRST100"],
    ["?name=eq.a%0Aforged", "", "PGRST100"],
    ["?%00=eq.a", "", "PGRST100"],
    ["?name=eq.%C2%9B2J", "", "PGRST100"],
    [`?select=${"a(".repeat(7)}b${")".repeat(7)}`, "", "PGRST100"],
    [`?or=${"%28".repeat(3000)}`, "", "PGRST100"],
    ["", lists(65), "PGRST102"],
    ["", `{"name":${lists(50_000)}}`, "PGRST102"],
    ["", '{"a":'.repeat(65), "PGRST102"],
  ])("checkShape rejects %.60s %.60s", async (search, body, code) => {
    const refusal = checkShape(search, json(body));
    expect(refusal?.status).toBe(400);
    expect(await refusal?.json()).toMatchObject({ code });
  });
});
