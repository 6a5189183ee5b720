import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Kind } from "../../kind/kind.ts";
import { parseConversion } from "../conversion-yaml/conversion-yaml.ts";
import { readText } from "../files/read-file.ts";
import { codeFile, type KindInFolder } from "./kinds.ts";
import { isConverted } from "./registered-kind.ts";

/** Whether the registration includes the webhook that runs the conversion guard. */
type GuardWebhook = "registered" | "left out";

/** Notes for the author of a kind about its conversion guard, a line each. */
export function guardNotes(
  found: KindInFolder,
  webhook: GuardWebhook = "registered",
): readonly string[] {
  return [...codeContradictions(found), ...unguardedStatus(found, webhook)];
}

/** Notes where the code of a kind and its `conversion.yaml` contradict each other. The code decides. */
export function codeContradictions({ kind, folder }: KindInFolder): readonly string[] {
  const code = codeFile(folder);
  const file = join(folder, "conversion.yaml");
  if (code === undefined || !existsSync(file)) return [];
  const source = { file, kindVersions: [] };
  const { conversionGuard, oldStash } = parseConversion(readText(file), source);
  const notes: string[] = [];
  if (conversionGuard !== undefined && conversionGuard !== kind.conversionGuard) {
    const state = kind.conversionGuard ? "on" : "off";
    notes.push(
      `${kindName(kind)}: ${file} has conversionGuard: ${conversionGuard}, but ${code} decides, and turns it ${state}; give both the same value`,
    );
  }
  if (oldStash !== undefined && oldStash !== kind.oldStash) {
    notes.push(
      `${kindName(kind)}: ${file} has oldStash: ${oldStash}, but ${code} decides, and does not read it; write withOldStash(defineKind({ … }), oldStash) there`,
    );
  }
  return notes;
}

/**
 * A note for a kind whose status can be set by users who may write only the object. A ConversionReview does not name the
 * subresource, so conversion applies preserved values of the status, whoever put them into an annotation.
 */
function unguardedStatus({ kind, folder }: KindInFolder, webhook: GuardWebhook): readonly string[] {
  if (!hasStatus(kind) || !isConverted(kind) || kind.lenses.length === 0) return [];
  if (kind.conversionGuard && webhook === "registered") return [];
  const remedy = kind.conversionGuard
    ? "only its conversion guard prevents that, and this output lacks the ValidatingWebhookConfiguration that runs it: apply it too"
    : `only the conversion guard prevents that: set conversionGuard: true in ${declaredIn(folder)}`;
  return [
    `${kindName(kind)}: users who may write an object, but not its status, can set status fields with annotations that look like preserved values; ${remedy}`,
  ];
}

function hasStatus({ crd }: Kind): boolean {
  return crd.versions.some((version) => version.served && version.hasStatus === true);
}

/** The file that sets the guard of a folder's kind. */
function declaredIn(folder: string): string {
  const code = codeFile(folder);
  return code === undefined ? join(folder, "conversion.yaml") : `defineKind in ${code}`;
}

function kindName({ kind, group }: Kind): string {
  return `${kind}.${group}`;
}
