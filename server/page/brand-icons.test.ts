import { expect, it } from "vitest";
import { renderIconSprite } from "./brand-icons.ts";

it("a brand icon comes from a sprite of the chosen icons, and an unknown brand has a gray square", async () => {
  const sprite = await renderIconSprite(["constructor", "redis", "rust"], "public");
  expect(sprite.match(/<symbol id="\w+"/g)).toHaveLength(3);
  expect(sprite).toContain('<symbol id="constructor" viewBox="0 0 24 24"><path fill="#8a949c"');
  expect(sprite.match(/#8a949c/g)).toHaveLength(1);
  expect(await renderIconSprite([], "public")).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
  );
});
