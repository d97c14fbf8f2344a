import { once } from "node:events";
import { request } from "node:http";
import { readdir, readFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { startBuiltSite } from "../tests/support/sites/built-site.ts";
const PIECE = Number(process.env.PIECE ?? 64) * 1024 * 1024, TOTAL = 1000e6;
const block = randomBytes(1024 * 1024);
const site = await startBuiltSite({ FOYER_SAMPLE_CONTENT: "off" });
await site.sql`update storage.buckets set file_size_limit = null where id = 'workspace-files'`;
async function threads() {
  const out: Record<string, [number, number]> = {};
  for (const t of await readdir(`/proc/${site.process.pid}/task`)) {
    const s = await readFile(`/proc/${site.process.pid}/task/${t}/stat`, "utf8");
    const f = s.slice(s.lastIndexOf(")") + 2).split(" ");
    out[t + s.slice(s.indexOf("("), s.lastIndexOf(")") + 1)] = [Number(f[11]) / 100, Number(f[12]) / 100];
  }
  return out;
}
const { secretKey } = await site.secrets();
for (let run = 0; run < Number(process.env.RUNS ?? 3); run++) {
  const endpoint = new URL("/storage/v1/upload/resumable", site.origin);
  const b = (t: string) => Buffer.from(t).toString("base64");
  const headers = { apikey: secretKey, "tus-resumable": "1.0.0" };
  const created = await fetch(endpoint, { method: "POST", headers: { ...headers, "upload-length": String(TOTAL), "upload-metadata": `bucketName ${b("workspace-files")},objectName ${b(`bench/x${run}`)}` } });
  const address = new URL(created.headers.get("location") ?? "", endpoint);
  const before = await threads(); const t = performance.now();
  for (let offset = 0; offset < TOTAL; ) {
    const size = Math.min(PIECE, TOTAL - offset);
    const call = request(address, { method: "PATCH", headers: { ...headers, "content-type": "application/offset+octet-stream", "content-length": size, "upload-offset": offset } });
    const answer = once(call, "response");
    for (let at = 0; at < size; at += block.length) if (!call.write(block.subarray(0, Math.min(block.length, size - at)))) await once(call, "drain");
    call.end();
    const [response] = await answer; response.resume(); await once(response, "end");
    if (response.statusCode !== 204) throw new Error(String(response.statusCode));
    offset += size;
  }
  const s = (performance.now() - t) / 1000; const after = await threads();
  console.log(`run ${run}: ${s.toFixed(2)} s`);
  let u = 0, k = 0;
  for (const [n, [a, c]] of Object.entries(after)) { const [a0, c0] = before[n] ?? [0, 0]; u += a - a0; k += c - c0; if (a - a0 + c - c0 > 0.05) console.log("   ", n, "user", (a - a0).toFixed(2), "sys", (c - c0).toFixed(2)); }
  console.log("   total", u.toFixed(2), k.toFixed(2));
}
if (process.env.OUT) (await import("node:fs")).writeFileSync(process.env.OUT, site.output());
await site.stop();
