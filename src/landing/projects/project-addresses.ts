import type { SafeHref } from "../../lib/safe-url.ts";
import type { Project } from "../page-content.ts";

/** A project's links without duplicates. The single address of a CV file is often a repository. */
export function projectAddresses(
  live: SafeHref | null,
  code: SafeHref | null,
): Pick<Project, "live" | "code"> {
  const isSame = live !== null && (code === null || keyOf(live) === keyOf(code));
  if (!isSame) return { live, code };
  return isRepository(live) ? { live: null, code: live } : { live, code: null };
}

/** The address without endings that lead to the same page. */
function keyOf(href: SafeHref): string {
  return href.replace(/(\.git)?\/*$/, "");
}

/** Whether an address leads to source code. */
export function isRepository(href: SafeHref): boolean {
  const { hostname, pathname } = new URL(href, "https://site.example");
  return /\.git\/*$/.test(pathname) || (pathname !== "/" && CODE_HOST.test(hostname));
}

const CODE_HOST =
  /^((www\.|gist\.)?github\.com|bitbucket\.org|codeberg\.org|sourceforge\.net|gitee\.com|hg\.sr\.ht|(git|gitlab|gitea|forgejo)\..+)$/;

/** Of several projects with the same single address, only the first links to it. */
export function withAddressesOnce(
  projects: readonly Project[],
  linked: SafeHref | null,
): readonly Project[] {
  const seen = [linked && keyOf(linked)];
  return projects.map((project) => {
    const address = project.live && project.code ? null : (project.live ?? project.code);
    if (address && seen.includes(keyOf(address))) return { ...project, live: null, code: null };
    seen.push(address && keyOf(address));
    return project;
  });
}
