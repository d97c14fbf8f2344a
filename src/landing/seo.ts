import { embedJson } from "../lib/embed-json.ts";
import { escapeHtml } from "./escape-html.ts";
import { DEFAULT_NAME, type PageContent } from "./page-content.ts";

/** The page's title: the owner's name and tagline. */
export function pageTitle({ name, tagline }: Pick<PageContent, "name" | "tagline">): string {
  return [name || DEFAULT_NAME, tagline].filter(Boolean).join(" · ");
}

/** Description, canonical address, share cards and the owner as JSON-LD, all from the content. */
export function renderMeta(content: PageContent, publicUrl: string): string {
  const description = describe(content);
  const metas: [string, string, string][] = [
    ["name", "description", description],
    ["property", "og:type", "profile"],
    ["property", "og:title", pageTitle(content)],
    ["property", "og:description", description],
    // Drawn by the server from the content; a static site ships a plain one under the same name.
    ["property", "og:image", `${publicUrl}/og.png`],
    ["property", "og:image:width", "1200"],
    ["property", "og:image:height", "630"],
    ["property", "og:image:alt", pageTitle(content)],
    ["name", "twitter:card", "summary_large_image"],
  ];
  if (publicUrl) metas.push(["property", "og:url", `${publicUrl}/`]);
  const lines = metas.map(
    ([kind, key, value]) => `<meta ${kind}="${key}" content="${escapeHtml(value)}">`,
  );
  if (publicUrl) lines.push(`<link rel="canonical" href="${escapeHtml(publicUrl)}/">`);
  lines.push(
    `<script type="application/ld+json">${embedJson(personOf(content, publicUrl))}</script>`,
  );
  return `${lines.join("\n")}\n`;
}

/** One address: the site is one page. */
export function renderSitemap(publicUrl: string, now: Date): string {
  const day = now.toISOString().slice(0, 10);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${escapeHtml(publicUrl)}/</loc><lastmod>${day}</lastmod></url>
</urlset>
`;
}

/** Everything may be indexed; the signed-in areas live behind a hash and have no address of their own. */
export function renderRobots(publicUrl: string): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

function describe({ bio, statement, name, tagline }: PageContent): string {
  const text = plainText(bio || statement) || tagline || `${name || DEFAULT_NAME}: portfolio`;
  return text.length <= 160 ? text : `${text.slice(0, 159).replace(/\s+\S*$/, "")}…`;
}

function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, entity: keyof typeof ENTITIES) => ENTITIES[entity])
    .replace(/\s+/g, " ")
    .trim();
}

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };

function absolute(src: string, publicUrl: string): string {
  return src.startsWith("/") ? `${publicUrl}${src}` : src;
}

function personOf(content: PageContent, publicUrl: string): Record<string, unknown> {
  const { name, tagline, location, portrait, experience, education, skillGroups, links } = content;
  const [job] = experience;
  return {
    "@context": "https://schema.org",
    "@type": "Person",
    name: name || DEFAULT_NAME,
    ...(publicUrl && { url: `${publicUrl}/` }),
    ...(portrait && { image: absolute(portrait.src, publicUrl) }),
    ...((job?.title || tagline) && { jobTitle: job?.title || tagline }),
    ...(job && { worksFor: { "@type": "Organization", name: job.organization } }),
    ...(location && { address: location }),
    ...(education.length > 0 && {
      alumniOf: education.slice(0, 5).map(({ organization }) => ({
        "@type": "EducationalOrganization",
        name: organization,
      })),
    }),
    ...(skillGroups.length > 0 && {
      knowsAbout: skillGroups
        .flatMap(({ skills }) => skills.map((skill) => skill.name))
        .slice(0, 12),
    }),
    ...(links.length > 0 && { sameAs: links.slice(0, 12).map(({ href }) => href) }),
  };
}
