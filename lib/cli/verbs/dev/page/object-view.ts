import { convertObject } from "../../../../conversion/convert-object.ts";
import { type ConversionRegistry, conversionRegistry } from "../../../../conversion/registry.ts";
import { Allowance } from "../../../../converter/allowance.ts";
import type { ConversionRemarks } from "../../../../converter/converter.ts";
import { objectValidators } from "../../../../crd/validator/object-validators.ts";
import { isObject, type JsonObject, member } from "../../../../json/value.ts";
import type { Kind } from "../../../../kind/kind.ts";
import { isReviewObject, type ReviewObject } from "../../../../protocol/conversion-review.ts";
import { groupKindText, parseApiVersion, versionOfObject } from "../../../../protocol/gvk.ts";
import { metadataOf, namespacedName } from "../../../../protocol/object-metadata.ts";
import {
  type DeclaredSchemas,
  declaredSchemas,
} from "../../../../service/recording/declared-schemas.ts";
import { objectYaml } from "../../../server/object-yaml.ts";
import { faultLines } from "../../convert/object-fault.ts";
import { problemText } from "../live-kinds.ts";
import { maskedObject, withoutValues } from "./masked-object.ts";
import type { ObjectView, VersionView } from "./page-state.ts";

/** Masks objects and shows them in the versions of their kinds. */
export interface ObjectViewer {
  /** The object with values masked that may be secret, and these values; undefined if its kind is not served. */
  readonly masked: (object: JsonObject) => SafeObject | undefined;
  /** A masked object in each version of its kind; undefined if its kind is not served. */
  readonly view: (object: JsonObject) => ObjectView | undefined;
}

/** A masked object, which may be kept in memory, and the values that were masked, which must not be. */
interface SafeObject {
  readonly object: ReviewObject;
  readonly values: ReadonlySet<string>;
}

/** A viewer for objects of these kinds. Throws IncompleteRegistry if the kinds can't be served together. */
export function objectViewer(kinds: readonly Kind[]): ObjectViewer {
  const known: MaskedKinds = {
    kinds,
    registry: conversionRegistry(kinds),
    schemas: declaredSchemas(kinds),
  };
  const masked = (object: JsonObject): SafeObject | undefined => {
    const kind = kindOf(object, kinds);
    return kind && safeObject(object, kind, known);
  };
  return {
    masked,
    view: (object) => {
      // Masked again, because a rule that was written since may move a value to a field whose name suggests a secret.
      const safe = masked(object);
      const kind = safe && kindOf(safe.object, kinds);
      return safe && kind && viewOf(safe.object, kind, known);
    },
  };
}

interface MaskedKinds {
  readonly kinds: readonly Kind[];
  readonly registry: ConversionRegistry;
  readonly schemas: DeclaredSchemas;
}

function kindOf(object: JsonObject, kinds: readonly Kind[]): Kind | undefined {
  if (!isReviewObject(object)) return undefined;
  const group = parseApiVersion(object.apiVersion)?.group;
  return kinds.find((each) => each.kind === object.kind && each.group === group);
}

/**
 * Masks values by the field names of every version, because a field called `password` in one version may have another name in
 * the object's version. Everything that the page shows is computed from the result, so that a masked value can't appear in any
 * form, nor in an annotation.
 */
function safeObject(object: JsonObject, kind: Kind, known: MaskedKinds): SafeObject | undefined {
  const own = maskedAt(object, known);
  const values = new Set(own.values);
  if (!isReviewObject(own.object)) return undefined;
  for (const version of kind.versions) {
    const { object: converted } = convertedTo(own.object, kind, version, known);
    if (converted === undefined) continue;
    for (const value of maskedAt(converted, known).values) values.add(value);
  }
  const safe = withoutValuesOutsideNames(own.object, values);
  return { object: safe, values };
}

function maskedAt(object: JsonObject, { schemas }: MaskedKinds): ReturnType<typeof maskedObject> {
  const type = isReviewObject(object) ? parseApiVersion(object.apiVersion) : undefined;
  const schema = type && schemas.schemaOf({ ...type, kind: String(member(object, "kind")) });
  return maskedObject(object, schema);
}

/** Masks values in an object, except in its type, name and namespace, so that the object can be found. */
function withoutValuesOutsideNames(
  object: ReviewObject,
  values: ReadonlySet<string>,
): ReviewObject {
  const { apiVersion, kind, ...rest } = object;
  const masked = withoutValues(rest, values);
  const { metadata } = isObject(masked) ? masked : {};
  const name = metadataOf(object);
  const kept = Object.fromEntries(
    ["name", "namespace"].flatMap((key) => {
      const value = member(name, key);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
  return {
    ...(isObject(masked) && masked),
    ...(isObject(metadata) && { metadata: { ...metadata, ...kept } }),
    apiVersion,
    kind,
  };
}

interface ConvertedView {
  readonly object: JsonObject | undefined;
  readonly notes: readonly string[];
}

function convertedTo(
  object: ReviewObject,
  kind: Kind,
  version: string,
  { registry }: MaskedKinds,
): ConvertedView {
  const notes: string[] = [];
  const desired = { group: kind.group, version };
  const allowance = new Allowance({ validators: objectValidators });
  try {
    const result = convertObject(registry, object, desired, allowance, (remarks) =>
      notes.push(...remarkNotes(remarks)),
    );
    if (result.ok) return { object: result.value, notes };
    return {
      object: undefined,
      notes: [faultLines(result.error, kind, object, version).join("\n")],
    };
  } catch (fault) {
    return { object: undefined, notes: [problemText(fault)] };
  }
}

/** Notes on values that a conversion could not parse, rounded, held back or lost, and on an error of a hook. */
function remarkNotes({
  unparsed,
  rounded,
  heldBack,
  lost,
  thrown,
}: ConversionRemarks): readonly string[] {
  return [
    ...unparsed.map((path) => `${path} can't be parsed and is preserved`),
    ...rounded.map((path) => `${path} is rounded, and the exact value preserved`),
    ...(heldBack > 0 ? [`preserved values that are held back: ${heldBack}`] : []),
    ...lost.map((path) => `${path} does not fit the annotations and is lost`),
    ...(thrown === undefined ? [] : [problemText(thrown)]),
  ];
}

function viewOf(object: ReviewObject, kind: Kind, known: MaskedKinds): ObjectView {
  return {
    kind: groupKindText(kind),
    name: namespacedName(object) || "(no name)",
    version: versionOfObject(object),
    versions: kind.versions.map((version): VersionView => {
      const { object: shown, notes } = convertedTo(object, kind, version, known);
      return { name: version, text: shown && objectYaml(shown), notes };
    }),
  };
}
