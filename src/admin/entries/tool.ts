import {
  BadgeCheck,
  BookOpen,
  BriefcaseBusiness,
  GraduationCap,
  HeartHandshake,
  Languages,
  type LucideIcon,
  Quote,
  Sparkles,
  Trophy,
} from "lucide-react";
import { fromTimelines, type TimelineId } from "../../content/sections.ts";
import { kindScreen } from "../shell/screen.ts";

/** Icons of the timelines, and the words by which the palette finds them. */
const looks: Record<TimelineId, [Icon: LucideIcon, keywords?: string]> = {
  experience: [BriefcaseBusiness, "jobs"],
  education: [GraduationCap, "schools"],
  volunteering: [HeartHandshake],
  certificates: [BadgeCheck, "licenses exams"],
  awards: [Trophy, "prizes honors"],
  publications: [BookOpen, "papers articles talks"],
  languages: [Languages],
  interests: [Sparkles, "hobbies"],
  recommendations: [Quote, "recommendations"],
};

export const timelines = fromTimelines((id) => {
  const [Icon, keywords] = looks[id];
  const load = async () => (await import("./timeline-screen.tsx")).timelineScreen(id);
  return kindScreen(id, Icon, load, keywords);
});
