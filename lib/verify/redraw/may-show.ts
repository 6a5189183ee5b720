import { bodyOf } from "../samples/object-body.ts";
import { writtenObjects } from "../samples/written-objects.ts";
import type { Subject } from "../subject.ts";
import { tokenText } from "./fresh-value.ts";
import { type MayShowMessage, type MayShowToken, maskedValue } from "./masked-value.ts";
import { schemaWords } from "./schema-words.ts";

/**
 * The fewest characters of a text that a webhook can't have returned by coincidence. The number is a choice: texts of four
 * characters or fewer are often numbers, units and short words.
 */
const leastRevealing = 5;

/**
 * What may be shown of a fault with generated objects: all but texts of samples and examples, unless they are in `shown`. A
 * webhook may have copied them from an earlier review.
 */
export function mayShowGenerated(subject: Subject, shown: ReadonlySet<string>): MayShowToken {
  const given = givenTexts(subject);
  return (token) => shown.has(tokenText(token)) || typeof token !== "string" || !given.has(token);
}

/**
 * Returns a test that is false for a message with a text of a sample or example: a webhook may have copied it from an earlier
 * review. Texts of letters only are ignored, since the laws' own messages may have these words.
 */
export function mayShowMessage(subject: Subject): MayShowMessage {
  const given = [...givenTexts(subject)].filter((text) => !/^[A-Za-z]*$/.test(text));
  return (message) => !given.some((text) => message.includes(text));
}

/**
 * The texts in the bodies of samples and examples that could reveal something: those with at least {@link leastRevealing}
 * characters that are not words of the CRD. Metadata is left out: many objects share its texts, and laws write some of
 * them too.
 */
function givenTexts(subject: Subject): ReadonlySet<string> {
  const words = schemaWords(subject);
  const texts = new Set<string>();
  for (const { object } of writtenObjects(subject)) {
    maskedValue(bodyOf(object), (token) => {
      const isRevealing = typeof token === "string" && token.length >= leastRevealing;
      if (isRevealing && !words.has(token)) texts.add(token);
      return true;
    });
  }
  return texts;
}

/** What may be shown of a fault with samples or examples: words of the CRD, the empty text, zero, and values in `shown`. */
export function mayShowSchemaWords(subject: Subject, shown: ReadonlySet<string>): MayShowToken {
  const words = schemaWords(subject);
  return (token) => {
    const isWord = token === "" || token === 0 || (typeof token === "string" && words.has(token));
    return isWord || shown.has(tokenText(token));
  };
}
