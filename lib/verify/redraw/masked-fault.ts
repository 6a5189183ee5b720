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

/** What stands in the place of a value that may not be shown. */
const mask = "***";

/** Characters of a text from which on it is no coincidence that a webhook returns it. */
const leastTelling = 5;

/**
 * The texts in the bodies of objects that somebody gave, as far as they tell something: longer than a few characters, and not a
 * word of the definition. Metadata has texts that many objects share, also those that laws write.
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

/** A fault of generated objects without texts of given ones, which a webhook may have taken from an earlier review. */
export function withoutGiven(
  fault: LawFault,
  given: ReadonlySet<string>,
  shown: ReadonlySet<string>,
): LawFault {
  return maskedFault(fault, (token) => {
    const text = tokenText(token);
    return shown.has(text) || !given.has(text);
  });
}

/** A fault of given objects in which only declared names, and the values in `shown`, are left. */
export function withoutOthers(
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

/** A value with the mask for each text, number and name that may not be shown. */
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

/** `***`, `***2`, `***3` … */
function unusedName(map: JsonObject): string {
  let name = mask;
  for (let count = 2; Object.hasOwn(map, name); count++) name = `${mask}${count}`;
  return name;
}
