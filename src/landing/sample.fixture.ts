import type { ClientConfig } from "../../shared/site-config.ts";
import type { Portfolio } from "../content/portfolio.ts";
import { fromTimelines } from "../content/sections.ts";

/** A small portfolio for tests that covers every rendering variant. */
export function samplePortfolio(): Portfolio {
  return {
    ...emptyPortfolio(),
    info: {
      displayName: "Ada Lovelace",
      tagline: "I compute.",
      location: "London",
      bio: "<p>First <strong>programmer</strong>.</p>",
      personalStatement: "<p>On the engine.</p>",
      email: "ada@example.com",
      profilePictureUrl: "/sample/profile-640.webp",
      faviconSvg: '<svg viewBox="0 0 4 4"><path d="M0 0h4v4z" fill="currentColor"/></svg>',
    },
    links: [
      { name: "GitHub", url: "https://github.com/ada", icon_key: "github" },
      { name: "Letters", url: "https://letters.example", icon_key: null },
    ],
    education: [
      {
        title: "Mathematics",
        organization: "De Morgan",
        organization_link: "https://school.example",
        location: null,
        date_range: "1840 – 1842",
        description: null,
        skills: null,
        start_month: null,
        end_month: null,
      },
    ],
    experience: [
      {
        title: "Analyst",
        organization: "Babbage",
        organization_link: null,
        location: "London",
        date_range: "1842 – 1843",
        description: "Notes A to G.",
        skills: ["Bernoulli"],
        start_month: null,
        end_month: null,
      },
      {
        title: "Translator",
        organization: "Menabrea",
        organization_link: null,
        location: null,
        date_range: null,
        description: null,
        skills: [],
        start_month: null,
        end_month: null,
      },
    ],
    projects: [
      {
        name: "Note G",
        description: "x".repeat(201),
        image_url: null,
        image_alt: null,
        stack: ["Punched cards"],
        github_link: "https://github.com/ada/g",
        live_link: "https://g.example",
      },
      {
        name: "Flyology",
        description: "y".repeat(200),
        image_url: "https://pictures.example/fly.png",
        image_alt: "A paper bird",
        stack: null,
        github_link: null,
        live_link: "javascript:alert(1)",
      },
    ],
    skills: [
      {
        name: "TypeScript",
        level: 90,
        level_text: null,
        icon: "TypeScript",
        position: null,
        skill_categories: { name: "Languages", position: null },
      },
      {
        name: "Weaving",
        level: 40,
        level_text: null,
        icon: "unknown",
        position: null,
        skill_categories: null,
      },
    ],
  };
}

/** The portfolio of a site without any content. */
export function emptyPortfolio(): Portfolio {
  return { info: {}, links: [], projects: [], skills: [], ...fromTimelines(() => []) };
}

export const sampleConfig: ClientConfig = {
  supabaseUrl: "https://db.example",
  publishableKey: "public-key",
  embedded: true,
};
