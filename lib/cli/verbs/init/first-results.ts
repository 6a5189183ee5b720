import { join } from "node:path";
import { updateGoldens } from "../../cases/goldens.ts";
import { runCases } from "../../cases/run-cases.ts";
import { type Invocation, UsageError } from "../../command.ts";
import { loadKindsInFolders } from "../../kinds/kinds.ts";
import { check } from "../check/check.ts";
import { firstReview } from "./first-review.ts";
import type { PlannedKind } from "./project-plan.ts";

/** Objects for each law: enough to see that a draft is sound, few enough to wait for. */
const runs = "50";

/**
 * Shows what a new kind does: checks it and writes what its test case expects, or says what its draft leaves open; then
 * shows the response to one review.
 */
export async function showFirstResults(
  project: string,
  kind: PlannedKind,
  invocation: Invocation,
): Promise<void> {
  const { out, error, progress } = invocation;
  const folder = join(project, kind.folder);
  for (const note of kind.notes) error(note);
  out("");
  if (kind.undecided.length > 0) {
    for (const line of kind.undecided) out(line);
  } else {
    await check.run({ ...invocation, words: [], options: { kinds: [folder], runs, seed: "1" } });
    for (const file of await writeExpected(folder)) progress.out(`wrote ${file}`);
  }
  out("");
  try {
    const [found] = await loadKindsInFolders([folder], "marked");
    for (const line of found === undefined ? [] : await firstReview(found.kind)) out(line);
  } catch (fault) {
    // A draft that can't run yet: what it leaves open was said above.
    if (!(fault instanceof UsageError) || kind.undecided.length === 0) throw fault;
    out(`no review can be answered before ${join(folder, "conversion.yaml")} is decided`);
  }
}

/** Writes what the test case of a new kind expects, if its sample is allowed: a denied one is not what anybody expects. */
async function writeExpected(folder: string): Promise<readonly string[]> {
  const kinds = await loadKindsInFolders([folder], "refused");
  const ran = await runCases(kinds, kinds, { isUpdate: true });
  const results = ran.flatMap((each) => each.results);
  return updateGoldens(results.filter(({ decision }) => decision === "allowed"));
}
