import {
  ArrowRight,
  BriefcaseBusiness,
  FolderGit2,
  Inbox,
  type LucideIcon,
  Wrench,
} from "lucide-react";
import { Link } from "react-router";
import { entriesPath, paths } from "../../lib/paths.ts";
import { Figure } from "../shell/figure.tsx";

interface Counts {
  unread: number | undefined;
  projects: number | undefined;
  skills: number | undefined;
  experience: number | undefined;
}

const { admin } = paths;

/** Four counts, each linking to its screen. Shows a placeholder while a count is loading. */
export function CountCards({ unread, projects, skills, experience }: Counts) {
  return (
    <ul className="m-0 grid list-none grid-cols-2 gap-px overflow-hidden rounded border bg-line p-0 lg:grid-cols-4">
      <Card to={admin.messages} label="Unread Messages" Icon={Inbox} value={unread} calls />
      <Card
        to={entriesPath("projects")}
        label="Total Projects"
        Icon={FolderGit2}
        value={projects}
      />
      <Card to={entriesPath("skills")} label="Total Skills" Icon={Wrench} value={skills} />
      <Card
        to={entriesPath("experience")}
        label="Experience Entries"
        Icon={BriefcaseBusiness}
        value={experience}
      />
    </ul>
  );
}

function Card(props: {
  to: string;
  label: string;
  Icon: LucideIcon;
  value: number | undefined;
  /** Whether the card is highlighted when its count is above zero. */
  calls?: boolean;
}) {
  const { to, label, Icon, value, calls = false } = props;
  return (
    <li className="grid bg-surface">
      <Link
        to={to}
        className="group grid content-between gap-6 p-4 text-ink no-underline hover:bg-raised focus-visible:-outline-offset-2! sm:p-5"
      >
        <span className="flex items-start gap-2.5 text-small text-soft">
          <Icon aria-hidden="true" className="mt-px size-4 shrink-0" />
          <span className="flex-1">{label}</span>
        </span>
        <span className="flex items-end justify-between gap-2">
          <Figure value={value} accent={calls && Boolean(value)} />
          <ArrowRight className="mb-0.5 size-4 shrink-0 text-line-strong transition-colors group-hover:text-accent" />
        </span>
      </Link>
    </li>
  );
}
