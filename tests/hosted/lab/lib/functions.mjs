// Edge functions, each in a separate Deno with the environment of a hosted project.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { binaries, cache, run } from "./packages.mjs";
import { freePort, start, until } from "./processes.mjs";

/** Lists folders with an index.ts; the others, such as _shared, are imported. */
export function listFunctions(folder) {
  return readdirSync(folder).filter(
    (name) => !name.startsWith("_") && existsSync(join(folder, name, "index.ts")),
  );
}

export async function startFunctions({ folder, config, environment, logs, port, log }) {
  const started = new Map();
  const base = {
    PATH: process.env.PATH,
    HOME: logs,
    DENO_DIR: join(cache, "deno"),
    DENO_NO_UPDATE_CHECK: "1",
    NO_COLOR: "1",
    DENO_TLS_CA_STORE: "system,mozilla",
  };
  const proxy = Object.fromEntries(
    ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "SSL_CERT_FILE", "NPM_CONFIG_REGISTRY"].flatMap(
      (name) => (process.env[name] ? [[name, process.env[name]]] : []),
    ),
  );
  for (const name of listFunctions(folder)) {
    const entry = join(folder, name, "index.ts");
    const own = join(folder, name, "deno.json");
    const options = [
      "--no-lock",
      "--node-modules-dir=none",
      ...(existsSync(own) ? ["--config", own] : ["--no-config"]),
    ];
    // Packages are downloaded before the start; the function itself can reach only the loopback
    // interface.
    run(binaries.deno, ["cache", ...options, entry], { env: { ...base, ...proxy }, cwd: logs });
    const listen = await freePort();
    const env = {
      ...base,
      ...environment,
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${listen}`,
      SB_REGION: "local",
      SB_EXECUTION_ID: name,
    };
    const child = start(
      `function-${name}`,
      binaries.deno,
      [
        "run",
        "--cached-only",
        "--no-prompt",
        "--allow-env",
        "--allow-net=127.0.0.1,localhost",
        ...options,
        entry,
      ],
      { logs, env, cwd: logs, mayEnd: true },
    );
    const verifyJwt = config[`functions.${name}`]?.verify_jwt ?? true;
    started.set(name, { port: listen, process: child, verifyJwt });
  }
  for (const [name, one] of started) {
    await until(
      `function ${name}`,
      async () =>
        one.process.ended ||
        fetch(`http://127.0.0.1:${one.port}/${name}`, { method: "OPTIONS" }).then(() => true),
    );
    if (one.process.ended)
      log(`function ${name} did not start: see ${join(logs, `function-${name}.log`)}`);
  }
  return started;
}

/** Parses the part of TOML that config.toml uses: `[section]` and `key = value`. */
export function readConfig(path) {
  const sections = { "": {} };
  let section = "";
  if (!path || !existsSync(path)) return sections;
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const head = /^\s*\[([^\]]+)\]\s*(#.*)?$/.exec(line);
    const pair = /^\s*([\w-]+)\s*=\s*(true|false|-?\d+(?:\.\d+)?|"[^"]*")\s*(#.*)?$/.exec(line);
    if (head) {
      section = head[1].trim();
      sections[section] ??= {};
    } else if (pair) sections[section][pair[1]] = JSON.parse(pair[2]);
  }
  return sections;
}
