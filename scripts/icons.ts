/**
 * Writes, from simple-icons, src/ui/icons/brands.svg, the sprite of the built-in brand icons, and
 * public/icons with the files of all icons. Run it after changing the list or the package: `npx tsx
 * scripts/icons.ts`.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import * as icons from "simple-icons";
import data from "simple-icons/icons.json" with { type: "json" };
import { ICON_INDEX, type IconIndex, iconFile } from "../shared/icon-files.ts";

const SPRITE = new URL("../src/ui/icons/brands.svg", import.meta.url);

const BRANDS: Record<string, { path: string }> = {
  react: icons.siReact,
  nextjs: icons.siNextdotjs,
  typescript: icons.siTypescript,
  vue: icons.siVuedotjs,
  javascript: icons.siJavascript,
  tailwind: icons.siTailwindcss,
  node: icons.siNodedotjs,
  postgresql: icons.siPostgresql,
  express: icons.siExpress,
  mysql: icons.siMysql,
  python: icons.siPython,
  django: icons.siDjango,
  git: icons.siGit,
  figma: icons.siFigma,
  docker: icons.siDocker,
  supabase: icons.siSupabase,
  vite: icons.siVite,
  jest: icons.siJest,
  github: icons.siGithub,
  telegram: icons.siTelegram,
};

// simple-icons has no LinkedIn icon and no icon for a generic link: these two are drawn here.
const DRAWN: Record<string, string> = {
  linkedin:
    '<path fill-rule="evenodd" d="M3 1h18a2 2 0 0 1 2 2v18a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2Zm1.5 8.3v10.2h3.2V9.300Zm1.600-5A1.900 1.900 0 1 0 6.100 8.050a1.900 1.900 0 0 0 0-3.750ZM9.700 9.300v10.200h3.200v-5.400c0-1.400.4-2.300 1.700-2.300s1.600 1 1.600 2.400v5.300h3.300v-6c0-2.900-1.300-4.500-3.600-4.500-1.500 0-2.400.7-3 1.600V9.300Z"/>',
  link: '<path fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" d="M10 14a5 5 0 0 0 7.100 0l3-3a5 5 0 0 0-7.100-7.100l-1 1M14 10a5 5 0 0 0-7.100 0l-3 3A5 5 0 0 0 11 20.100l1-1"/>',
};

const symbols = [
  ...Object.entries(BRANDS).map(([id, { path }]) => [id, `<path d="${path}"/>`] as const),
  ...Object.entries(DRAWN),
].map(([id, content]) => `<symbol id="${id}" viewBox="0 0 24 24">${content}</symbol>`);

writeFileSync(
  SPRITE,
  `<svg xmlns="http://www.w3.org/2000/svg">\n<title>Brand icons</title>\n${symbols.join("\n")}\n</svg>\n`,
);
console.log(`${symbols.length} symbols written to ${SPRITE.pathname}`);

const FOLDER = new URL("../public/icons/", import.meta.url);

const all = Object.values(icons).toSorted((a, b) => a.title.localeCompare(b.title, "en"));
const files = new Map<string, Record<string, string>>();
for (const [place, { slug, path }] of all.entries()) {
  const name = iconFile(place);
  files.set(name, { ...files.get(name), [slug]: path });
}
const aliases = new Map(data.map((icon) => [icon.slug, aliasesOf(icon.aliases)]));
const index: IconIndex = all.map(({ slug, title }) => [slug, title, ...(aliases.get(slug) ?? [])]);

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
writeJson(ICON_INDEX, index);
for (const [name, paths] of files) writeJson(name, paths);
console.log(`${all.length} icons written to ${files.size} files in ${FOLDER.pathname}`);

/** Other spellings and former names, without brands that only share the picture. */
function aliasesOf({ aka = [], old = [], loc = {} }: Aliases = {}): string[] {
  return [...new Set([...aka, ...old, ...Object.values(loc)])];
}

interface Aliases {
  aka?: string[];
  old?: string[];
  loc?: Record<string, string>;
}

function writeJson(name: string, content: unknown): void {
  writeFileSync(new URL(name, FOLDER), `${JSON.stringify(content)}\n`);
}
