import { readdir, readFile } from "node:fs/promises";

export interface ProcessUse {
  pid: number;
  /** The command's name; PostgreSQL's processes are named by what they do. */
  name: string;
  /** Proportional memory: a page shared by n processes counts as its nth part. */
  bytes: number;
  /** Times that its threads were woken since they started. */
  wakes: number;
}

/** The process and all its descendants. Linux only. */
export async function processTree(root: number): Promise<ProcessUse[]> {
  const parents = new Map<number, number>();
  for (const entry of await readdir("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, "utf8").catch(() => "");
    // The second field, the command's name in parentheses, may contain spaces.
    parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
  }
  const belongs = (pid: number): boolean =>
    pid === root || (parents.has(pid) && belongs(parents.get(pid) as number));
  const uses = await Promise.all([...parents.keys()].filter(belongs).map(useOf));
  return uses.filter((use) => use !== null);
}

/** Null for a process that has ended. */
async function useOf(pid: number): Promise<ProcessUse | null> {
  try {
    const [memory, command, threads] = await Promise.all([
      readFile(`/proc/${pid}/smaps_rollup`, "utf8"),
      readFile(`/proc/${pid}/cmdline`, "utf8"),
      readdir(`/proc/${pid}/task`),
    ]);
    const states = await Promise.all(
      threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/status`, "utf8")),
    );
    const wakes = states.map((state) =>
      Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(state)?.[1]),
    );
    return {
      pid,
      name:
        /^postgres: .*?(?=\s+\S+\(\d+\)|\0|$)/.exec(command)?.[0] ?? command.split("\0")[0] ?? "",
      bytes: Number(/^Pss:\s+(\d+)/m.exec(memory)?.[1]) * 1024,
      wakes: wakes.reduce((sum, count) => sum + count, 0),
    };
  } catch {
    return null;
  }
}
