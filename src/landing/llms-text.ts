import { skillText } from "../content/group-skills.ts";
import type { PageTexts } from "../content/texts/en.ts";
import { plainText } from "../lib/plain-text.ts";
import { DEFAULT_NAME, type PageContent, type TimelineEntry } from "./page-content.ts";

/**
 * The text of `/llms.txt` (https://llmstxt.org): the public content as Markdown, for programs that
 * read text.
 * @param publicUrl the site's address without a trailing slash; empty when unknown.
 */
export function renderLlmsText(content: PageContent, publicUrl: string): string {
  const { fullName, tagline, location, bio, statement, email, links, texts } = content;
  const blocks = [
    `# ${oneLine(fullName || DEFAULT_NAME)}`,
    quote([tagline, location].filter(Boolean).join(" · ")),
    plainText(bio),
    plainText(statement),
    section(texts.contact, [
      ...(email ? [`- Email: ${email.text}`] : []),
      ...(publicUrl ? [`- [Website](${publicUrl}/)`] : []),
      ...(publicUrl ? [`- [The same as JSON Resume](${publicUrl}/resume.json)`] : []),
      ...links.map(({ name, href }) => `- ${link(name, href)}`),
    ]),
    ...content.sections.map((id) => renderSection(id, content)),
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

function renderSection(id: PageContent["sections"][number], content: PageContent): string {
  const { texts } = content;
  switch (id) {
    case "about":
      return "";
    case "skills":
      return section(
        content.headings.skills.name,
        content.skillGroups.map(
          ({ skills, ...group }) =>
            `- ${oneLine(skillText(group))}: ${skills.map((skill) => oneLine(skillText(skill))).join(", ")}`,
        ),
      );
    case "projects":
      return section(
        content.headings.projects.name,
        content.projects.map(({ name, live, code, stack, facts, description }) =>
          [
            `- ${live ? link(name, live) : oneLine(name)}${facts.length > 0 ? ` (${facts.map(oneLine).join(", ")})` : ""}`,
            ...(stack.length > 0
              ? [`  ${texts.labeled(texts.builtWith, stack.map(oneLine).join(", "))}`]
              : []),
            ...(code ? [`  ${texts.labeled(texts.code, code)}`] : []),
            ...indented(description),
          ].join("\n"),
        ),
      );
    default:
      return section(
        content.headings[id].name,
        content[id].map((item) => entry(item, texts)),
      );
  }
}

function entry(item: TimelineEntry, texts: PageTexts) {
  const { titleLink, organization, dates, location, authors, description, skills } = item;
  const title = titleLink ? link(item.title, titleLink) : oneLine(item.title);
  const facts = [dates, location, ...item.facts].filter(Boolean).map(oneLine).join(", ");
  return [
    `- ${[oneLine(authors.map(({ text }) => text).join("")), title, oneLine(organization)].filter(Boolean).join(", ")}${facts && ` (${facts})`}`,
    ...indented(description),
    ...(skills.length > 0
      ? [`  ${texts.labeled(texts.names.skills, skills.map(oneLine).join(", "))}`]
      : []),
  ].join("\n");
}

function section(title: string, lines: string[]): string {
  return lines.length > 0 ? `## ${title}\n\n${lines.join("\n")}` : "";
}

function quote(text: string): string {
  return text && `> ${oneLine(text)}`;
}

function link(name: string, href: string): string {
  return `[${oneLine(name).replace(/[[\]]/g, "\\$&")}](${href})`;
}

function indented(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => `  ${line.trim()}`);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
