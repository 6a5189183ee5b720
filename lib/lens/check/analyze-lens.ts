import { type Side, sides } from "../../converter/side.ts";
import { isMetaField } from "../../schema/pruning/prune.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import type { LensData } from "../language/rule.ts";
import type { SchemaNode, SchemaPair } from "../language/schema-node.ts";
import { withAcceptEntries } from "../ops/analysis/accepted.ts";
import type { AnalysisContext } from "../ops/analysis/analysis-context.ts";
import { reportFault } from "../ops/analysis/fault-texts.ts";
import { Findings } from "../ops/analysis/findings.ts";
import type { LensAnalysis } from "../ops/analysis/lens-analysis.ts";
import type { PlacePair, SchemaPlace } from "../ops/analysis/place-pair.ts";
import { expandedLens } from "../ops/macros.ts";
import { scopeLens } from "../place/scope-lens.ts";
import { checkEntries } from "./accept-entries.ts";
import { alwaysMetTest } from "./always-met.ts";
import { joinFaultsByCause } from "./include-faults.ts";
import { lensWalk } from "./lens-walk.ts";
import { walkRules, walkScope } from "./rule-walk.ts";
import { reportScopeFault } from "./scope-fault.ts";
import { withJoinedUntouched } from "./untouched.ts";

/** The two versions of a lens, with their schemas. */
interface LensVersions {
  readonly from: string;
  readonly to: string;
  /**
   * Schemas of whole objects or of bodies: what they declare for apiVersion, kind and metadata is ignored. `free` stands for a
   * schema that is not known, for which nothing is checked.
   */
  readonly schemas: SchemaPair;
  /** The kind's group, which is part of the names of annotations for preserved values. */
  readonly group?: string;
}

/**
 * Analyses a lens: the outcome for each path of both schemas, and all faults. Never throws. Patterns that need RE2 are only
 * evaluated if RE2 was loaded before.
 */
export function analyzeLens(versions: LensVersions, written: LensData): LensAnalysis {
  const { from, to } = versions;
  const schemas = { from: bodyNode(versions.schemas.from), to: bodyNode(versions.schemas.to) };
  const data = expandedLens(written, () => schemas);
  const lens = scopeLens(data);
  const findings = new Findings();
  const isUnverified = sides.some((side) => schemas[side] === "free");
  const walk = lensWalk({
    findings,
    lens,
    versions: { from, to },
    group: versions.group,
    isUnverified,
    isAlwaysMet: lens.faults.length > 0 ? () => false : alwaysMetTest(lens, { from, to }, schemas),
    open: [],
    walks: { scope: walkScope, rules: walkRules },
  });
  for (const fault of lens.faults) reportScopeFault(walk, fault);
  for (const side of sides) if (schemas[side] === "free") reportUnknownSchema(walk, side);
  if (!lens.faults.some(({ code }) => code === "E112"))
    walkScope(walk, lens.root, bodyPair(schemas));
  checkEntries(walk, schemas);
  return {
    from,
    to,
    fields: findings.fields(schemas),
    faults: withAcceptEntries(withJoinedUntouched(joinFaultsByCause(data, findings.faults), data), {
      versions: { from, to },
      schemas,
    }),
    accepted: findings.accepted,
  };
}

function bodyPair(schemas: SchemaPair): PlacePair {
  const rootPlace = (side: Side): SchemaPlace => ({ path: [], node: schemas[side] });
  return {
    from: rootPlace("from"),
    to: rootPlace("to"),
    via: undefined,
    weakestOutcome: { from: "identical", to: "identical" },
    isWhole: false,
    isBody: true,
  };
}

/** A copy of an object's schema that does not declare or require apiVersion, kind and metadata. */
export function bodyNode(node: SchemaNode): SchemaNode {
  if (typeof node === "string") return node;
  const { properties, validation, x, ...others } = node;
  const required = validation?.required?.filter((name) => !isMetaField(name));
  const body: Structural = {
    ...others,
    x: { ...x, embeddedResource: false },
    ...(properties && {
      properties: new Map([...properties].filter(([name]) => !isMetaField(name))),
    }),
    ...(validation && { validation: { ...validation, ...(required && { required }) } }),
  };
  return body;
}

function reportUnknownSchema(walk: AnalysisContext, side: Side): void {
  const text = `the schema of ${walk.versions[side]} is not known: nothing in it could be checked`;
  reportFault(walk, { code: "E124", path: ".", text, rule: undefined });
}
