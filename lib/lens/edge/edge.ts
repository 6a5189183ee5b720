import type {
  Conversion,
  ConversionFault,
  ConversionRemarks,
  Converter,
  ConverterInput,
  SparseConverter,
  StringMap,
} from "../../converter/converter.ts";
import type { VersionEdge } from "../../converter/convertible-kind.ts";
import { type Side, sides } from "../../converter/side.ts";
import { holdsStash, stashStart } from "../../converter/stash/names.ts";
import { lazily } from "../../json/lazily.ts";
import { textMembers } from "../../json/members.ts";
import { err, ok, type Result } from "../../json/result.ts";
import { isEmptyMap, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { valueAt } from "../language/key-path.ts";
import type { LensData, RuleData } from "../language/rule.ts";
import { type ConversionRun, unparsable } from "../ops/codec.ts";
import { expandedLens } from "../ops/macros.ts";
import { isExactRule } from "../ops/registry.ts";
import { newRun } from "../ops/run-state.ts";
import { holdsSchemaCheckedPlace } from "../place/unrepresentable-tree.ts";
import type { LensTools } from "../run/compilation.ts";
import {
  directionOf,
  type LensDirection,
  type LensEngine,
  type LensKind,
  lensEngine,
  schemasOf,
} from "../run/engine.ts";
import { type Preservation, preservationOf } from "../stash/preservation.ts";
import { membersReadByLens } from "./members-read.ts";

/** An edge of the version graph whose converters are made from a lens. */
export interface LensEdge extends VersionEdge {
  readonly lens: LensData;
}

/**
 * Makes an edge of the version graph from a lens: converters for both directions, which preserve in annotations what the target
 * can't represent. If `fail` or a failed hook would fail a conversion, the `nearest` converters preserve the value instead.
 */
export function lensEdge(kind: LensKind, written: LensData, tools?: LensTools): LensEdge {
  const data = expandedLens(written, () => schemasOf(kind, written));
  const engine = lazily(() => lensEngine(kind, data, tools));
  const directions = { from: edgeDirection(engine, "from"), to: edgeDirection(engine, "to") };
  const oneWay = (from: Side, mayFail: boolean): Converter => {
    const convertWhole: Converter = (source, allowance) =>
      convert(directions[from], newRun({ ...source, mayFail }, allowance), source);
    const validates = (): boolean =>
      sides.some((side) => holdsSchemaCheckedPlace(engine().compiled.places[side]()));
    return Object.assign(convertWhole, {
      sparse: sparseConverter(directions[from].direction, from, kind),
      validates,
    });
  };
  return {
    lens: data,
    from: data.from,
    to: data.to,
    inexact: inexactRules(data.rules),
    forward: oneWay("from", true),
    backward: oneWay("to", true),
    nearest: { forward: oneWay("from", false), backward: oneWay("to", false) },
  };
}

/** What converts in one direction of a lens, and what preserves and restores values. Both are built at their first use. */
interface EdgeDirection {
  readonly direction: () => LensDirection;
  readonly preservation: () => Preservation;
}

function edgeDirection(engine: () => LensEngine, from: Side): EdgeDirection {
  const direction = lazily(() => directionOf(engine(), from));
  return { direction, preservation: lazily(() => preservationOf(direction())) };
}

/**
 * A converter for bodies that are only partly parsed. Its `convert` returns undefined for an object that must be converted whole:
 * its conversion has a fault or a remark, or may have to preserve a value.
 */
function sparseConverter(
  direction: () => LensDirection,
  from: Side,
  { group }: LensKind,
): SparseConverter {
  return {
    reads: () => membersReadByLens(direction().engine, from),
    annotations: stashStart(group),
    convert: (body, allowance) => {
      const run = newRun(anonymous, allowance);
      const image = direction().translate(body, run);
      const isPlain = run.fault === undefined && !run.isInexact && hasNoRemarks(run);
      return isPlain && image !== unparsable && isObject(image) ? image : undefined;
    },
  };
}

/** True if every value could be parsed and none was rounded. */
function hasNoRemarks({ unparsed, rounded }: ConversionRun): boolean {
  return unparsed.length + rounded.length === 0;
}

/**
 * The name and namespace for the conversion of a partly parsed body. If the lens reads them, all bodies are parsed whole
 * ({@link membersReadByLens}).
 */
const anonymous = { name: undefined, namespace: undefined };

function inexactRules(rules: readonly RuleData[]): number {
  return rules.reduce((sum, rule) => {
    const inner = "rules" in rule && rule.rules !== undefined ? inexactRules(rule.rules) : 0;
    return sum + inner + (isExactRule(rule) ? 0 : 1);
  }, 0);
}

/**
 * Converts an object: computes its image, completes it with values preserved for the target version that still fit, and preserves
 * in annotations what the target version can't represent.
 */
function convert(
  { direction, preservation }: EdgeDirection,
  run: ConversionRun,
  source: ConverterInput,
): Result<Conversion, ConversionFault> {
  const { engine, translate } = direction();
  const sorted = holdsStash(source.annotations, engine.group)
    ? preservation().sorted(source.annotations)
    : undefined;
  const plain = sorted?.plain ?? source.annotations;
  const object = engine.usesMetadata ? withMetadata(source, plain) : source.body;
  const image = translate(object, run);
  if (run.fault !== undefined) return err(run.fault);
  if (image === unparsable || !isObject(image)) {
    const message =
      "a rule for the whole object cannot convert it. Use . only in the rules of an op such as each";
    return err({ code: "ValueRefused", path: "", message });
  }
  if (sorted === undefined && !run.isInexact) {
    return ok(withRemarks(plainConversion(image, source, plain, engine), nothingStashed, run));
  }
  const completed = preservation().completed({ object, image, source }, sorted, run);
  const converted = plainConversion(completed.object, source, plain, engine);
  const { annotations, lost } = completed.annotated(converted.annotations);
  const { stale, heldBack } = completed;
  return ok(withRemarks({ ...converted, annotations }, { stale, heldBack, lost }, run));
}

type StashRemarks = Pick<ConversionRemarks, "stale" | "heldBack" | "lost">;

const nothingStashed: StashRemarks = { stale: 0, heldBack: 0, lost: [] };

/** Adds the remarks of a conversion to its result; the same result if there are none. */
function withRemarks(result: Conversion, stashed: StashRemarks, run: ConversionRun): Conversion {
  const { stale, heldBack, lost } = stashed;
  if (hasNoRemarks(run) && stale + heldBack + lost.length === 0) return result;
  const { unparsed, rounded, thrown } = run;
  const remarks = {
    ...{ unparsed, rounded, stale, heldBack, lost },
    ...(thrown !== undefined && { thrown }),
  };
  return { ...result, remarks: run.ignoredFailure ? { ...remarks, nearest: 1 } : remarks };
}

/** The body, with the labels and annotations under `metadata` if there are any. */
function withMetadata({ body, labels }: ConverterInput, annotations: StringMap): JsonObject {
  const parts = {
    ...(isEmptyMap(labels) ? {} : { labels }),
    ...(isEmptyMap(annotations) ? {} : { annotations }),
  };
  return isEmptyMap(parts) ? body : { ...body, metadata: parts };
}

interface AnnotatedConversion extends Conversion {
  readonly annotations: StringMap;
}

/** The result of a conversion without annotations for preserved values. If rules use metadata, `object` has it. */
function plainConversion(
  object: JsonObject,
  { labels }: ConverterInput,
  annotations: StringMap,
  { usesMetadata }: LensEngine,
): AnnotatedConversion {
  if (!usesMetadata) return { body: object, annotations };
  const metadata = member(object, "metadata");
  if (metadata === undefined) return { body: object, labels: {}, annotations: {} };
  const { metadata: _, ...body } = object;
  return {
    body,
    labels: stringsAt(metadata, "labels", labels),
    annotations: stringsAt(metadata, "annotations", annotations),
  };
}

/** The labels or annotations of a converted object; the same map if they are unchanged. */
function stringsAt(metadata: JsonValue, field: string, before: StringMap): StringMap {
  const map = valueAt(metadata, [field]);
  if (map === before) return before;
  return isObject(map) ? textMembers(map) : {};
}
