import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { figuresFile } from "./performance/files.ts";
import type { Measured, Row } from "./row.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The rows of one run of this code, in a process of its own, as those of the committed figures. */
export function measured(groups: readonly string[]): readonly Row[] {
  return withFolder((folder) => rowsOf(root, groups, folder));
}

/**
 * The rows of one run of the code that the committed figures were measured with: that of the last commit of their file, with
 * today's dependencies. None without Git's whole history.
 */
export function measuredWhenCommitted(groups: readonly string[]): readonly Row[] {
  const commit = commitOfFigures();
  if (commit === undefined) return [];
  return withFolder((folder) => {
    const code = join(folder, "code");
    git("worktree", "add", "--quiet", "--detach", code, commit);
    try {
      symlinkSync(join(root, "node_modules"), join(code, "node_modules"));
      return rowsOf(code, groups, folder);
    } finally {
      git("worktree", "remove", "--force", code);
    }
  });
}

/** Undefined also in a shallow clone, whose oldest commit seems to have written every file. */
function commitOfFigures(): string | undefined {
  try {
    if (git("rev-parse", "--is-shallow-repository") !== "false") return undefined;
    return git("log", "-1", "--format=%H", "--", figuresFile) || undefined;
  } catch {
    return undefined; // no Git, or no repository
  }
}

function git(...words: readonly string[]): string {
  return execFileSync("git", words, { cwd: root, stdio: "pipe" }).toString().trim();
}

function rowsOf(code: string, groups: readonly string[], folder: string): readonly Row[] {
  execFileSync(process.execPath, [join(code, "test/bench/run.ts"), ...groups], { cwd: folder });
  const run: Measured = JSON.parse(readFileSync(join(folder, "bench.json"), "utf8"));
  return run.rows;
}

function withFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "customhouse-bench-check-"));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
