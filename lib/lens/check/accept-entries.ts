import { type Side, sides } from "../../converter/side.ts";
import {
  type AcceptEntry,
  acceptPosition,
  asList,
  onlyPath,
  parsePathPattern,
} from "../language/accept.ts";
import { eachItem, eachValue, type PathStep } from "../language/path.ts";
import type { SchemaPair } from "../language/schema-node.ts";
import type { AnalysisContext } from "../ops/analysis/analysis-context.ts";
import { quotedPath, reportFault } from "../ops/analysis/fault-texts.ts";
import {
  itemSchemaPlace,
  memberSchemaPlace,
  type SchemaPlace,
  valueSchemaPlace,
} from "../ops/analysis/place-pair.ts";
import { likeliestPath, placeAndMembers } from "./similar-fields.ts";

/**
 * Reports faults of the entries of `accept` themselves: a path that does not exist (E103), a missing reason or constraint (E108),
 * an unknown version (E115).
 */
export function checkEntries(walk: AnalysisContext, schemas: SchemaPair): void {
  for (const entry of walk.data.accept ?? []) checkEntry(walk, schemas, entry);
}

function checkEntry(walk: AnalysisContext, schemas: SchemaPair, entry: AcceptEntry): void {
  const first = asList(entry.at).join(", ");
  const place = acceptPosition(entry, walk.data.file);
  const side = sides.find((each) => walk.versions[each] === entry.in);
  if (side === undefined) {
    const { from, to } = walk.versions;
    const text = `accept names ${entry.in}, but the versions of the lens are ${from} and ${to}${place}`;
    reportFault(walk, { code: "E115", path: entry.in, text, rule: undefined });
  } else {
    const root: SchemaPlace = { path: [], node: schemas[side] };
    for (const at of asList(entry.at)) checkPath(walk, { at, root, side, place });
  }
  if (entry.why.trim() === "") {
    const text = `the entry of accept for ${quotedPath(first)} has no reason. Say in \`why\` what makes it right that ${entry.in} refuses objects there${place}`;
    reportFault(walk, { code: "E108", path: first, text, rule: undefined });
  }
  const refused = asList(entry.refuses);
  const isVague = refused.some((each) => typeof each !== "string" && each.rule.trim() === "");
  if (isVague || refused.length === 0) {
    const text = `the entry of accept for ${quotedPath(first)} names no constraint. Set \`refuses\` to a keyword, or to { rule: … } with the beginning of the rule's text${place}`;
    reportFault(walk, { code: "E108", path: first, text, rule: undefined });
  }
}

interface EntryPath {
  readonly at: string;
  readonly root: SchemaPlace;
  readonly side: Side;
  readonly place: string;
}

/** Reports E103 for a text that is not a path, or a path that the version does not have. */
function checkPath(walk: AnalysisContext, { at, root, side, place }: EntryPath): void {
  const pattern = parsePathPattern(at);
  if (pattern === undefined) {
    const text = `${quotedPath(at)} in accept is not a path to a member${place}`;
    reportFault(walk, { code: "E103", path: at, text, rule: undefined });
    return;
  }
  const path = onlyPath(pattern);
  if (path === undefined || path.reduce(placeBelow, root).node !== "none") return;
  const near = likeliestPath(path, placeAndMembers(root));
  const hint = near === undefined ? "" : `; did you mean ${quotedPath(near)}?`;
  const text = `no ${quotedPath(at)} in ${walk.versions[side]}${hint}${place}`;
  reportFault(walk, { code: "E103", path: at, text, rule: undefined, meant: near });
}

function placeBelow(place: SchemaPlace, step: PathStep): SchemaPlace {
  if (step === eachItem) return itemSchemaPlace(place);
  return step === eachValue ? valueSchemaPlace(place) : memberSchemaPlace(place, step);
}
