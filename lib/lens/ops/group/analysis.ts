import type { Structural, ValueValidation } from "../../../schema/structural/structural.ts";
import { stringNode } from "../../language/metadata-node.ts";
import type { GroupRule } from "../../language/rule.ts";
import type { SchemaNode } from "../../language/schema-node.ts";
import { compareNull } from "../analysis/both-sides.ts";
import { quotedPath, report } from "../analysis/fault-texts.ts";
import {
  isMissing,
  isOther,
  noteNothingRead,
  type OrientedSite,
  reportLacks,
  turnOf,
} from "../analysis/oriented.ts";
import type { AnalysisContext, OpPlace } from "../analysis/site.ts";

/** Reports what either side refuses of what the op writes. */
export function walkGroup(walk: AnalysisContext, data: GroupRule, place: OpPlace): void {
  const turn = turnOf(walk, data, place.at);
  const { at, first, second } = turn;
  noteNothingRead(turn);
  if (isMissing(turn, at[second]) || isOther(turn, "reference", "string", "string")) return;
  compareNull(walk, at);
  reportUnknownVersions(turn, data);
  reportLacks(turn, second, stringNode, at[second]);
  reportLacks(turn, first, apiVersionNode(data, at[second].node), at[first]);
}

/** E101: an apiVersion for which nothing says the version. */
function reportUnknownVersions({ walk, at, first, second }: OrientedSite, data: GroupRule): void {
  if (data.version !== undefined || Object.keys(data.versions ?? {}).length > 0) return;
  const { path } = at[first];
  const [own, other] = [walk.versions[first], walk.versions[second]];
  const text = `${quotedPath(path)} exists only in ${own}, and ${quotedPath(at[second].path)} of ${other} does not tell its version. Say version in the reference`;
  report(walk, { code: "E101", path, text, rule: at.via });
}

/** What is written of a group: the group, a slash and a version; `v1` for the core group. */
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
