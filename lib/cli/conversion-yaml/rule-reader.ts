import type { Side } from "../../converter/side.ts";
import type { JsonValue } from "../../json/value.ts";
import { parsePath } from "../../lens/language/path.ts";
import type { RulePosition } from "../../lens/language/rule.ts";
import type { TextPosition, YamlPath } from "./documents.ts";
import type { Expansion } from "./expansion.ts";
import { type YamlFault, yamlPathText } from "./faults.ts";
import type { LensSource, NamedLensText, SourceFault } from "./lens-source.ts";
import { otherVersionText } from "./nearest.ts";

/** The context for reading the rules of a document or of an included lens. */
export interface RuleReader {
  readonly versions: { readonly from: string; readonly to: string };
  /**
   * False if the kind lacks one of the two versions. That is reported already, so it is not reported again for each rule that
   * names a version.
   */
  readonly areKnown: boolean;
  /** The file that the rules are written in. */
  readonly source: LensSource;
  readonly positionOf: (yamlPath: YamlPath) => TextPosition;
  readonly report: (fault: SourceFault) => void;
  readonly expansion: Expansion;
  /** The position of the include that leads to these rules. `includes`: the lenses that are being included, outermost first. */
  readonly includedAt?: RulePosition;
  readonly includes: readonly NamedLensText[];
  /**
   * The number of outermost `includes` that apply to an outer value. The other includes apply to the same value as the current
   * rules, so including one of them again would never end.
   */
  readonly ended: number;
}

/** The position of a rule: file, line and column, and the position of the include that leads to it. */
export function rulePosition(
  yamlPath: YamlPath,
  { source: { file }, positionOf, includedAt }: RuleReader,
): RulePosition {
  return {
    ...positionOf(yamlPath),
    ...(file !== undefined && { file }),
    ...(includedAt !== undefined && { includedAt }),
  };
}

/** Reports a fault of a rule. The fault's path is relative to `above`. */
export function reportRuleFault(
  { yamlPath, text }: YamlFault,
  above: YamlPath,
  { source, positionOf, report, includedAt }: RuleReader,
): void {
  const path = [...above, ...yamlPath];
  report({
    ...positionOf(path),
    file: source.file,
    text: [...yamlPathText(path), text].join(": "),
    includedAt,
  });
}

/**
 * The side of a version's name, which is one of the lens's two versions, or `older` or `newer` (for lenses that several kinds
 * share). Undefined for any other name, which is reported if the kind has both versions of the lens.
 */
export function sideOfVersionName(
  version: string,
  at: YamlPath,
  yamlPath: YamlPath,
  reader: RuleReader,
): Side | undefined {
  const { from, to } = reader.versions;
  if (version === from) return "from";
  if (version === to) return "to";
  if (version === "older") return "from";
  if (version === "newer") return "to";
  if (!reader.areKnown) return undefined;
  reportRuleFault(
    { yamlPath: at, text: otherVersionText(version, reader.versions) },
    yamlPath,
    reader,
  );
  return undefined;
}

/** Returns a value unchanged, and reports a string that is not a path. */
export function checkPath(
  value: JsonValue | undefined,
  yamlPath: YamlPath,
  reader: RuleReader,
): JsonValue | undefined {
  if (typeof value === "string" && parsePath(value) === undefined) {
    const text = `${JSON.stringify(value)} is not a path: write spec.a, spec.items[*].x, spec.map{}.x or spec["odd.key"]`;
    reportRuleFault({ yamlPath: [], text }, yamlPath, reader);
  }
  return value;
}
