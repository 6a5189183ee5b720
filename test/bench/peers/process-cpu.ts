import { readdirSync, readFileSync } from "node:fs";

/**
 * CPU time of a process in ns, all its threads together, by the kernel's counter of each; Linux alone has it.
 * Source: Linux Documentation/scheduler/sched-stats.rst, /proc/<pid>/schedstat.
 */
export function cpuNsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + threadNs(pid, thread), 0);
}

/** 0 of a thread that ended meanwhile. */
function threadNs(pid: number, thread: string): number {
  try {
    const [onCpu = "0"] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
    return Number(onCpu);
  } catch {
    return 0;
  }
}
