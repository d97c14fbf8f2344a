import { embedJson } from "../lib/embed-json.ts";
import { escapeHtml } from "../lib/escape-html.ts";
import { DEFAULT_NAME, type PageContent } from "./page-content.ts";

/** The page's title: the owner's full name and tagline. */
export function pageTitle(content: Pick<PageContent, "fullName" | "tagline">): string {
  return [content.fullName || DEFAULT_NAME, content.tagline].filter(Boolean).join(" · ");
}

/** Description, canonical URL, social cards, and the owner as JSON-LD. */
export function renderMeta(content: PageContent, publicUrl: string): string {
  const description = describe(content);
  const { language } = content.texts;
  const metas: [string, string, string][] = [
    ["name", "description", description],
    ["property", "og:type", content.fullName ? "profile" : "website"],
    ["property", "og:title", pageTitle(content)],
    ["property", "og:description", description],
    ["name", "twitter:card", "summary_large_image"],
  ];
  if (language !== "en") metas.push(["property", "og:locale", localeOf(language)]);
  // Consumers of these tags require absolute URLs.
  if (publicUrl) {
    metas.push(
      ["property", "og:image", `${publicUrl}/og.png`],
      ["property", "og:image:width", "1200"],
      ["property", "og:image:height", "630"],
      ["property", "og:image:alt", pageTitle(content)],
      ["property", "og:url", `${publicUrl}/`],
    );
  }
  const lines = metas.map(
    ([kind, key, value]) => `<meta ${kind}="${key}" content="${escapeHtml(value)}">`,
  );
  // Without a name, there is no person to describe.
  if (content.fullName) {
    const person = embedJson(personOf(content, publicUrl));
    lines.push(`<script type="application/ld+json">${person}</script>`);
  }
  return `${lines.join("")}${renderCanonical(publicUrl)}`;
}

/** Open Graph locales require a country: "de_DE". The default is "en_US". */
function localeOf(language: string): string {
  return `${language}_${new Intl.Locale(language).maximize().region}`;
}

/** The canonical link; empty when the public URL is unknown. */
export function renderCanonical(publicUrl: string): string {
  return publicUrl && `<link rel="canonical" href="${escapeHtml(publicUrl)}/">`;
}

/** A sitemap with a single URL, because the site is a single page. */
export function renderSitemap(publicUrl: string, now: Date): string {
  const day = now.toISOString().slice(0, 10);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${escapeHtml(publicUrl)}/</loc><lastmod>${day}</lastmod></url>
</urlset>
`;
}

/** Everything may be indexed; the signed-in areas have no URLs of their own. */
export function renderRobots(publicUrl: string): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

function describe({ bio, statement, fullName, tagline, texts }: PageContent): string {
  const text = plainText(bio || statement) || tagline || texts.portfolioOf(fullName);
  if (text.length <= DESCRIPTION_LENGTH) return text;
  const words = text.slice(0, DESCRIPTION_LENGTH - 1).replace(/\s+\S*$/, "");
  return `${words.replace(/[\s,;:–—-]+$/, "")}…`.toWellFormed();
}

/** Maximum length of a description that search engines show, in characters. */
const DESCRIPTION_LENGTH = 160;

// Only line breaks and block elements separate words.
function plainText(html: string): string {
  return html
    .replace(/<\/?(?:p|br|ul|ol|li|h\d|blockquote)\b[^>]*>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, entity: keyof typeof ENTITIES) => ENTITIES[entity])
    .replace(/\s+/g, " ")
    .trim();
}

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };

function absolute(src: string, publicUrl: string): string {
  return publicUrl ? new URL(src, `${publicUrl}/`).href : src;
}

function personOf(content: PageContent, publicUrl: string): Record<string, unknown> {
  const { name, fullName, tagline, location, portrait, education, skillGroups, links } = content;
  const { awards, certificates, languages } = content;
  const job = content.latestRole;
  return {
    "@context": "https://schema.org",
    "@type": "Person",
    name: fullName,
    ...(name && name !== fullName && { alternateName: name }),
    ...(publicUrl && { url: `${publicUrl}/` }),
    mainEntityOfPage: { "@type": "ProfilePage", inLanguage: content.texts.language },
    ...(portrait && { image: absolute(portrait.src, publicUrl) }),
    ...((job?.title || tagline) && { jobTitle: job?.title || tagline }),
    ...(job?.organization && { worksFor: { "@type": "Organization", name: job.organization } }),
    ...(location && { address: location }),
    ...(education.length > 0 && {
      alumniOf: education.slice(0, 5).map(({ title, organization }) => ({
        "@type": "EducationalOrganization",
        name: organization || title,
      })),
    }),
    ...(awards.length > 0 && { award: awards.slice(0, 12).map(({ title }) => title) }),
    ...(certificates.length > 0 && {
      hasCredential: certificates.slice(0, 12).map(({ title }) => ({
        "@type": "EducationalOccupationalCredential",
        name: title,
      })),
    }),
    ...(languages.length > 0 && { knowsLanguage: languages.map(({ title }) => title) }),
    ...(skillGroups.length > 0 && {
      knowsAbout: skillGroups
        .flatMap(({ skills }) => skills.map((skill) => skill.name))
        .slice(0, 12),
    }),
    ...(links.length > 0 && { sameAs: links.slice(0, 12).map(({ href }) => href) }),
  };
}
