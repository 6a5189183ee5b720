import { assertDefined } from "../../json/invariant.ts";
import { isObject, type JsonValue } from "../../json/value.ts";
import { compileNode, type NumberBounds, type ValidationNode } from "./schema-node.ts";
import { isAllowedString } from "./string-check.ts";
import { isValid } from "./value-check.ts";

/** True only if the value is valid. If false, the full check must decide. */
export type Acceptance = (value: JsonValue) => boolean;

/**
 * Compiles a schema node to a fast test, with one closure for each node and without paths and counters. Most values are
 * valid and pass it; all others get the full check.
 */
export function acceptanceOf(node: ValidationNode): Acceptance {
  const { junctors } = node;
  const rest = junctors === undefined ? node : { ...node, junctors: undefined };
  const accepts = acceptanceOfSelf(rest);
  if (junctors === undefined) return accepts;
  const junctorsOnly = { ...compileNode({}, { re2: undefined }), junctors };
  return (value) => accepts(value) && isValid(junctorsOnly, value);
}

/** The test for a node, ignoring its junctors. */
function acceptanceOfSelf(node: ValidationNode): Acceptance {
  const [type] = node.types;
  if (node.types.length === 1 && type === "string") return textAcceptance(node);
  if (node.enum.length > 0) return (value) => isValid(node, value);
  switch (node.types.length === 1 ? type : "") {
    case "object":
      return objectAcceptance(node);
    case "array":
      return listAcceptance(node);
    case "boolean":
      return (value) => typeof value === "boolean" || isValid(node, value);
    case "integer":
    case "number":
      return numberAcceptance(node);
    default:
      return (value) => isValid(node, value);
  }
}

function textAcceptance(node: ValidationNode): Acceptance {
  const { strings, formatCheck } = node;
  const allowed = node.enum.length > 0 ? new Set(node.enum) : undefined;
  if (strings === undefined && formatCheck === undefined && allowed === undefined) {
    return (value) => typeof value === "string" || isValid(node, value);
  }
  return (value) =>
    typeof value === "string"
      ? (allowed === undefined || allowed.has(value)) &&
        (strings === undefined || isAllowedString(strings, value)) &&
        (formatCheck === undefined || formatCheck(value))
      : isValid(node, value);
}

/** Decides for safe integers if the bounds are safe integers. For other numbers the full check decides. */
function numberAcceptance(node: ValidationNode): Acceptance {
  const { minimum, maximum } = tightestBounds(node);
  return (value) =>
    (typeof value === "number" &&
      Number.isSafeInteger(value) &&
      value >= minimum &&
      value <= maximum) ||
    isValid(node, value);
}

/** The bounds within which every integer is valid; an empty range if a bound is not a safe integer or `multipleOf` is set. */
function tightestBounds({ numbers, format }: ValidationNode): { minimum: number; maximum: number } {
  const limit = format === "int32" ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER;
  if (numbers === undefined) return { minimum: -limit, maximum: limit };
  if (!hasSafeBounds(numbers)) return { minimum: 1, maximum: 0 };
  const { minimum = -limit, maximum = limit, exclusiveMinimum, exclusiveMaximum } = numbers;
  return {
    minimum: Math.max(-limit, minimum + (exclusiveMinimum ? 1 : 0)),
    maximum: Math.min(limit, maximum - (exclusiveMaximum ? 1 : 0)),
  };
}

function hasSafeBounds({ minimum = 0, maximum = 0, multipleOf }: NumberBounds): boolean {
  return multipleOf === undefined && Number.isSafeInteger(minimum) && Number.isSafeInteger(maximum);
}

function objectAcceptance(node: ValidationNode): Acceptance {
  const { additionalProperties, required, minProperties = 0 } = node;
  const { maxProperties = Number.POSITIVE_INFINITY } = node;
  const properties = new Map<string, Acceptance>();
  for (const [name, property] of node.properties) properties.set(name, acceptanceOf(property));
  const others = additionalProperties === false ? acceptsNone : additionalAcceptance(node);
  return (value) => {
    if (!isObject(value)) return isValid(node, value);
    let size = 0;
    for (const name in value) {
      const accepts = properties.get(name) ?? others;
      if (accepts !== undefined && !accepts(assertDefined(value[name], hasValues))) return false;
      size++;
    }
    for (const name of required) if (!Object.hasOwn(value, name)) return false;
    return size >= minProperties && size <= maxProperties;
  };
}

const hasValues = "a map has a value for each of its keys";

function additionalAcceptance({ additionalProperties }: ValidationNode): Acceptance | undefined {
  return additionalProperties ? acceptanceOf(additionalProperties) : undefined;
}

function acceptsNone(): boolean {
  return false;
}

function listAcceptance(node: ValidationNode): Acceptance {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = node;
  const accepts = node.items === undefined ? undefined : acceptanceOf(node.items);
  return (value) => {
    if (!Array.isArray(value) || node.uniqueItems) return isValid(node, value);
    if (value.length < minItems || value.length > maxItems) return false;
    if (accepts === undefined) return true;
    for (const item of value) if (!accepts(item)) return false;
    return true;
  };
}
