import { convertObject } from "../../../conversion/convert-object.ts";
import type { ConversionRegistry } from "../../../conversion/registry.ts";
import { Allowance } from "../../../converter/allowance.ts";
import { objectValidators } from "../../../crd/validator/object-validators.ts";
import { equal } from "../../../json/equal.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../../json/value.ts";
import type { Kind } from "../../../kind/kind.ts";
import { type ConversionStep, stepsBetween } from "../../../kind/kind-steps.ts";
import { isReviewObject } from "../../../protocol/conversion-review.ts";
import { versionOfObject } from "../../../protocol/gvk.ts";
import { comparedObject } from "../../../verify/compared-object.ts";
import { withoutStash } from "../../../verify/round-trip-fault.ts";
import { bodyOf } from "../../../verify/samples/object-body.ts";
import type { ManifestFile } from "../../files/read-manifests.ts";
import type { ConvertedObject } from "./convert-documents.ts";
import { nameOfObject } from "./object-fault.ts";

/** Removes preserved values from all objects of a file: their conversion then depends only on values that an example shows. */
export function withoutPreservedValues(file: ManifestFile, kinds: readonly Kind[]): ManifestFile {
  const groups = [...new Set(kinds.map(({ group }) => group))];
  const plain = (value: JsonValue): JsonValue => {
    if (isArray(value)) return value.map(plain);
    if (!isObject(value)) return value;
    const bare = groups.reduce<JsonObject>(withoutStash, value);
    const items = member(bare, "items");
    return isArray(items) ? { ...bare, items: items.map(plain) } : bare;
  };
  return { ...file, documents: file.documents.map(plain) };
}

/** Examples in the form that `conversion.yaml` has, and a text for each object that can't be an example. */
interface WrittenExamples {
  readonly documents: readonly JsonObject[];
  readonly faults: readonly string[];
}

/** Turns each converted object into an example, in order. An object is left out unless exactly one step joins its versions. */
export function examplesOf(
  converted: readonly ConvertedObject[],
  registry: ConversionRegistry,
): WrittenExamples {
  const documents: JsonObject[] = [];
  const faults: string[] = [];
  for (const object of converted) {
    const found = exampleStep(object);
    if (typeof found === "string") {
      faults.push(`${object.location}: ${nameOfObject(object.before)}: ${found}`);
    } else documents.push(exampleOf(object, found, registry));
  }
  return { documents, faults };
}

/**
 * The single conversion step between an object's two versions. If there is no step or more than one, a text that says why
 * the object can't be an example.
 */
function exampleStep({ kind, before, after }: ConvertedObject): ConversionStep | string {
  const [from, to] = [versionOfObject(before), versionOfObject(after)];
  if (from === to) return `it is at ${to} already, and an example needs two versions`;
  const [step, ...more] = stepsBetween(kind, from, to);
  const [next] = more;
  if (step === undefined || next === undefined)
    return step ?? `no conversion joins ${from} and ${to}`;
  return `no single lens joins ${from} and ${to}, so they can't be an example: give --to ${step.to}, the next version`;
}

function exampleOf(
  { kind, before, after }: ConvertedObject,
  { side, from, to }: ConversionStep,
  registry: ConversionRegistry,
): JsonObject {
  const { group } = kind;
  const source = { [from]: exampleObject(before, group) };
  const target = { [to]: exampleObject(after, group) };
  const [older, newer] = side === "from" ? [source, target] : [target, source];
  const way = returnsToSource({ before, after, group, from }, registry)
    ? {}
    : { way: side === "from" ? "forth" : "back" };
  return { ...older, ...newer, ...way };
}

interface BothObjects {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly group: string;
  readonly from: string;
}

/** True if the converted object, without its preserved values, converts back to the source object. */
function returnsToSource(
  { before, after, group, from }: BothObjects,
  registry: ConversionRegistry,
) {
  const bare = withoutStash(after, group);
  if (!isReviewObject(bare)) return false;
  const allowance = new Allowance({ validators: objectValidators });
  const back = convertObject(registry, bare, { group, version: from }, allowance);
  return back.ok && equal(comparedObject(back.value, group), comparedObject(before, group));
}

/** An annotation in which `kubectl apply` stores the manifest; an example leaves it out. */
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/** An object as an example shows it: no apiVersion, kind or preserved values; of metadata only what an author writes. */
function exampleObject(object: JsonObject, group: string): JsonObject {
  const metadata = member(withoutStash(object, group), "metadata");
  if (!isObject(metadata)) return bodyOf(object);
  const { name, namespace, labels, annotations } = metadata;
  const own = isObject(annotations)
    ? Object.fromEntries(Object.entries(annotations).filter(([key]) => key !== lastApplied))
    : {};
  const written = {
    ...(name !== undefined && { name }),
    ...(namespace !== undefined && { namespace }),
    ...(labels !== undefined && { labels }),
    ...(Object.keys(own).length > 0 && { annotations: own }),
  };
  return { ...(Object.keys(written).length > 0 && { metadata: written }), ...bodyOf(object) };
}
