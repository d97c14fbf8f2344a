import { type BrowserContext, chromium, type Page } from "@playwright/test";
import playwrightConfig from "../playwright.config.ts";
import { WorkspacePanel } from "../tests/support/pages/workspace-page.ts";
import { type BuiltSite, startBuiltSite } from "../tests/support/sites/built-site.ts";
import { median, medianOf } from "./support/median.ts";

/**
 * Is the task board fast with 5,000 tasks: opening, dragging, dropping, searching? Measured in
 * Chromium. References: the same board without tasks, or with the few needed to drop and search;
 * for the frames of a drag, a bare list of the same cards with a copy of one that follows the
 * pointer, and that scrolls while the pointer is held at the edge.
 *
 * Adding ten tasks takes one click and ten times Enter in a column's quick input, but ten clicks
 * and ten submits in the form, not counting the keys of the titles; tests/e2e/tasks/quick.spec.ts
 * counts them.
 */
const TASKS = 5_000;
const FEW = 30;
const RUNS = 5;
const FRAMES = 240;

/** Runs in the page: dispatches a pointer event that the board listens to. */
const SEND = `(type, clientX, clientY, target = window) =>
  target.dispatchEvent(new PointerEvent(type, {
    clientX, clientY, pointerId: 1, isPrimary: true, button: 0, pointerType: "mouse", bubbles: true,
  }))`;

/** Evaluated in the page: the sum of the columns' task counts. */
const SHOWN = `[...document.querySelectorAll("section[data-drop-list] header p")]
  .reduce((sum, one) => sum + Number.parseInt(one.textContent, 10), 0)`;

const site = await startBuiltSite({ FOYER_SAMPLE_CONTENT: "off" });
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
try {
  const context = await browser.newContext({
    baseURL: site.origin,
    viewport: { width: 1440, height: 900 },
    // The wait conditions are strings, evaluated in the page.
    bypassCSP: true,
  });
  const empty = await openedIn(context, 0);
  await fill(site, FEW);
  const few = await worked(await openBoard(context), FEW);
  const full = await openedIn(context, TASKS);
  const page = await openBoard(context);
  const many = await worked(page, TASKS);
  print("open, to the first painted cards, ms", full.first, empty.first);
  print("open, to all tasks, ms", full.all, empty.all);
  print("search, key to paint, ms", many.search, few.search);
  print("drop in another column, to paint, ms", many.drop, few.drop);
  const board = { over: await dragFrames(page, "over"), edge: await dragFrames(page, "edge") };
  await toBareList(page);
  const bare = { over: await dragFrames(page, "over"), edge: await dragFrames(page, "edge") };
  for (const figure of ["median", "p95", "longest"] as const) {
    print(`frame of a drag, ${figure}, ms`, board.over[figure], bare.over[figure]);
    print(`frame of a drag that scrolls, ${figure}, ms`, board.edge[figure], bare.edge[figure]);
  }
} finally {
  await browser.close();
  await site.stop();
}

/** The median times from the start of the navigation until cards are painted, and all are counted. */
async function openedIn(context: BrowserContext, tasks: number) {
  const page = await openBoard(context);
  await fill(site, tasks);
  const first: number[] = [];
  const all = await medianOf(RUNS, async () => {
    await page.reload();
    const cards = await page.waitForFunction(
      `document.querySelector("[data-drop-list]") &&
        ${tasks === 0} === !document.querySelector("[data-drag-item]") &&
        new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())))`,
    );
    first.push(Number(await cards.jsonValue()));
    const seen = await page.waitForFunction(
      `document.querySelector("[data-drop-list]") && ${SHOWN} === ${tasks} &&
        ${tasks === 0} === !document.querySelector("[data-drag-item]") && performance.now()`,
    );
    await nextFrame(page);
    return Number(await seen.jsonValue());
  });
  await page.close();
  return { first: median(first), all };
}

/** The median times of a search and of a drop. */
async function worked(page: Page, tasks: number) {
  await wholeBoard(page, tasks);
  const search = await medianOf(RUNS, () => searchFor(page, tasks));
  return { search, drop: await medianOf(RUNS, () => drop(page)) };
}

async function openBoard(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await new WorkspacePanel(page, site).open("/workspace/tasks");
  await page.locator("[data-drop-list]").first().waitFor();
  return page;
}

async function fill({ sql }: BuiltSite, count: number) {
  await sql`delete from workspace_tasks`;
  await sql`insert into workspace_tasks (user_id, title, status, priority, due_date, tags, "order")
    select user_id, 'Task ' || n || ' ' || md5(n::text),
      (array['todo', 'inprogress', 'done'])[n % 3 + 1],
      (array['low', 'medium', 'high', 'urgent'])[n % 4 + 1],
      case when n % 2 = 0 then now() + n * interval '1 hour' end,
      case when n % 5 > 0 then array['tag ' || n % 7, 'tag ' || n % 11] end,
      n / 3
    from workspace_users, generate_series(1, ${count}::int) n`;
}

async function wholeBoard(page: Page, tasks: number): Promise<void> {
  await page.waitForFunction(`${SHOWN} === ${tasks}`);
}

/** Measures from the key press to the frame that shows only the matches. */
async function searchFor(page: Page, tasks: number): Promise<number> {
  const words = String(1000 + Math.floor(Math.random() * 900));
  const box = page.getByRole("textbox", { name: "Search tasks" });
  await box.evaluate((input: HTMLInputElement) => {
    input.addEventListener("input", () => performance.mark("asked"), { once: true });
  });
  await box.fill(`Task ${words}`);
  const seen = await page.waitForFunction(`${SHOWN} < ${tasks} && performance.now()`);
  const asked = await page.evaluate("performance.getEntriesByName('asked').at(-1).startTime");
  await box.fill("");
  await wholeBoard(page, tasks);
  return Number(await seen.jsonValue()) - Number(asked);
}

/**
 * Drops the first card of the first column at the top of the next.
 * @returns the time until it is painted there.
 */
async function drop(page: Page): Promise<number> {
  const saved = page.waitForResponse(/change_tasks/);
  const time = await page.evaluate(`new Promise((resolve) => {
    const lists = document.querySelectorAll("section[data-drop-list]");
    const card = lists[0].querySelector("[data-drag-item]");
    const id = card.getAttribute("data-drag-item");
    const from = card.getBoundingClientRect();
    const onto = lists[1].querySelector("[data-drag-item]").getBoundingClientRect();
    const send = ${SEND};
    send("pointerdown", from.left + 20, from.top + 10, card.firstElementChild);
    send("pointermove", from.left + 40, from.top + 10);
    send("pointermove", onto.left + 20, onto.top + 4);
    const start = performance.now();
    send("pointerup", onto.left + 20, onto.top + 4);
    requestAnimationFrame(function look() {
      const there = lists[1].querySelector('[data-drag-item="' + id + '"]');
      if (there) requestAnimationFrame(() => resolve(performance.now() - start));
      else requestAnimationFrame(look);
    });
  })`);
  await saved;
  // Waits until the board is idle before the next drop.
  await page.waitForLoadState("networkidle");
  return Number(time);
}

interface Frames {
  median: number;
  p95: number;
  longest: number;
}

/**
 * Drags a card, one step per frame, and measures the time between frames: in circles over the
 * columns, or held at the bottom edge of the first one, which scrolls.
 */
async function dragFrames(page: Page, where: "over" | "edge"): Promise<Frames> {
  const times = (await page.evaluate(`new Promise((resolve) => {
    const card = document.querySelector("[data-drag-item]");
    const box = card.getBoundingClientRect();
    const foot = card.closest("ul").parentElement.getBoundingClientRect().bottom;
    const send = ${SEND};
    send("pointerdown", box.left + 20, box.top + 10, card.firstElementChild);
    const times = [];
    requestAnimationFrame(function step(now) {
      times.push(now);
      const turn = times.length / 40;
      if (${where === "edge"}) send("pointermove", box.left + 40 + times.length % 9, foot - 4);
      else send("pointermove", innerWidth / 2 + 350 * Math.cos(turn), innerHeight / 2 + 120 * Math.sin(turn));
      if (times.length <= ${FRAMES}) requestAnimationFrame(step);
      else {
        window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
        send("pointerup", 0, 0);
        resolve(times);
      }
    });
  })`)) as number[];
  const gaps = times
    .slice(1)
    .map((time, index) => time - (times[index] ?? time))
    .sort((one, other) => one - other);
  const at = (share: number) => gaps[Math.floor((gaps.length - 1) * share)] ?? 0;
  return { median: at(0.5), p95: at(0.95), longest: at(1) };
}

/**
 * Shows the same number of cards without the application; the browser skips rendering those out of
 * view.
 */
async function toBareList(page: Page): Promise<void> {
  await page.evaluate(`{
    const sections = [...document.querySelectorAll("section[data-drop-list]")];
    const grid = sections[0].parentElement.className;
    const columns = sections.map((section) => {
      const column = section.cloneNode(true);
      const list = column.querySelector("ul");
      const cards = [...list.children];
      list.style.height = "";
      list.className = "grid gap-2 p-2";
      for (const card of cards) {
        card.style = "content-visibility: auto; contain-intrinsic-size: auto 5rem";
        card.classList.remove("absolute");
        card.classList.add("relative");
      }
      const all = Number.parseInt(column.querySelector("header p").textContent, 10);
      for (let n = cards.length; n < all; n += 1) list.append(cards[n % cards.length].cloneNode(true));
      return column.outerHTML;
    });
    document.querySelector("#app").innerHTML = '<div class="' + grid + '">' + columns.join("") + "</div>";
    const card = document.querySelector("[data-drag-item]");
    const copy = card.cloneNode(true);
    copy.classList.add("drag-preview");
    copy.style = "position: fixed; width: 20rem";
    document.querySelector("#app").append(copy);
    const scroller = document.querySelector("ul").parentElement;
    const { bottom } = scroller.getBoundingClientRect();
    addEventListener("pointermove", ({ clientX, clientY }) => {
      copy.style.translate = clientX + "px " + clientY + "px";
      if (clientY > bottom - 10 && clientY < bottom) scroller.scrollTop += 19;
    });
  }`);
  await nextFrame(page);
}

async function nextFrame(page: Page): Promise<void> {
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))");
}

function print(what: string, value: number, reference: number): void {
  const ratio = (value / reference).toFixed(2);
  console.log(`${what}: ${value.toFixed(1)} beside ${reference.toFixed(1)}, ratio ${ratio}`);
}
