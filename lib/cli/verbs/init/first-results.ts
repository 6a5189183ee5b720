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

/** The number of generated objects for each law: few, because the user waits for the result. */
const runs = "50";

/**
 * Shows a new kind to its author: checks it, or lists the fields that its draft leaves undecided; writes the expected result
 * of its test case; shows the response to one review. Returns true if no field is undecided and every law is ok.
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
    // A draft may not be able to run yet. Its undecided fields were printed already.
    if (!(fault instanceof UsageError) || isComplete) throw fault;
    out(
      `no response can be shown yet: first decide what is marked TODO in ${join(folder, "conversion.yaml")}`,
    );
  }
  return isComplete;
}

/** Checks a kind; true if every law is ok. A draft without a TODO fails if it needs an entry of `accept`, which no draft has. */
async function isOk(folder: string, invocation: Invocation): Promise<boolean> {
  const options = { kinds: [folder], runs, seed: "1" };
  return (await check.run({ ...invocation, words: [], options })) === 0;
}

/** The kind with only its storage version: creating an object at that version needs no conversion. */
function storedAlone(crd: CrdFacts): Kind {
  return defineKind({ crd: { ...crd, versions: crd.versions.filter(({ storage }) => storage) } });
}

/** Writes the expected result of a new kind's test case, if its sample is allowed. A denial would be a fault of the sample. */
async function writeExpected(kinds: readonly KindInFolder[]): Promise<readonly string[]> {
  const ran = await runCases(kinds, kinds, { isUpdate: true });
  const results = ran.flatMap((each) => each.results);
  return updateGoldens(results.filter(({ decision }) => decision === "allowed"));
}
