import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { StepProgress } from "../../../evolve/carry-out/plan-state.ts";
import type { ProgressStore } from "../../../evolve/carry-out/run-step.ts";
import { parse } from "../../../json/parse.ts";
import { isArray, isObject, type JsonValue, member } from "../../../json/value.ts";
import { stringify } from "../../../json/write.ts";
import { UsageError } from "../../command.ts";
import { readText } from "../../files/read-file.ts";

/**
 * Stores the progress of a plan in a file beside the plan, which only its owner may read. The file is replaced atomically, so
 * that a crash leaves either the old or the new progress. `plan` is the SHA-256 of the plan's file; the progress of another
 * plan is ignored. Errors: {@link UsageError} for a file with other contents.
 */
export function progressFile(file: string, plan: string): ProgressStore {
  return {
    read: () => {
      if (!existsSync(file)) return undefined;
      const parsed = parse(readText(file));
      const progress = parsed.ok ? progressIn(parsed.value) : undefined;
      if (progress === undefined) {
        throw new UsageError(
          `${file} is not a progress file of customhouse step: restore it, or remove it to start without it`,
        );
      }
      return progress.plan === plan ? progress : undefined;
    },
    write: ({ generation, writing, done }) => {
      const next = `${file}.new`;
      rmSync(next, { force: true });
      writeFileSync(next, `${stringify({ plan, generation, writing, done })}\n`, {
        mode: 0o600,
        flag: "wx",
      });
      renameSync(next, file);
    },
  };
}

function progressIn(value: JsonValue): (StepProgress & { readonly plan: string }) | undefined {
  if (!isObject(value)) return undefined;
  const [plan, generation, writing, list] = ["plan", "generation", "writing", "done"].map((key) =>
    member(value, key),
  );
  if (typeof plan !== "string" || typeof generation !== "number") return undefined;
  if (!(writing === null || typeof writing === "number") || !isArray(list)) return undefined;
  const done = list.filter((each) => typeof each === "number");
  return done.length === list.length ? { plan, generation, writing, done } : undefined;
}
