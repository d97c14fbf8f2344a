import { chromium } from "@playwright/test";
import { execSync } from "node:child_process";
import { readFileSync } from "node:fs";
import playwrightConfig from "./playwright.config.ts";
import { WorkspacePanel } from "./tests/support/pages/workspace-page.ts";
import { startBuiltSite } from "./tests/support/sites/built-site.ts";
const FILES = 400;
const site = await startBuiltSite({ FOYER_SAMPLE_CONTENT: "off" });
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
const context = await browser.newContext({ baseURL: site.origin, bypassCSP: true });
const page = await context.newPage();
await new WorkspacePanel(page, site).open("/workspace/files");
await page.getByRole("heading", { level: 1 }).waitFor();
// cpu of descendants of this process
function cpu() {
  const rows = execSync("ps -eo pid,ppid,cputimes,comm,args --no-headers").toString().trim().split("\n").map(l => l.trim().split(/\s+/));
  const kids = new Map<string, string[]>(); for (const [pid, pp] of rows) kids.set(pp!, [...(kids.get(pp!) ?? []), pid!]);
  const mine = new Set<string>(); const walk = (p: string) => { for (const k of kids.get(p) ?? []) { mine.add(k); walk(k); } }; walk(String(process.pid));
  const out: Record<string, number> = {};
  for (const r of rows) if (mine.has(r[0]!)) {
    let t = 0; try { const s = readFileSync(`/proc/${r[0]}/stat`, "utf8"); const f = s.slice(s.lastIndexOf(")") + 2).split(" "); t = (Number(f[11]) + Number(f[12])) / 100; } catch { continue; }
    const args = r.slice(4).join(" "); const type = /--type=(\S+)/.exec(args)?.[1] ?? (/chrom/.test(args) ? "browser" : /network/.test(args) ? "network" : r[3]!);
    const name = /postgres/.test(args) ? "postgres" : /utility/.test(type) ? (/NetworkService/.test(args) ? "network" : "utility") : type;
    out[name] = (out[name] ?? 0) + t;
  }
  const u = process.cpuUsage(); out.self = (u.user + u.system) / 1e6;
  return out;
}
const files = Array.from({ length: FILES }, (_, i) => ({ name: `File ${i}.txt`, mimeType: "text/plain", buffer: Buffer.alloc(2000, i % 256) }));
const cdp = await context.newCDPSession(page); await cdp.send("Profiler.enable"); await cdp.send("Profiler.setSamplingInterval", { interval: 200 }); await cdp.send("Profiler.start");
const before = cpu();
const start = performance.now();
await page.locator('input[type="file"]:not([webkitdirectory])').first().setInputFiles(files);
await page.getByRole("heading", { name: `${FILES} uploaded` }).waitFor({ timeout: 300_000 });
console.log((FILES / ((performance.now() - start) / 1000)).toFixed(1));
const after = cpu(); const { profile } = await cdp.send("Profiler.stop"); (await import("node:fs")).writeFileSync("/tmp/prof/renderer.cpuprofile", JSON.stringify(profile));
for (const k of Object.keys(after)) console.log(k, ((after[k]! - (before[k] ?? 0)) * 1000 / FILES).toFixed(2), "ms/file");
await browser.close(); await site.stop();
