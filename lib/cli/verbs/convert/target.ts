import type { Kind } from "../../../kind/kind.ts";
import { parseApiVersion } from "../../../protocol/gvk.ts";
import { UsageError } from "../../command.ts";
import { didYouMean } from "../../conversion-yaml/nearest.ts";

/** The value of `--to`: a version. With a group, it applies only to kinds of that group; otherwise to all kinds. */
export interface ConversionTarget {
  readonly group: string | undefined;
  readonly version: string;
}

/** Parses `v1` or `group/v1`. Throws {@link UsageError} for another form, and if no kind has that version. */
export function targetOf(text: string, kinds: readonly Kind[]): ConversionTarget {
  const parsed = parseApiVersion(text);
  if (parsed === undefined || parsed.version === "") {
    throw new UsageError(`--to takes a version or a group/version, not ${JSON.stringify(text)}`);
  }
  const target: ConversionTarget = {
    group: text.includes("/") ? parsed.group : undefined,
    version: parsed.version,
  };
  if (kinds.some((kind) => targetCovers(target, kind) && kind.versions.includes(target.version))) {
    return target;
  }
  throw new UsageError(unknownVersionText(text, target, kinds));
}

/** True if the target names no group or this kind's group. The kind may still lack the version. */
export function targetCovers({ group }: ConversionTarget, kind: Kind): boolean {
  return group === undefined || group === kind.group;
}

function unknownVersionText(
  text: string,
  target: ConversionTarget,
  kinds: readonly Kind[],
): string {
  const known = [...new Set(kinds.flatMap((kind) => versionTexts(target, kind)))].sort();
  const near = didYouMean(text, known);
  return `none of your kinds has the version ${text}${near}\nthey have ${known.join(", ")}; to use other kinds, name their folder with --kinds DIR`;
}

function versionTexts({ group }: ConversionTarget, kind: Kind): readonly string[] {
  return group === undefined
    ? kind.versions
    : kind.versions.map((version) => `${kind.group}/${version}`);
}
