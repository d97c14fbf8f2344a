import { expect, type Page } from "@playwright/test";
import { seedTree } from "../../support/pages/drive-screen.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin", hasTouch: true, isMobile: true });
test.use({ viewport: { width: 390, height: 844 } });

/** Controls smaller than 44 px, except links in texts and controls that only the keyboard shows. */
function smallTargets(page: Page): Promise<{ seen: number; small: string[] }> {
  return page.evaluate(() => {
    const controls = "a[href], button, select, summary, textarea, input:not([type=file])";
    const small: string[] = [];
    let seen = 0;
    for (const control of document.querySelectorAll<HTMLElement>(`#app :is(${controls})`)) {
      const isInText = getComputedStyle(control).display === "inline";
      const target = control.closest("label") ?? control;
      const { width, height, left } = target.getBoundingClientRect();
      if (!control.checkVisibility() || isInText || width < 20 || left < 0) continue;
      if (control.textContent === "Skip to content") continue;
      seen++;
      if (Math.min(width, height) < 43) {
        small.push(`${control.ariaLabel ?? control.textContent}: ${width} x ${height}`);
      }
    }
    return { seen, small };
  });
}

const ADMIN = [
  "",
  "/portfolio/projects",
  "/portfolio/skills",
  "/messages",
  "/workspace",
  "/import",
];
const WORKSPACE = ["", "/notes", "/tasks", "/files", "/account"];

test("every control of both areas is 44 px on touch screens", { tag: "@long" }, async ({
  admin,
  workspace,
  page,
  site,
}) => {
  await workspace.account();
  await seedTree(site, ["Papers/", "a.txt"]);
  await site.sql`insert into workspace_notes (user_id, title) select user_id, 'A note' from workspace_users`;
  await site.sql`insert into workspace_tasks (user_id, title, due_date)
    select user_id, 'A task', now() from workspace_users`;
  await site.sql`insert into messages (name, email, subject, message)
    values ('Ada', 'ada@example.com', 'Hello', 'A message')`;
  const check = async (path: string) => {
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("Loading...")).toHaveCount(0);
    const { seen, small } = await smallTargets(page);
    expect(seen, path).toBeGreaterThan(2);
    expect(small, path).toEqual([]);
  };
  for (const path of ADMIN) {
    await admin.open(`/tradmin${path}`);
    await check(path);
  }
  for (const path of WORKSPACE) {
    await workspace.open(`/workspace${path}`);
    await check(path);
  }
});
