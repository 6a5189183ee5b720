import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Kind } from "../../kind/kind.ts";
import { groupKindText } from "../../protocol/gvk.ts";
import { parseConversion } from "../conversion-yaml/conversion-yaml.ts";
import { readText } from "../files/read-file.ts";
import { codeFile, type KindInFolder } from "./kinds.ts";
import { needsConversion } from "./registered-kind.ts";

/** Whether the manifests register the validating webhook, which runs the conversion guard. */
type GuardWebhook = "registered" | "left out";

/** Notes about settings in code that contradict `conversion.yaml`, and about a status without a conversion guard, a line each. */
export function guardNotes(
  found: KindInFolder,
  webhook: GuardWebhook = "registered",
): readonly string[] {
  return [...codeContradictions(found), ...unguardedStatus(found, webhook)];
}

/** Notes about settings that differ between a kind's code and its `conversion.yaml`. The code's setting is in force. */
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
      `${groupKindText(kind)}: ${file} has conversionGuard: ${conversionGuard}, but ${code} turns the guard ${state}, and the code is in force: give both the same value`,
    );
  }
  if (oldStash !== undefined && oldStash !== kind.oldStash) {
    notes.push(
      `${groupKindText(kind)}: ${file} has oldStash: ${oldStash}, but ${code} does not use it, and the code is in force: write withOldStash(defineKind({ … }), oldStash) in ${code}`,
    );
  }
  return notes;
}

/**
 * A note for a kind whose conversion guard is off or not registered: users who may write an object, but not its status, can set
 * its status. They put preserved values of the status into an annotation, and conversion applies these, because a
 * ConversionReview does not say which subresource is written.
 */
function unguardedStatus({ kind, folder }: KindInFolder, webhook: GuardWebhook): readonly string[] {
  if (!hasStatus(kind) || !needsConversion(kind) || kind.lenses.length === 0) return [];
  if (kind.conversionGuard && webhook === "registered") return [];
  const remedy = kind.conversionGuard
    ? "only its conversion guard prevents that, and this output lacks the ValidatingWebhookConfiguration that runs it: apply it too"
    : `only the conversion guard prevents that: set conversionGuard: true in ${declaredIn(folder)}`;
  return [
    `${groupKindText(kind)}: users who may write an object, but not its status, can set status fields with annotations that look like preserved values; ${remedy}`,
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
