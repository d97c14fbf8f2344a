import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Nginx {
  origin: string;
  stop(): Promise<void>;
}

/**
 * Starts nginx (Debian's package) on a folder of its own that accepts files by PUT, as it comes: it
 * neither syncs nor checks them.
 * @returns null if nginx is not installed.
 */
export async function startNginx(page: string): Promise<Nginx | null> {
  const folder = await mkdtemp(join(tmpdir(), "foyer-nginx-"));
  const port = await freePort();
  await mkdir(join(folder, "files"));
  await writeFile(join(folder, "files/index.html"), page);
  await writeFile(
    join(folder, "nginx.conf"),
    `daemon off; pid ${folder}/pid; error_log stderr crit;
    ${process.getuid?.() === 0 ? "user root;" : ""}
    events {}
    http {
      access_log off; sendfile on; client_max_body_size 0; client_body_temp_path ${folder}/incoming;
      types { text/html html; } default_type application/octet-stream;
      server {
        listen 127.0.0.1:${port}; root ${folder}/files;
        dav_methods PUT; create_full_put_path on;
      }
    }`,
  );
  const child = spawn("nginx", ["-c", join(folder, "nginx.conf")], { stdio: "inherit" });
  const remove = () => rm(folder, { recursive: true, force: true });
  const started = await once(child, "spawn").then(
    () => true,
    () => false,
  );
  if (!started) {
    await remove();
    return null;
  }
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetch(origin).catch(() => null))) {
    if (child.exitCode !== null) throw new Error("nginx did not start.");
  }
  return {
    origin,
    async stop() {
      child.kill();
      await once(child, "exit");
      await remove();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
