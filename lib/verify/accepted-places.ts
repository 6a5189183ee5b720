import { equal } from "../json/equal.ts";
import { assertDefined } from "../json/invariant.ts";
import { isArray, isObject, type JsonValue, member } from "../json/value.ts";
import { analyzeLens } from "../lens/check/analyze-lens.ts";
import { type AcceptEntry, isAccepted } from "../lens/language/accept.ts";
import { parsePath, pathText } from "../lens/language/path.ts";
import type { LensData, RuleData } from "../lens/language/rule.ts";
import { meetsConstraint } from "../lens/ops/analysis/constraint-tests.ts";
import type { LensAnalysis } from "../lens/ops/analysis/lens-analysis.ts";
import { literalsOf } from "../lens/ops/authoring-registry.ts";
import { allConstraints } from "../schema/constraint/all-constraints.ts";
import type { Constraint, ConstraintName } from "../schema/constraint/constraint.ts";
import { eachItem, eachValue, type SchemaPath } from "../schema/constraint/schema-path.ts";
import { bodySchema } from "./body-schema.ts";
import { type ClaimingRule, writingRule } from "./lens-places.ts";
import type { Direction, Subject } from "./subject.ts";

/** A constraint of a version's schema that an entry of `accept` names. */
export interface AcceptedPlace {
  readonly version: string;
  readonly constraint: Constraint;
  readonly entry: AcceptEntry;
  readonly lens: LensData;
  /** The rule that claims the constraint's path; absent if none does. */
  readonly rule?: RuleData;
  /** Values that the rule at the constraint's path writes itself, such as words of its table. These are never excused. */
  readonly ownValues: readonly JsonValue[];
}

/** The constraints of the target version that the `accept` of the last lens names. */
export function acceptedPlaces({ subject, from, to }: Direction): readonly AcceptedPlace[] {
  const step = subject.steps(from.name, to.name).at(-1);
  const lens = step?.lens;
  if (step === undefined || lens?.accept === undefined) return [];
  const version = to.name;
  return allConstraints(bodySchema(to.schema)).flatMap((constraint): readonly AcceptedPlace[] => {
    const entry = lens.accept?.find((each) => isAccepted(each, version, constraint));
    if (entry === undefined || !mayExcuse(subject, lens, version, constraint)) return [];
    const rule = writingRule(step, constraint.path);
    const own = rule === undefined ? [] : ownValuesAt(rule);
    return [
      {
        version,
        constraint,
        entry,
        lens,
        ...(rule !== undefined && { rule: rule.data }),
        ownValues: own,
      },
    ];
  });
}

/** False for the keyword `type`, unless the compiler finds that the rules pass on values of several types at the path. */
function mayExcuse(
  subject: Subject,
  lens: LensData,
  version: string,
  { keyword, path }: Constraint,
): boolean {
  if (keyword !== "type") return true;
  return analysisOf(subject, lens).accepted.some(
    (known) =>
      known.version === version &&
      known.constraint.keyword === keyword &&
      pathText(known.constraint.path) === pathText(path),
  );
}

/** The compiler's analysis of a lens, with the subject's schemas. */
export function analysisOf({ versions }: Subject, lens: LensData): LensAnalysis {
  const { from, to } = lens;
  const schemas = {
    from: versions.get(from)?.schema ?? "free",
    to: versions.get(to)?.schema ?? "free",
  } as const;
  return analyzeLens({ from, to, schemas }, lens);
}

/** The values that a rule writes itself at the path that it claims, such as words of its table. */
function ownValuesAt(rule: ClaimingRule): readonly JsonValue[] {
  const keys = rule.below.map((below) => (below.type === "key" ? below.key : undefined));
  const own = literalsOf(rule.data);
  return own.flatMap(({ value, below = "." }) => {
    const start = parsePath(below) ?? [];
    if (start.some((key, index) => key !== keys[index])) return [];
    const found = memberAlong(value, keys.slice(start.length));
    return found === undefined ? [] : [found];
  });
}

function memberAlong(
  value: JsonValue,
  keys: readonly (string | undefined)[],
): JsonValue | undefined {
  return keys.reduce<JsonValue | undefined>(
    (at, key) => (isObject(at) && key !== undefined ? member(at, key) : undefined),
    value,
  );
}

/** True if a body has a value at the constraint's path; for `required`, if it has the map that requires the member. */
export function hasAcceptedPlace({ constraint }: AcceptedPlace, body: JsonValue): boolean {
  const { keyword, path } = constraint;
  if (keyword !== "required") return valuesAt(body, path).length > 0;
  return valuesAt(body, path.slice(0, -1)).some(isObject);
}

/**
 * True if an entry of `accept` excuses a refusal: `refused` is the constraint of the place, and the place's rule itself writes
 * none of the values in the body that violate it.
 */
export function isExcusedBy(
  place: AcceptedPlace,
  refused: ConstraintName,
  body: JsonValue,
): boolean {
  return isPlaceOf(place, refused) && refusedOwnValue(place, body) === undefined;
}

/** True if a constraint has the keyword, the CEL rule and the path of an accepted place's constraint. */
export function isPlaceOf({ constraint }: AcceptedPlace, refused: ConstraintName): boolean {
  if (constraint.keyword !== refused.keyword || !equalRules(constraint, refused)) return false;
  return pathText(constraint.path) === pathText(refused.path);
}

/** The first value in a body that violates the place's constraint and that the place's rule writes itself; undefined for none. */
export function refusedOwnValue(
  { constraint, ownValues: own }: AcceptedPlace,
  body: JsonValue,
): JsonValue | undefined {
  return valuesAt(body, constraint.path).find(
    (value) => own.some((each) => equal(each, value)) && !meetsConstraint(constraint, value),
  );
}

function equalRules({ rule }: ConstraintName, other: ConstraintName): boolean {
  return rule?.rule === other.rule?.rule && rule?.message === other.rule?.message;
}

function valuesAt(value: JsonValue, path: SchemaPath): readonly JsonValue[] {
  const [step, ...rest] = path;
  if (step === undefined) return [value];
  if (step === eachItem) {
    return isArray(value) ? value.flatMap((item) => valuesAt(item, rest)) : [];
  }
  if (!isObject(value)) return [];
  if (step === eachValue) return Object.values(value).flatMap((each) => valuesAt(each, rest));
  return Object.hasOwn(value, step)
    ? valuesAt(assertDefined(member(value, step), "a map has its own members"), rest)
    : [];
}
