import {
  assign,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import type { LawFault } from "../law-result.ts";
import { bodyOf } from "../samples/object-body.ts";
import { writtenObjects } from "../samples/written-objects.ts";
import type { Subject } from "../subject.ts";
import { tokenText } from "./fresh-value.ts";
import { schemaWords } from "./schema-words.ts";

/** The replacement for a value that may not be shown. */
const mask = "***";

/** The fewest characters of a text that a webhook can't have returned by coincidence. */
const leastTelling = 5;

/**
 * The texts in the bodies of samples and examples that could reveal something: those with at least {@link leastTelling}
 * characters that are not words of the definition. Metadata is left out: many objects share its texts, and laws write some of
 * them too.
 */
export function givenTexts(subject: Subject): ReadonlySet<string> {
  const words = schemaWords(subject);
  const texts = new Set<string>();
  for (const { object } of writtenObjects(subject)) {
    masked(bodyOf(object), (token) => {
      const isTelling = typeof token === "string" && token.length >= leastTelling;
      if (isTelling && !words.has(token)) texts.add(tokenText(token));
      return true;
    });
  }
  return texts;
}

/**
 * A fault with generated objects, in which texts of samples and examples are masked unless they are in `shown`: a webhook may
 * have copied them from an earlier review.
 */
export function withMaskedSampleTexts(
  fault: LawFault,
  given: ReadonlySet<string>,
  shown: ReadonlySet<string>,
): LawFault {
  return maskedFault(fault, (token) => {
    const text = tokenText(token);
    return shown.has(text) || !given.has(text);
  });
}

/**
 * A fault with samples or examples, in which everything is masked except words of the definition, the empty text, zero, and
 * values in `shown`.
 */
export function withOnlyShown(
  fault: LawFault,
  subject: Subject,
  shown: ReadonlySet<string>,
): LawFault {
  const words = schemaWords(subject);
  return maskedFault(fault, (token) => {
    const isWord = token === "" || token === 0 || (typeof token === "string" && words.has(token));
    return isWord || shown.has(tokenText(token));
  });
}

type MayShow = (token: JsonValue) => boolean;

function maskedFault(fault: LawFault, mayShow: MayShow): LawFault {
  let isMasked = false;
  const noted: MayShow = (token) => {
    const isShown = mayShow(token);
    isMasked ||= !isShown;
    return isShown;
  };
  const { before, after, returned } = fault;
  const objects = {
    before: maskedMap(before, noted),
    ...(after !== undefined && { after: maskedMap(after, noted) }),
    ...(returned !== undefined && { returned: maskedMap(returned, noted) }),
  };
  return isMasked ? { ...objects, explanation: mask, isMasked: true } : fault;
}

/** A value with the mask in place of each text, number and name that may not be shown. */
function masked(value: JsonValue, mayShow: MayShow): JsonValue {
  if (isArray(value)) return value.map((item) => masked(item, mayShow));
  if (value === null || typeof value === "boolean") return value;
  if (isObject(value)) return maskedMap(value, mayShow);
  return mayShow(value) ? value : mask;
}

function maskedMap(object: JsonObject, mayShow: MayShow): JsonObject {
  const map: MutableJsonObject = {};
  for (const [name, value] of Object.entries(object)) {
    assign(map, mayShow(name) ? name : unusedName(map), masked(value, mayShow));
  }
  return map;
}

/** The mask as a name that the map does not have yet: `***`, `***2`, `***3` … */
function unusedName(map: JsonObject): string {
  let name = mask;
  for (let count = 2; Object.hasOwn(map, name); count++) name = `${mask}${count}`;
  return name;
}
