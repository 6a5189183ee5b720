import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Kind } from "../../kind/kind.ts";
import { parseConversion } from "../conversion-yaml/conversion-yaml.ts";
import { readText } from "../files/read-file.ts";
import { codeOf, type KindInFolder } from "./kinds.ts";
import { isConverted } from "./registered-kind.ts";

/** Whether what is registered has the webhook that asks a kind's guard. */
export type GuardWebhook = "registered" | "left out";

/** What the author of a kind should know of its conversion guard, a line each. */
export function guardNotes(
  found: KindInFolder,
  webhook: GuardWebhook = "registered",
): readonly string[] {
  return [...contradiction(found), ...unguardedStatus(found, webhook)];
}

/** Where the code of a kind and its `conversion.yaml` say different things; the code decides. */
export function contradiction({ kind, folder }: KindInFolder): readonly string[] {
  const code = codeOf(folder);
  const file = join(folder, "conversion.yaml");
  if (code === undefined || !existsSync(file)) return [];
  const { conversionGuard } = parseConversion(readText(file), { file, kindVersions: [] });
  if (conversionGuard === undefined || conversionGuard === kind.conversionGuard) return [];
  const state = kind.conversionGuard ? "on" : "off";
  return [
    `${nameOf(kind)}: ${file} has conversionGuard: ${conversionGuard}, but ${code} decides, and there it is ${state}; give both the same value`,
  ];
}

/**
 * A kind whose status can be set by those who may write the object alone: a ConversionReview does not tell which
 * subresource is written, so conversion applies preserved values of the status whoever put them into an annotation.
 */
function unguardedStatus({ kind, folder }: KindInFolder, webhook: GuardWebhook): readonly string[] {
  if (!hasStatus(kind) || !isConverted(kind) || kind.lenses.length === 0) return [];
  if (kind.conversionGuard && webhook === "registered") return [];
  const remedy = kind.conversionGuard
    ? "its conversion guard alone prevents that, and the ValidatingWebhookConfiguration that asks it is not in this output: apply it too"
    : `the conversion guard alone prevents that: set conversionGuard: true in ${declaredIn(folder)}`;
  return [
    `${nameOf(kind)}: who may write an object, but not its status, can set fields of the status by annotations that look like preserved values; ${remedy}`,
  ];
}

function hasStatus({ crd }: Kind): boolean {
  return crd.versions.some((version) => version.served && version.hasStatus === true);
}

/** Where the guard of a folder's kind is turned on. */
function declaredIn(folder: string): string {
  const code = codeOf(folder);
  return code === undefined ? join(folder, "conversion.yaml") : `defineKind in ${code}`;
}

function nameOf({ kind, group }: Kind): string {
  return `${kind}.${group}`;
}
