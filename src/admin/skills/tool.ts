import { Tag, Tags, Wrench } from "lucide-react";
import { categoriesPath } from "../../lib/paths.ts";
import { kindScreen, type Screen } from "../shell/screen.ts";

const screen = kindScreen(
  "skills",
  Wrench,
  async () => (await import("./skills-page.tsx")).SkillsPage,
);

export const skills: Screen = {
  ...screen,
  editors: { ...screen.editors, skill_categories: { Icon: Tag, pathOf: categoriesPath } },
  places: [
    {
      path: categoriesPath(),
      title: "Manage Categories",
      Icon: Tags,
      keywords: "skills portfolio",
    },
  ],
};
