import { WORD_MAX_LENGTH } from "../../../shared/content/fields.ts";
import type { IconIndex } from "../../../shared/icon-files.ts";
import { OTHER_GROUP } from "../group-skills.ts";
import type { CvEntry } from "./cv-content.ts";
import {
  isRecord,
  recordOf,
  recordsOf,
  takeItems,
  takeText,
  takeTexts,
  textOf,
  textOrNull,
} from "./file-values.ts";
import { guessSkillIcon } from "./icon-guess.ts";

type Item = Record<string, unknown>;

/** Removes the skills from a JSON Resume and returns them with categories and levels. */
export function takeSkills(file: Item, icons: IconIndex): CvEntry<"skills">[] {
  const { skills } = file;
  // An object of lists, keyed by category.
  if (isRecord(skills) && Object.values(skills).every(Array.isArray)) {
    file.skills = Object.entries(skills).map(([name, keywords]) => ({ name, keywords }));
  }
  const groups = takeItems(file, "skills", takeGroup, true);
  const all = groups.flatMap(({ names }) => names);
  const isRepeated = (name: string) => all.indexOf(name) !== all.lastIndexOf(name);
  return groups.flatMap((group) => {
    const { name, names, level, known } = group;
    const notes = [...new Set([level ?? "", ...names])].filter(Boolean).join(", ");
    // A list that rates the one skill that it is named after.
    const isLevel =
      names.some((one) => NOTE.test(one)) &&
      names.every((one) => NOTE.test(one) || isRepeated(one));
    if (name && (names.length === 0 || (isLevel && notes.length <= WORD_MAX_LENGTH))) {
      return [toSkill(name, icons, { levelText: notes || null })];
    }
    const category = name === OTHER_GROUP || name === "" ? null : name;
    return names.map((one, index) => {
      const own = [known[index], ...known].find((other) => textOf(other?.name) === one);
      if (!own) return toSkill(one, icons, { category, levelText: level });
      return {
        name: one,
        level: typeof own.level === "number" ? own.level : null,
        level_text: textOrNull(own.levelText) ?? level,
        icon: textOrNull(own.icon),
        category,
      };
    });
  });
}

/** A rating of a skill, such as "6 years", "10+ projects", "in use", "B2", "80 %" or "★★★". */
const NOTE =
  /^(?:[~>≥]?\s*\d+([.,]\d+)?\s*\+?\s*(?:years?|yrs?|y|months?|projects?|ans|années|mois|projets|jahre?n?|monate?|projekte?n?|años?|meses|proyectos?|anni|mesi|progetti|%).*|\d+ ?\/ ?\d+|[A-C][12]|[★☆●○⭐✩]+|(?:since|seit|depuis|desde|dal)\b.*|(?:in|im|en|at|used|genutzt|utilisé) .+|daily|expert(?:e|o)?|advanced|intermediate|beginner|basics?|proficient|senior|junior|master)$/i;

function takeGroup(item: Item) {
  const known = recordsOf(recordOf(item.foyer).skills);
  delete item.foyer;
  const name = takeText(item, "name", "title", "category", "label");
  const names = takeTexts(item, "keywords", "skills", "items");
  if (!name && names.length === 0) return null;
  // Numbers are dropped, because only the file's program knows their scale.
  const level = typeof item.level === "number" ? "" : takeText(item, "level", "proficiency");
  return { name, names, level: level || null, known };
}

/** A skill from a file without icons, whose level is a text. */
export function toSkill(
  name: string,
  icons: IconIndex,
  { category, levelText = null }: { category?: string | null; levelText?: string | null } = {},
): CvEntry<"skills"> {
  const icon = guessSkillIcon(name, icons);
  return { name, level: null, level_text: levelText, icon, category };
}
