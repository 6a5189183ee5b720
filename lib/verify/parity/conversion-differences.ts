import { equal } from "../../json/equal.ts";
import { mapAt } from "../../json/members.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { type DrawnStep, drawnPathText } from "../draw/path-text.ts";
import { prunedAndDefaulted } from "../pruned-and-defaulted.ts";
import { comparableForm } from "../round-trip-fault.ts";
import { bodyOf } from "../samples/object-body.ts";
import type { SubjectVersion } from "../subject.ts";
import type { Exchange } from "../webhook/exchange.ts";
import {
  type FieldDifference,
  type FieldDifferenceKind,
  fieldDifferences,
  type SameMeaning,
} from "./field-differences.ts";

/**
 * How two webhooks differ. `missing`, `added`, `changed`: a field. `refused`: only the new webhook refuses the object.
 * `malformed`: kube-apiserver does not accept the new webhook's response, but accepts the old one's. `converted`: only the new
 * webhook converts the object.
 */
export type ParityKind = FieldDifferenceKind | "refused" | "malformed" | "converted";

/**
 * Why a difference is harmless: both values mean the same ({@link SameMeaning}); `server`: pruning and defaults remove it;
 * `preserved`: an annotation that only one webhook added, perhaps for preserved values; `newly-converted`: the old webhook failed
 * to convert.
 */
export type HarmlessReason = SameMeaning | "server" | "preserved" | "newly-converted";

/** One difference between the two webhooks. */
export interface ParityDifference {
  /** The field; empty for the object as a whole. */
  readonly at: readonly DrawnStep[];
  /** The text of `at`, as {@link differencePath} writes it. */
  readonly path: string;
  readonly kind: ParityKind;
  /** Absent for a difference that counts. */
  readonly harmless?: HarmlessReason;
  readonly old: JsonValue | undefined;
  readonly new: JsonValue | undefined;
}

/** The responses of both webhooks for one object. */
export interface ExchangePair {
  /** The object before the first conversion. */
  readonly source: ReviewObject;
  readonly old: Exchange;
  readonly new: Exchange;
  readonly version: SubjectVersion;
}

/** How two responses for one object differ. Empty if neither converts the object, unless only the new response is malformed. */
export function conversionDifferences(both: ExchangePair): readonly ParityDifference[] {
  const { old: oldExchange, new: newExchange } = both;
  if (oldExchange.type === "converted" && newExchange.type === "converted") {
    const [oldObject, newObject] = [oldExchange.accepted[0], newExchange.accepted[0]];
    if (oldObject === undefined || newObject === undefined) return [];
    return objectDifferences(both, oldObject, newObject);
  }
  if (newExchange.type === "converted") {
    const difference = wholeObject("converted", failureText(oldExchange), "converted");
    return [{ ...difference, harmless: "newly-converted" }];
  }
  if (newExchange.type === "refused") {
    if (oldExchange.type !== "converted") return [];
    return [wholeObject("refused", "converted", failureText(newExchange))];
  }
  if (oldExchange.type === "crashed") return [];
  return [wholeObject("malformed", failureText(oldExchange), failureText(newExchange))];
}

function wholeObject(kind: ParityKind, oldText: string, newText: string): ParityDifference {
  return { at: [], path: "", kind, old: oldText, new: newText };
}

function failureText(exchange: Exchange): string {
  if (exchange.type === "refused") return `refused: ${exchange.message}`;
  return exchange.type === "crashed" ? `malformed: ${exchange.fault.message}` : "converted";
}

function objectDifferences(
  { source, version }: ExchangePair,
  oldObject: ReviewObject,
  newObject: ReviewObject,
): readonly ParityDifference[] {
  const storedOld = prunedAndDefaulted(oldObject, version);
  const storedNew = prunedAndDefaulted(newObject, version);
  const stored = [...fieldDifferences(bodyOf(storedOld), bodyOf(storedNew), version.schema)];
  return [
    ...stored.map(withReason),
    ...prunedDifferences(oldObject, newObject, { version, stored }),
    ...metadataDifferences(source, storedOld, storedNew),
  ];
}

function withReason({ meaning, ...difference }: FieldDifference): ParityDifference {
  return { ...difference, ...(meaning !== undefined && { harmless: meaning }) };
}

/** Differences in the responses that pruning and defaults remove. */
function prunedDifferences(
  oldObject: ReviewObject,
  newObject: ReviewObject,
  {
    version,
    stored,
  }: { readonly version: SubjectVersion; readonly stored: readonly FieldDifference[] },
): readonly ParityDifference[] {
  const known = new Set(stored.map(({ path }) => path));
  const isKnown = (path: string): boolean =>
    known.has(path) ||
    stored.some((each) => isPathTextBelow(each.path, path) || isPathTextBelow(path, each.path));
  return [...fieldDifferences(bodyOf(oldObject), bodyOf(newObject), version.schema)].flatMap(
    ({ meaning, ...difference }): readonly ParityDifference[] =>
      isKnown(difference.path) ? [] : [{ ...difference, harmless: meaning ?? "server" }],
  );
}

function isPathTextBelow(path: string, above: string): boolean {
  return (
    path.startsWith(`${above}.`) || path.startsWith(`${above}[`) || path.startsWith(`${above}{`)
  );
}

/** Differences in labels and annotations. kube-apiserver ignores all other metadata of a response. */
function metadataDifferences(
  source: ReviewObject,
  oldObject: ReviewObject,
  newObject: ReviewObject,
): readonly ParityDifference[] {
  const oldMetadata = mapAt(comparableForm(oldObject), "metadata");
  const newMetadata = mapAt(comparableForm(newObject), "metadata");
  return ["labels", "annotations"].flatMap((name) => {
    const sourceMap = mapAt(mapAt(source, "metadata"), name);
    const [oldMap, newMap] = [mapAt(oldMetadata, name), mapAt(newMetadata, name)];
    return [...new Set([...Object.keys(oldMap), ...Object.keys(newMap)])].flatMap((key) =>
      keyDifference({ name, key, sourceMap, oldMap, newMap }),
    );
  });
}

interface MetadataKey {
  /** The member of metadata: `labels` or `annotations`. */
  readonly name: string;
  readonly key: string;
  readonly sourceMap: JsonObject;
  readonly oldMap: JsonObject;
  readonly newMap: JsonObject;
}

function keyDifference({
  name,
  key,
  sourceMap,
  oldMap,
  newMap,
}: MetadataKey): readonly ParityDifference[] {
  const { [key]: oldValue } = oldMap;
  const { [key]: newValue } = newMap;
  if (equal(oldValue, newValue)) return [];
  const kind = newValue === undefined ? "missing" : oldValue === undefined ? "added" : "changed";
  const isPreserved = name === "annotations" && sourceMap[key] === undefined && kind !== "changed";
  const at = ["metadata", name, key];
  const difference = { at, path: differencePath(at), kind, old: oldValue, new: newValue } as const;
  return [{ ...difference, ...(isPreserved && { harmless: "preserved" }) }];
}

/** The path of a difference as text: that of a field, or `metadata.labels["key"]`. Empty for the object as a whole. */
export function differencePath(at: readonly DrawnStep[]): string {
  const [member, name, key] = at;
  const isMetadata = member === "metadata" && typeof key === "string";
  return isMetadata ? `metadata.${String(name)}[${JSON.stringify(key)}]` : drawnPathText(at);
}
