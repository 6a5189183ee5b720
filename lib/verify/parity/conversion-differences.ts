import { equal } from "../../json/equal.ts";
import { mapAt } from "../../json/members.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { settled } from "../return.ts";
import { bodyOf } from "../samples/object-body.ts";
import { serverPass } from "../server-pass.ts";
import type { SubjectVersion } from "../subject.ts";
import type { Exchange } from "../webhook/exchange.ts";
import {
  type FieldDifference,
  type FieldDifferenceKind,
  fieldDifferences,
  type SameMeaning,
} from "./field-differences.ts";

/**
 * In what two webhooks differ: a field that is missing, added or changed; `refused`: only the new one refuses the object;
 * `malformed`: only the new one has a response that kube-apiserver does not accept; `converted`: only the new one converts it.
 */
export type ParityKind = FieldDifferenceKind | "refused" | "malformed" | "converted";

/**
 * Why nobody is harmed by a difference: it means the same; the server prunes or defaults it; it is an annotation in which
 * one of the webhooks preserves values; or what could not be converted before can be now.
 */
export type HarmlessReason = SameMeaning | "server" | "preserved" | "newly-converted";

/** One difference between the two webhooks. */
export interface ParityDifference {
  /** Empty for the object as a whole. */
  readonly path: string;
  readonly kind: ParityKind;
  /** Left out for a difference that counts. */
  readonly harmless?: HarmlessReason;
  readonly old: JsonValue | undefined;
  readonly new: JsonValue | undefined;
}

/** What both webhooks made of one object. */
export interface BothExchanges {
  /** The object that the first of the conversions had. */
  readonly source: ReviewObject;
  readonly old: Exchange;
  readonly new: Exchange;
  readonly version: SubjectVersion;
}

/** The differences between what two webhooks made of one object. Where both fail, there is none. */
export function conversionDifferences(both: BothExchanges): readonly ParityDifference[] {
  const { old, new: now } = both;
  if (old.type === "converted" && now.type === "converted") {
    const [one, other] = [old.accepted[0], now.accepted[0]];
    return one === undefined || other === undefined ? [] : objectDifferences(both, one, other);
  }
  if (now.type === "converted") {
    const difference = wholeObject("converted", failureText(old), "converted");
    return [{ ...difference, harmless: "newly-converted" }];
  }
  if (now.type === "refused") {
    return old.type === "converted" ? [wholeObject("refused", "converted", failureText(now))] : [];
  }
  if (old.type === "crashed") return [];
  return [wholeObject("malformed", failureText(old), failureText(now))];
}

function wholeObject(kind: ParityKind, old: string, now: string): ParityDifference {
  return { path: "", kind, old, new: now };
}

function failureText(exchange: Exchange): string {
  if (exchange.type === "refused") return `refused: ${exchange.message}`;
  return exchange.type === "crashed" ? `malformed: ${exchange.fault.message}` : "converted";
}

function objectDifferences(
  { source, version }: BothExchanges,
  old: ReviewObject,
  now: ReviewObject,
): readonly ParityDifference[] {
  const [one, other] = [serverPass(old, version), serverPass(now, version)];
  const stored = [...fieldDifferences(bodyOf(one), bodyOf(other), version.schema)];
  return [
    ...stored.map(withReason),
    ...prunedDifferences(old, now, { version, stored }),
    ...metadataDifferences(source, one, other),
  ];
}

function withReason({ meaning, ...difference }: FieldDifference): ParityDifference {
  return { ...difference, ...(meaning !== undefined && { harmless: meaning }) };
}

/** What differs in the responses alone. */
function prunedDifferences(
  old: ReviewObject,
  now: ReviewObject,
  {
    version,
    stored,
  }: { readonly version: SubjectVersion; readonly stored: readonly FieldDifference[] },
): readonly ParityDifference[] {
  const known = new Set(stored.map(({ path }) => path));
  const isKnown = (path: string): boolean =>
    known.has(path) || stored.some((each) => isBelow(each.path, path) || isBelow(path, each.path));
  return [...fieldDifferences(bodyOf(old), bodyOf(now), version.schema)].flatMap(
    ({ meaning, ...difference }): readonly ParityDifference[] =>
      isKnown(difference.path) ? [] : [{ ...difference, harmless: meaning ?? "server" }],
  );
}

function isBelow(path: string, above: string): boolean {
  return (
    path.startsWith(`${above}.`) || path.startsWith(`${above}[`) || path.startsWith(`${above}{`)
  );
}

/** Labels and annotations: kube-apiserver takes no other metadata from a webhook. */
function metadataDifferences(
  source: ReviewObject,
  old: ReviewObject,
  now: ReviewObject,
): readonly ParityDifference[] {
  const [one, other] = [old, now].map((object) => mapAt(settled(object), "metadata"));
  return ["labels", "annotations"].flatMap((name) => {
    const own = mapAt(mapAt(source, "metadata"), name);
    const [mine, its] = [mapAt(one ?? {}, name), mapAt(other ?? {}, name)];
    return [...new Set([...Object.keys(mine), ...Object.keys(its)])].flatMap((key) =>
      keyDifference({ name, key, own, old: mine, new: its }),
    );
  });
}

interface MetadataKey {
  /** `labels` or `annotations`. */
  readonly name: string;
  readonly key: string;
  readonly own: JsonObject;
  readonly old: JsonObject;
  readonly new: JsonObject;
}

function keyDifference({
  name,
  key,
  own,
  old,
  new: now,
}: MetadataKey): readonly ParityDifference[] {
  const { [key]: mine } = old;
  const { [key]: its } = now;
  if (equal(mine, its)) return [];
  const kind = its === undefined ? "missing" : mine === undefined ? "added" : "changed";
  const isPreserved = name === "annotations" && own[key] === undefined && kind !== "changed";
  const path = `metadata.${name}[${JSON.stringify(key)}]`;
  return [{ path, kind, ...(isPreserved && { harmless: "preserved" }), old: mine, new: its }];
}
