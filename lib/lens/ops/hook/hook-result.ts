import { maxDepth } from "../../../json/error.ts";
import { Float } from "../../../json/value.ts";
import { keyText } from "../../language/path.ts";

/** The part of a hook's result that is not JSON: its path below the value, such as `.a[0]`, and what it is. */
interface HookResultFault {
  readonly at: string;
  readonly what: string;
}

/** A part of a hook's result that is still to be checked. */
interface ResultPart {
  readonly value: unknown;
  readonly step: string;
  readonly parent: ResultPart | undefined;
  readonly depth: number;
}

/**
 * The first part found in a value that is not JSON; undefined if all of it is JSON. Undefined members count as absent. Uses its
 * own stack instead of recursion; a value that contains itself is reported when the maximum depth of an object is exceeded.
 */
export function hookResultFault(value: unknown): HookResultFault | undefined {
  const open: ResultPart[] = [{ value, step: "", parent: undefined, depth: 0 }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const what = part.depth > maxDepth ? "a value that contains itself" : nonJsonType(part.value);
    if (what !== undefined) return { at: part.depth > maxDepth ? "" : resultPath(part), what };
    openParts(part, open);
  }
  return undefined;
}

function openParts(parent: ResultPart, open: ResultPart[]): void {
  const { value } = parent;
  if (typeof value !== "object" || value === null || value instanceof Float) return;
  const depth = parent.depth + 1;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      open.push({ value: item, step: `[${index}]`, parent, depth });
    }
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    open.push({ value: member, step: keyText(key), parent, depth });
  }
}

function resultPath({ step, parent }: ResultPart): string {
  const steps = [step];
  for (let above = parent; above !== undefined; above = above.parent) steps.push(above.step);
  return steps.reverse().join("");
}

/** The type of a value that JSON can't hold, for messages; undefined if JSON can hold it. Does not look inside lists and maps. */
function nonJsonType(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
    case "undefined":
      return undefined;
    case "number":
      return Number.isFinite(value) ? undefined : String(value);
    case "bigint":
      return BigInt.asIntN(64, value) === value ? undefined : "an integer of more than 64 bits";
    case "object":
      return value === null ? undefined : nonJsonObject(value);
    default:
      return `a ${typeof value}`;
  }
}

function nonJsonObject(value: object): string | undefined {
  if (Array.isArray(value) || value instanceof Float) return undefined;
  if (value instanceof Promise) return "a promise: a hook must be synchronous";
  const prototype: object | null = Object.getPrototypeOf(value);
  // The prototype of a plain object of another realm is not Object.prototype, but it has no prototype either.
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return isPlain ? undefined : `an instance of ${className(value)}`;
}

function className(value: object): string {
  const name: unknown = typeof value.constructor === "function" ? value.constructor.name : "";
  return typeof name === "string" && /^[\w$]{1,64}$/.test(name) ? name : "a class";
}
