import type { JsonValue } from "../../../json/value.ts";
import { InvalidLens } from "../../language/invalid-lens.ts";
import type { SplitRule } from "../../language/rule.ts";
import { type JointCodec, unparsable } from "../codec.ts";
import { isPresent } from "../item-test.ts";
import {
  isReadAsPrinted,
  parseTemplate,
  printParts,
  splitParts,
  type Template,
} from "./template.ts";

/**
 * Splits a text into the parts of a template (`{host}:{port}`), in the order of the template's names, at the last occurrence of
 * each separator. Back, the parts are joined if all are present and their text would be split into the same parts; otherwise
 * there is no text. Null becomes null in every part.
 *
 * Lossy: parts for which there is no text. Errors: throws {@link InvalidLens} for a malformed template.
 */
export function splitCodec({ template: text }: Pick<SplitRule, "template">): JointCodec {
  const template = parseTemplate(text);
  if (template === undefined)
    throw new InvalidLens(`${text} is not a template such as {host}:{port}`);
  return {
    forward: ([value]) => {
      if (!isPresent(value)) return template.names.map(() => value);
      return (typeof value === "string" ? splitParts(template, value) : undefined) ?? unparsable;
    },
    backward: (parts, run) => {
      const text = textOfParts(template, parts);
      if (text === undefined) run.isInexact = true;
      return [text];
    },
    exactForward: true,
    exactBackward: false,
    reportsInexact: true,
  };
}

/** The text that splits into exactly these parts, or null for parts that are all null; undefined if there is none. */
function textOfParts(
  template: Template,
  parts: readonly (JsonValue | undefined)[],
): string | null | undefined {
  if (parts.every(isString)) {
    return isReadAsPrinted(template, parts) ? printParts(template, parts) : undefined;
  }
  return parts.every((part) => part === null) ? null : undefined;
}

function isString(value: JsonValue | undefined): value is string {
  return typeof value === "string";
}

/** The codec of a rule, with the parts in the order in which the rule names their paths. */
export function orderedSplitCodec(data: SplitRule): JointCodec {
  const codec = splitCodec(data);
  const named = Object.keys(typeof data.from === "string" ? data.to : data.from);
  const order = parseTemplate(data.template)?.names ?? [];
  const at = named.map((name) => order.indexOf(name));
  if (named.length === order.length && at.every((index, own) => index === own)) return codec;
  return {
    ...codec,
    forward: (values, run) => {
      const parts = codec.forward(values, run);
      return parts === unparsable ? parts : at.map((index) => parts[index]);
    },
    backward: (values, run) =>
      codec.backward(
        order.map((name) => values[named.indexOf(name)]),
        run,
      ),
  };
}
