import type {
  Conversion,
  ConversionFault,
  Converter,
  Convertible,
  SparseConverter,
  StringMap,
} from "../../converter/converter.ts";
import type { VersionEdge } from "../../converter/convertible-kind.ts";
import { type Side, sides } from "../../converter/side.ts";
import { stashStart } from "../../converter/stash/names.ts";
import { textMembers } from "../../json/members.ts";
import { err, ok, type Result } from "../../json/result.ts";
import { isEmptyMap, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { valueAt } from "../language/key-path.ts";
import type { LensData, RuleData } from "../language/rule.ts";
import { type ConversionRun, unparsable } from "../ops/codec.ts";
import { expandedLens } from "../ops/macros.ts";
import { isExact } from "../ops/registry.ts";
import { newRun } from "../ops/run-state.ts";
import { holdsFits } from "../place/representable-places.ts";
import type { LensTools } from "../run/compilation.ts";
import {
  directionOf,
  type LensDirection,
  type LensEngine,
  type LensKind,
  lensEngine,
  schemasOf,
} from "../run/engine.ts";
import { withStash } from "../stash/annotations.ts";
import type { Entries } from "../stash/difference.ts";
import { sourcesOf } from "../stash/entry-tree.ts";
import { ownHeldBack, restoredImage } from "../stash/restored-image.ts";
import { entriesToPreserve } from "../stash/round-trip.ts";
import { sortAnnotations } from "../stash/sorted-annotations.ts";
import { readsOf } from "./reads.ts";

/** An edge of the version graph whose converters are made from a lens. */
export interface LensEdge extends VersionEdge {
  readonly lens: LensData;
}

/**
 * Makes an edge of the version graph from a lens: converters for both directions, which preserve in annotations what the target
 * can't represent. The `nearest` converters ignore the `fail` of rules.
 */
export function lensEdge(kind: LensKind, written: LensData, tools?: LensTools): LensEdge {
  const data = expandedLens(written, () => schemasOf(kind, written));
  let ready: Readonly<Record<Side, LensDirection>> | undefined;
  const get = (): Readonly<Record<Side, LensDirection>> => {
    if (ready === undefined) {
      const engine = lensEngine(kind, data, tools);
      ready = { from: directionOf(engine, "from"), to: directionOf(engine, "to") };
    }
    return ready;
  };
  const oneWay = (from: Side, mayFail: boolean): Converter => {
    const whole: Converter = (source, allowance) => {
      const { name, namespace, labels, annotations } = source;
      const start = { name, namespace, labels, annotations, mayFail };
      return convert(get()[from], newRun(start, allowance), source);
    };
    const validates = (): boolean =>
      sides.some((side) => holdsFits(get()[from].engine.compiled.places[side]()));
    return Object.assign(whole, {
      sparse: sparseConverter(() => get()[from], from, kind),
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

/**
 * A converter for bodies that are only partly parsed. It returns undefined for objects that need more: those with a fault, a
 * remark or a preserved value.
 */
function sparseConverter(
  direction: () => LensDirection,
  from: Side,
  { group }: LensKind,
): SparseConverter {
  return {
    reads: () => readsOf(direction().engine, from),
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
function hasNoRemarks({ unread, rounded }: ConversionRun): boolean {
  return unread.length + rounded.length === 0;
}

/**
 * The metadata in a conversion of a partly parsed body. Such bodies are not used if the lens reads the object's name or
 * namespace.
 */
const anonymous = { name: undefined, namespace: undefined };

function inexactRules(rules: readonly RuleData[]): number {
  return rules.reduce((sum, rule) => {
    const inner = "rules" in rule && rule.rules !== undefined ? inexactRules(rule.rules) : 0;
    return sum + inner + (isExact(rule) ? 0 : 1);
  }, 0);
}

/**
 * Converts an object: computes its image, completes it with values preserved for the target version that still fit, and preserves
 * in annotations what the target version can't represent.
 */
function convert(
  direction: LensDirection,
  run: ConversionRun,
  source: Convertible,
): Result<Conversion, ConversionFault> {
  const sorted = sortAnnotations(source.annotations, direction);
  const { engine } = direction;
  const object = engine.usesMetadata ? withMetadata(source, sorted.plain) : source.body;
  const image = direction.translate(object, run);
  if (run.fault !== undefined) return err(run.fault);
  if (image === unparsable || !isObject(image)) {
    return err({ code: "ValueRefused", path: "", message: "the lens cannot parse this object" });
  }
  const restored = restoredImage({ object, image, source }, sorted.incoming, direction, run);
  const preserved = run.isInexact
    ? entriesToPreserve(object, restored.object, direction, run)
    : nothing;
  const bare = conversionOf(restored.object, source, sorted.plain, engine);
  const own = ownHeldBack({ object, source }, sorted.own, direction, run);
  const { annotations, lost } = withStash(bare.annotations, preserved, direction, {
    sorted,
    incoming: restored.heldBack,
    own,
  });
  const result = { ...bare, annotations };
  const { stale } = restored;
  const repeated = sorted.incoming.heldBack + sorted.own.heldBack;
  const heldBack = repeated + sourcesOf(restored.heldBack).size + sourcesOf(own).size;
  if (hasNoRemarks(run) && stale + heldBack + lost.length === 0) return ok(result);
  const { unread, rounded, thrown } = run;
  const remarks = {
    ...{ unread, rounded, stale, heldBack, lost },
    ...(thrown !== undefined && { thrown }),
  };
  return ok({ ...result, remarks: run.ignoredFailure ? { ...remarks, nearest: 1 } : remarks });
}

const nothing: Entries = new Map();

/** The body, with the labels and annotations under `metadata` if there are any. */
function withMetadata({ body, labels }: Convertible, annotations: StringMap): JsonObject {
  const parts = {
    ...(isEmptyMap(labels) ? {} : { labels }),
    ...(isEmptyMap(annotations) ? {} : { annotations }),
  };
  return isEmptyMap(parts) ? body : { ...body, metadata: parts };
}

interface AnnotatedConversion extends Conversion {
  readonly annotations: StringMap;
}

/** The converted object, without preserved values. */
function conversionOf(
  object: JsonObject,
  { labels }: Convertible,
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
