import type { Rolldown } from "vite";
import { expect, it } from "vitest";
import { importsOf } from "./screen-chunks.ts";

it("a screen's chunk has the icons of each import of its modules", () => {
  const icons = "/node_modules/lucide-react/dist/esm/lucide-react.mjs";
  const list = `export { default as Check } from './icons/check.mjs';
export { default as X } from './icons/x.mjs';
export { default as Plus } from './icons/plus.mjs';`;
  const code = `import { Check } from "lucide-react";
import { Button } from "./button.tsx";
import { X as Close } from "lucide-react";`;
  const screen = { importedIds: [icons, "/button.tsx"], code } as unknown as Rolldown.ModuleInfo;
  const moduleOf = () => ({ code: list }) as unknown as Rolldown.ModuleInfo;
  const folder = "/node_modules/lucide-react/dist/esm/icons";
  expect(importsOf(screen, moduleOf)).toEqual([
    "/button.tsx",
    `${folder}/check.mjs`,
    `${folder}/x.mjs`,
  ]);
});
