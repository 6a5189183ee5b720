import { noConversionRemarks } from "../conversion/remarks.ts";
import type { Allowance } from "../converter/allowance.ts";
import type {
  Conversion,
  ConversionFault,
  Converter,
  ConverterInput,
} from "../converter/converter.ts";
import type { VersionEdge } from "../converter/convertible-kind.ts";
import { holdsStash, nearestGroup } from "../converter/stash/names.ts";
import { equal } from "../json/equal.ts";
import { lazily } from "../json/lazily.ts";
import type { Result } from "../json/result.ts";
import type { JsonObject } from "../json/value.ts";
import { lensEdge } from "../lens/edge/edge.ts";
import { pathText } from "../lens/language/path.ts";
import type { LensKind } from "../lens/run/engine.ts";
import { stashOf } from "../lens/stash/preservation.ts";
import { metadataFault } from "../protocol/gate/metadata.ts";
import { applyDefaults } from "../schema/defaulting/apply-defaults.ts";
import { structuralForm } from "../schema/structural/form.ts";
import { differingFields } from "./differing-fields.ts";

/**
 * Extends a conversion that is written in code: if the code refuses an object or throws, the object is converted to its
 * nearest valid shape. The fields that both schemas declare alike are copied; all others are preserved in annotations
 * of the group `nearest.<group>`, separate from values that the code preserves. The original object is restored as long
 * as nobody adds fields to the nearest valid shape that are not declared alike. After such a write the code converts the
 * object, and the original is dropped. Returns the edge unchanged if a schema is unknown.
 */
export function nearestEdge(kind: LensKind, edge: VersionEdge): VersionEdge {
  const schemas = { from: kind.schemaOf(edge.from), to: kind.schemaOf(edge.to) };
  if (edge.nearest !== undefined || schemas.from === undefined || schemas.to === undefined) {
    return edge;
  }
  const { from, to } = schemas;
  const common = lazily(() => commonEdge(kind, edge, from, to));
  const group = nearestGroup(kind.group);
  return {
    ...edge,
    nearest: {
      forward: nearestConverter({
        convert: edge.forward,
        common: (source, allowance) => common().forward(source, allowance),
        group,
        target: edge.to,
        source: from,
      }),
      backward: nearestConverter({
        convert: edge.backward,
        common: (source, allowance) => common().backward(source, allowance),
        group,
        target: edge.from,
        source: to,
      }),
    },
  };
}

/** A lens that copies the fields that two versions declare alike, and preserves all others. */
function commonEdge(
  kind: LensKind,
  { from, to }: VersionEdge,
  fromSchema: JsonObject,
  toSchema: JsonObject,
): VersionEdge {
  const unlike = differingFields(fromSchema, toSchema);
  const rules = [
    ...unlike.from.map((path) => ({ op: "keep" as const, from: pathText(path) })),
    ...unlike.to.map((path) => ({ op: "keep" as const, to: pathText(path) })),
  ];
  return lensEdge({ ...kind, group: nearestGroup(kind.group) }, { from, to, rules });
}

interface NearestDirection {
  readonly convert: Converter;
  /** Copies the fields that both versions declare alike, and preserves all others. */
  readonly common: Converter;
  readonly group: string;
  /** The target version, for which the originals of unconvertible objects are preserved. */
  readonly target: string;
  /** The schema of the source version. */
  readonly source: JsonObject;
}

function nearestConverter(direction: NearestDirection): Converter {
  const { convert, common, group, target } = direction;
  return (source, allowance) => {
    const taken = holdsStash(source.annotations, group)
      ? stashOf(group, target).take(source.annotations)
      : undefined;
    if (taken === undefined || taken.entries.size === 0) {
      const attempt = attemptConversion(convert, source, allowance);
      return attempt.result ?? nearestConversion(common, source, allowance, attempt);
    }
    if (isAlike(source, direction, allowance.apart())) return common(source, allowance);
    const edited = { ...source, annotations: taken.annotations };
    const attempt = attemptConversion(convert, edited, allowance);
    if (attempt.result?.ok !== true) return nearestConversion(common, edited, allowance, attempt);
    const { remarks = noConversionRemarks, ...conversion } = attempt.result.value;
    const stale = remarks.stale + taken.entries.size;
    return {
      ok: true,
      value: { annotations: taken.annotations, ...conversion, remarks: { ...remarks, stale } },
    };
  };
}

interface NearestAttempt {
  /** Absent if the object has to be replaced by its nearest valid shape. */
  readonly result?: Result<Conversion, ConversionFault>;
  readonly fault?: ConversionFault;
  readonly thrown?: unknown;
}

/** Runs an author's conversion. A result with labels that the server would refuse counts as a failure. */
function attemptConversion(
  convert: Converter,
  source: ConverterInput,
  allowance: Allowance,
): NearestAttempt {
  try {
    const result = convert(source, allowance);
    if (result.ok === false) return { fault: result.error };
    return isAccepted(result, source) ? { result } : {};
  } catch (thrown) {
    return { thrown };
  }
}

/** False for a result with labels that the server would refuse. */
function isAccepted(result: Result<Conversion, ConversionFault>, source: ConverterInput): boolean {
  if (!result.ok || (result.value.labels ?? source.labels) === source.labels) return true;
  const { labels = source.labels } = result.value;
  const [before, after] = [source.labels, labels].map((map) => ({ metadata: { labels: map } }));
  return before === undefined || after === undefined || metadataFault(before, after) === undefined;
}

function nearestConversion(
  common: Converter,
  source: ConverterInput,
  allowance: Allowance,
  { fault, thrown }: NearestAttempt,
): Result<Conversion, ConversionFault> {
  const result = common(source, allowance);
  if (!result.ok) return result;
  const { remarks = noConversionRemarks, ...conversion } = result.value;
  const unparsed = fault === undefined ? remarks.unparsed : [fault.path, ...remarks.unparsed];
  const more = thrown === undefined ? {} : { thrown };
  return {
    ok: true,
    value: { ...conversion, remarks: { ...remarks, unparsed, nearest: 1, ...more } },
  };
}

/** True if every field of the object is declared alike by both versions or has its default. */
function isAlike(
  source: ConverterInput,
  { common, source: schema }: NearestDirection,
  allowance: Allowance,
): boolean {
  const alone = common({ ...source, annotations: {} }, allowance);
  if (!alone.ok) return false;
  const { body } = alone.value;
  return (
    equal(body, source.body) || equal(applyDefaults(body, structuralForm(schema)), source.body)
  );
}
