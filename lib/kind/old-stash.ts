import { subresourcePaths } from "../admission/guard/guarded-kind.ts";
import { noConversionRemarks } from "../conversion/remarks.ts";
import type { Allowance } from "../converter/allowance.ts";
import {
  type Conversion,
  type Converter,
  type ConverterInput,
  maxObjectDepth,
  type StringMap,
} from "../converter/converter.ts";
import { mayHoldVersion } from "../converter/stash/names.ts";
import { isDeeperThan, parse } from "../json/parse.ts";
import { isObject, type JsonObject } from "../json/value.ts";
import { parseApiVersion } from "../protocol/gvk.ts";
import type { Kind, KindEdge } from "./kind.ts";

/**
 * A kind whose lenses also read the annotation in which a former webhook stored the whole object of another version, as
 * Cluster API's conversions do in `cluster.x-k8s.io/conversion-data`. The annotation is read when the object is
 * converted to the version stored in it, and is then removed.
 *
 * The annotation is trusted no more than preserved values: the stored object is converted, and what the lens preserves
 * of it is restored under the same conditions. Fields of the status and scale subresources are not read from it, since
 * everybody who may write the object can write its annotations.
 */
export function withOldStash(kind: Kind, annotation: string): Kind {
  return {
    ...kind,
    oldStash: annotation,
    edges: kind.edges.map((edge) =>
      edge.lens === undefined ? edge : readingEdge(edge, { kind, annotation }),
    ),
  };
}

interface OldStash {
  readonly kind: Kind;
  readonly annotation: string;
}

function readingEdge(edge: KindEdge, old: OldStash): KindEdge {
  const { from, to, forward, backward, nearest = edge } = edge;
  const forwardReading = { old, source: from, target: to, back: nearest.backward };
  const backwardReading = { old, source: to, target: from, back: nearest.forward };
  return {
    ...edge,
    forward: readingConverter(forward, forwardReading),
    backward: readingConverter(backward, backwardReading),
    nearest: {
      forward: readingConverter(nearest.forward, forwardReading),
      backward: readingConverter(nearest.backward, backwardReading),
    },
  };
}

/** What is needed to read the annotation in one direction of an edge. */
interface ReadingDirection {
  readonly old: OldStash;
  readonly source: string;
  readonly target: string;
  /** Converts from the target version to the source version, to the nearest valid shape if the edge can do so. */
  readonly back: Converter;
}

/** The annotations of one object after the old annotation was read, with the counts for the log. */
interface ReadAnnotations {
  readonly annotations: StringMap;
  readonly stale: number;
  readonly heldBack: number;
  readonly lost: readonly string[];
}

/**
 * Wraps a converter so that it reads the annotation first. The result has no `sparse` form: the annotation may affect
 * any field.
 */
function readingConverter(convert: Converter, direction: ReadingDirection): Converter {
  const { annotation } = direction.old;
  const convertWithoutFragment: Converter = (source, allowance) => {
    const text = Object.hasOwn(source.annotations, annotation)
      ? source.annotations[annotation]
      : undefined;
    if (text === undefined) return convert(source, allowance);
    const read = readAnnotations(source, text, direction, allowance);
    const { annotations } = read;
    const result = convert({ ...source, annotations }, allowance);
    return result.ok
      ? { ok: true, value: withStashRemarks({ annotations, ...result.value }, read) }
      : result;
  };
  return Object.assign(convertWithoutFragment, { validates: () => true });
}

function withStashRemarks(
  conversion: Conversion,
  { stale, heldBack, lost }: ReadAnnotations,
): Conversion {
  if (stale + heldBack + lost.length === 0) return conversion;
  const { remarks = noConversionRemarks } = conversion;
  return {
    ...conversion,
    remarks: {
      ...remarks,
      stale: remarks.stale + stale,
      heldBack: remarks.heldBack + heldBack,
      lost: [...lost, ...remarks.lost],
    },
  };
}

/**
 * Replaces the old annotation by preserved values. The annotation stays unchanged if its object can't be parsed or
 * converted, or has a version that is neither source nor target. The annotation is dropped as stale if its object has the source
 * version, or if `source` already has preserved values for the target version: then a conversion that preserves values ran after
 * the annotation was written.
 */
function readAnnotations(
  source: ConverterInput,
  text: string,
  { old, source: own, target, back }: ReadingDirection,
  allowance: Allowance,
): ReadAnnotations {
  const { annotations, name, namespace } = source;
  const unchanged = { annotations, stale: 0, heldBack: 0, lost: [] };
  const annotated = annotatedObject(text, old.kind);
  if (annotated === undefined) return { ...unchanged, heldBack: 1 };
  if (annotated.version !== own && annotated.version !== target) return unchanged;
  const { [old.annotation]: _, ...rest } = annotations;
  const isForTarget = (key: string): boolean => mayHoldVersion(key, old.kind.group, [target]);
  const isStale = annotated.version === own || Object.keys(rest).some(isForTarget);
  if (isStale) return { ...unchanged, annotations: rest, stale: 1 };
  const body = withoutSubresources(annotated.body, target, old.kind);
  const converterInput = { body, labels: {}, annotations: {}, name, namespace };
  const converted = back(converterInput, allowance.apart());
  if (!converted.ok) return { ...unchanged, heldBack: 1 };
  const { annotations: preserved = {}, remarks: { lost } = noConversionRemarks } = converted.value;
  const entries = Object.entries(preserved).filter(([key]) => isForTarget(key));
  return { ...unchanged, annotations: { ...rest, ...Object.fromEntries(entries) }, lost };
}

/** The object in the annotation: its version and body. */
interface AnnotatedObject {
  readonly version: string;
  readonly body: JsonObject;
}

/**
 * Reads the object from the annotation's text. Undefined if the text is not an object of the kind, or the object is nested too
 * deeply.
 */
function annotatedObject(text: string, { group, kind: name }: Kind): AnnotatedObject | undefined {
  const parsed = parse(text);
  if (!parsed.ok || !isObject(parsed.value)) return undefined;
  const { apiVersion, kind, metadata: _, ...body } = parsed.value;
  const type = typeof apiVersion === "string" ? parseApiVersion(apiVersion) : undefined;
  if (type?.group !== group || kind !== name) return undefined;
  return isDeeperThan(body, maxObjectDepth) ? undefined : { version: type.version, body };
}

/** A body without the fields that can be written only through the status and scale subresources of its version. */
function withoutSubresources(body: JsonObject, name: string, { crd }: Kind): JsonObject {
  const version = crd.versions.find((each) => each.name === name);
  const paths = version === undefined ? [] : subresourcePaths(version);
  return paths.reduce(withoutPath, body);
}

function withoutPath(map: JsonObject, [key = "", ...rest]: readonly string[]): JsonObject {
  const value = Object.hasOwn(map, key) ? map[key] : undefined;
  if (value === undefined) return map;
  const { [key]: _, ...others } = map;
  if (rest.length === 0) return others;
  return isObject(value) ? { ...others, [key]: withoutPath(value, rest) } : map;
}
