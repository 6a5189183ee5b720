import type { Kind } from "../../../kind/kind.ts";
import { parseApiVersion } from "../../../protocol/gvk.ts";
import { UsageError } from "../../command.ts";
import { didYouMean } from "../../conversion-yaml/nearest.ts";

/** What `--to` names: a version of every kind that has it, or of the kinds of one group. */
export interface ConversionTarget {
  readonly group: string | undefined;
  readonly version: string;
}

/** Reads `v1` or `group/v1`. Throws {@link UsageError} where no kind has that version. */
export function targetOf(text: string, kinds: readonly Kind[]): ConversionTarget {
  const parsed = parseApiVersion(text);
  if (parsed === undefined || parsed.version === "") {
    throw new UsageError(`--to takes a version or a group/version, not ${JSON.stringify(text)}`);
  }
  const target: ConversionTarget = {
    group: text.includes("/") ? parsed.group : undefined,
    version: parsed.version,
  };
  if (kinds.some((kind) => appliesTo(target, kind) && kind.versions.includes(target.version))) {
    return target;
  }
  throw new UsageError(unknownVersionText(text, target, kinds));
}

/** True for a kind of the target's group, whether it has the version or not. */
export function appliesTo({ group }: ConversionTarget, kind: Kind): boolean {
  return group === undefined || group === kind.group;
}

function unknownVersionText(
  text: string,
  target: ConversionTarget,
  kinds: readonly Kind[],
): string {
  const known = [...new Set(kinds.flatMap((kind) => versionTexts(target, kind)))].sort();
  const near = didYouMean(text, known);
  return `none of your kinds has the version ${text}${near}\nthey have ${known.join(", ")}; --kinds DIR names other kinds`;
}

function versionTexts({ group }: ConversionTarget, kind: Kind): readonly string[] {
  return group === undefined
    ? kind.versions
    : kind.versions.map((version) => `${kind.group}/${version}`);
}
