import { join } from "node:path";
import type { CrdFacts } from "../../../crd/crd-facts.ts";
import { defineKind, type Kind } from "../../../kind/kind.ts";
import { updateGoldens } from "../../cases/goldens.ts";
import { runCases } from "../../cases/run-cases.ts";
import { type Invocation, UsageError } from "../../command.ts";
import { type KindInFolder, loadKindsInFolders } from "../../kinds/kinds.ts";
import { check } from "../check/check.ts";
import { firstReview } from "./first-review.ts";
import type { PlannedKind } from "./project-plan.ts";

/** Objects for each law: enough to see that a draft is sound, few enough to wait for. */
const runs = "50";

/**
 * Shows what a new kind does: checks it, or says what its draft leaves open; writes what its test case expects; then shows
 * the response to one review. Returns whether its conversion is complete: no field is undecided, and every law is ok.
 */
export async function showFirstResults(
  project: string,
  kind: PlannedKind,
  invocation: Invocation,
): Promise<boolean> {
  const { out, error, progress } = invocation;
  const folder = join(project, kind.folder);
  for (const note of kind.notes) error(note);
  out("");
  for (const line of kind.undecided) out(line);
  const isComplete = kind.undecided.length === 0 && (await isOk(folder, invocation));
  const kinds = isComplete
    ? await loadKindsInFolders([folder], "refused")
    : [{ kind: storedAlone(kind.crd), folder }];
  for (const file of await writeExpected(kinds)) progress.out(`wrote ${file}`);
  out("");
  try {
    const [found] = await loadKindsInFolders([folder], "marked");
    for (const line of found === undefined ? [] : await firstReview(found.kind)) out(line);
  } catch (fault) {
    // A draft that can't run yet; its open questions were printed already.
    if (!(fault instanceof UsageError) || isComplete) throw fault;
    out(`no review can be answered before ${join(folder, "conversion.yaml")} is decided`);
  }
  return isComplete;
}

/** Checks a kind. A draft without a TODO may still need an entry of `accept`, which only its author can decide on. */
async function isOk(folder: string, invocation: Invocation): Promise<boolean> {
  const options = { kinds: [folder], runs, seed: "1" };
  return (await check.run({ ...invocation, words: [], options })) === 0;
}

/** The kind with its storage version alone: what becomes of an object that is created there needs no conversion. */
function storedAlone(crd: CrdFacts): Kind {
  return defineKind({ crd: { ...crd, versions: crd.versions.filter(({ storage }) => storage) } });
}

/** Writes what the test case of a new kind expects, if its sample is allowed: a denied one is not what anybody expects. */
async function writeExpected(kinds: readonly KindInFolder[]): Promise<readonly string[]> {
  const ran = await runCases(kinds, kinds, { isUpdate: true });
  const results = ran.flatMap((each) => each.results);
  return updateGoldens(results.filter(({ decision }) => decision === "allowed"));
}
