import { convertReview } from "../../lib/conversion/convert-review.ts";
import { type CopyThrough, copyThrough } from "../../lib/conversion/copy-through/copy-through.ts";
import type { ConversionRegistry } from "../../lib/conversion/registry.ts";
import type { ConvertibleKind } from "../../lib/converter/convertible-kind.ts";
import { equal } from "../../lib/json/equal.ts";
import { parse, parseBytes } from "../../lib/json/parse.ts";
import type { JsonValue } from "../../lib/json/value.ts";
import { readReview } from "../../lib/protocol/review.ts";
import { type ReviewFacts, reviewFacts, type ServedKinds } from "../../lib/request/review-facts.ts";
import { allowance } from "./allowance.ts";

/** Kinds with the registry that converts them. */
export interface Served {
  readonly kinds: readonly ConvertibleKind[];
  readonly registry: ConversionRegistry;
}

/** The result of one path: the text of its response, and the fields of its log line. */
export interface PathResult {
  readonly text: string;
  readonly objects: number;
  readonly remarks: unknown;
  readonly facts: ReviewFacts;
}

/** The result of the copy-through conversion; undefined if the review has to be parsed. */
export function splicedResult(
  { registry }: Served,
  body: string | Uint8Array,
): PathResult | undefined {
  const copied = copyingOf(registry)(body, allowance());
  if (copied === undefined) return undefined;
  const { objects, remarks, facts } = copied;
  return { text: Buffer.from(copied.body).toString(), objects, remarks, facts };
}

/** One for each registry, as in a service: state that one review left behind would show in the response to the next. */
const copying = new WeakMap<ConversionRegistry, CopyThrough>();

function copyingOf(registry: ConversionRegistry): CopyThrough {
  const known = copying.get(registry) ?? copyThrough(registry);
  copying.set(registry, known);
  return known;
}

/** The result of the conversion that parses the review, or the message of its failure. */
export function parsedResult(
  { kinds, registry }: Served,
  body: string | Uint8Array,
): PathResult | string {
  const parsed = typeof body === "string" ? parse(body) : parseBytes(body);
  if (!parsed.ok) return parsed.error.message;
  const review = readReview(parsed.value, "ConversionReview");
  if (!review.ok) return review.error.message;
  const limits = { requestBytes: Buffer.byteLength(body), allowance: allowance() };
  const { failure, text, objects, remarks } = convertReview(registry, review.value, limits);
  if (failure !== undefined) return failure;
  return { text, objects, remarks, facts: reviewFacts(review.value, knownAmong(kinds)) };
}

/** The first difference between two results; undefined if only white space and the spelling of their texts differ. */
export function differenceOf(one: PathResult, other: PathResult | string): string | undefined {
  if (typeof other === "string") return `the parsed review fails: ${other}; spliced: ${one.text}`;
  const { text, ...rest } = one;
  const { text: otherText, ...others } = other;
  if (!equal(exactly(text), exactly(otherText))) return `${text} is not ${otherText}`;
  const [fields, otherFields] = [JSON.stringify(rest), JSON.stringify(others)];
  return fields === otherFields ? undefined : `${fields} is not ${otherFields}`;
}

function exactly(text: string): JsonValue {
  const parsed = parse(text, { tokens: true });
  if (!parsed.ok) throw new Error(`the response is not JSON: ${parsed.error.message}: ${text}`);
  return parsed.value;
}

function knownAmong(kinds: readonly ConvertibleKind[]): ServedKinds {
  return {
    has: (group, kind, version) =>
      kinds.some((it) => it.group === group && it.kind === kind && it.versions.includes(version)),
  };
}
