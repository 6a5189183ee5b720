import type { Structural, ValueValidation } from "../../../schema/structural/structural.ts";
import { stringNode } from "../../language/metadata-node.ts";
import type { GroupRule } from "../../language/rule.ts";
import type { SchemaNode } from "../../language/schema-node.ts";
import type { AnalysisContext, OpPlace } from "../analysis/analysis-context.ts";
import { compareNull } from "../analysis/both-sides.ts";
import { quotedPath, reportFault } from "../analysis/fault-texts.ts";
import {
  noteBothPreserved,
  type OrientedPair,
  orientPair,
  reportRefusedWrites,
  reportsOtherType,
  reportsUndeclared,
} from "../analysis/oriented.ts";

/** Reports what either version refuses of the values that the op writes. */
export function walkGroup(walk: AnalysisContext, data: GroupRule, opPlace: OpPlace): void {
  const oriented = orientPair(walk, data, opPlace.pair);
  const { pair, first, second } = oriented;
  noteBothPreserved(oriented);
  if (
    reportsUndeclared(oriented, pair[second]) ||
    reportsOtherType(oriented, "reference", "string", "string")
  )
    return;
  compareNull(walk, pair);
  reportUnknownVersions(oriented, data);
  reportRefusedWrites(oriented, second, stringNode, pair[second]);
  reportRefusedWrites(oriented, first, apiVersionNode(data, pair[second].node), pair[first]);
}

/** Reports E101 for a rule without any API version to add to a group. */
function reportUnknownVersions({ walk, pair, first, second }: OrientedPair, data: GroupRule): void {
  if (data.version !== undefined || Object.keys(data.versions ?? {}).length > 0) return;
  const { path } = pair[first];
  const [firstVersion, secondVersion] = [walk.versions[first], walk.versions[second]];
  const text = `${quotedPath(path)} exists only in ${firstVersion}, and ${quotedPath(pair[second].path)} of ${secondVersion} has only the group. Set version or versions in the reference`;
  reportFault(walk, { code: "E101", path, text, rule: pair.via });
}

/** The schema of the apiVersions that the op writes: a group, a slash and a version, or `v1` for the core group. */
function apiVersionNode({ versions = {}, version }: GroupRule, group: SchemaNode): Structural {
  const written = [version ?? "", ...Object.values(versions), "v1"];
  const longest = Math.max(...written.map(({ length }) => length)) + 1;
  const limit = typeof group === "string" ? undefined : group.validation?.maxLength;
  const validation: ValueValidation = {
    minLength: 2,
    ...(limit !== undefined && { maxLength: limit + longest }),
  };
  return { ...stringNode, validation };
}
