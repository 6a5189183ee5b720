import { equal } from "../../../json/equal.ts";
import type { JsonValue } from "../../../json/value.ts";
import { stringify } from "../../../json/write.ts";
import { formatCheck } from "../../../schema/formats/formats.ts";
import type {
  NestedValueValidation,
  Structural,
  ValueValidation,
} from "../../../schema/structural/structural.ts";
import type { SchemaNode } from "../../language/schema-node.ts";
import { sameForm } from "./same-form.ts";
import { boundMisfit, counted, isNullable } from "./value-fit.ts";

/** What a place refuses of what another place allows: its type, a word, what a bound says, or what a junctor may say. */
export type Narrowing =
  | { readonly type: "type" }
  | { readonly type: "word"; readonly word: JsonValue }
  | { readonly type: "bound"; readonly text: string }
  | { readonly type: "junctor"; readonly junctor: Junctor };

/** A keyword whose branches restrict. */
export type Junctor = "allOf" | "anyOf" | "oneOf" | "not";

/** What one place itself refuses of what another allows; members and items are not looked at. */
export function narrowings(wide: SchemaNode, narrow: SchemaNode): readonly Narrowing[] {
  if (wide === narrow || narrow === "free" || wide === "none") return [];
  if (narrow === "none") return [{ type: "type" }];
  const form = wide === "free" ? anything : wide;
  const type = typeNarrowing(form, narrow);
  if (type !== undefined) return [type];
  return [
    ...nullNarrowing(form, narrow),
    ...openNarrowing(form, narrow),
    ...valueNarrowings(form, narrow),
    ...listNarrowing(form, narrow),
    ...junctorNarrowings(form, narrow),
  ];
}

const anything: Structural = {
  type: "",
  nullable: true,
  x: { preserveUnknownFields: true, embeddedResource: false, intOrString: false },
};

function bound(text: string): Narrowing {
  return { type: "bound", text };
}

type Kind = Structural["type"] | "int-or-string";

function kindOf({ type, x }: Structural): Kind {
  return x.intOrString ? "int-or-string" : type;
}

/** Kinds whose values are among those of the kind. */
const within: Readonly<Partial<Record<Kind, readonly Kind[]>>> = {
  number: ["integer"],
  "int-or-string": ["integer", "string"],
};

function typeNarrowing(wide: Structural, narrow: Structural): Narrowing | undefined {
  const [from, to] = [kindOf(wide), kindOf(narrow)];
  if (from === to || to === "" || within[to]?.includes(from) === true) return undefined;
  const isPart = from === "" || within[from]?.includes(to) === true;
  return isPart ? bound(`${to} only`) : { type: "type" };
}

function nullNarrowing(wide: Structural, narrow: Structural): readonly Narrowing[] {
  return isNullable(wide) && !isNullable(narrow) ? [bound("no null")] : [];
}

function openNarrowing(wide: Structural, narrow: Structural): readonly Narrowing[] {
  if (wide.x.embeddedResource !== narrow.x.embeddedResource && narrow.x.embeddedResource) {
    return [bound("a resource with apiVersion, kind and metadata")];
  }
  const isOpen = wide.x.preserveUnknownFields || wide.x.embeddedResource;
  const staysOpen = narrow.x.preserveUnknownFields || narrow.x.embeddedResource;
  return isOpen && !staysOpen ? [bound("only the fields that it declares")] : [];
}

function valueNarrowings(wide: Structural, narrow: Structural): readonly Narrowing[] {
  const [from, to] = [wide.validation ?? {}, narrow.validation ?? {}];
  if (from.enum !== undefined) return wordNarrowings(from.enum, to);
  if (to.enum !== undefined) return [bound(wordsText(to.enum))];
  return [...numberNarrowings(from, to), ...sizeNarrowings(from, to), ...textNarrowings(from, to)];
}

function wordsText(words: readonly JsonValue[]): string {
  return `only ${words.map((word) => stringify(word)).join(", ")}`;
}

function wordNarrowings(words: readonly JsonValue[], to: ValueValidation): readonly Narrowing[] {
  return words.flatMap((word): readonly Narrowing[] => {
    if (word === null) return [];
    if (to.enum !== undefined && !to.enum.some((other) => equal(word, other))) {
      return [{ type: "word", word }];
    }
    const misfit = boundMisfit(to, word);
    return misfit === undefined ? [] : [bound(misfit)];
  });
}

interface Limit {
  readonly value: number;
  readonly isExclusive: boolean;
}

function numberNarrowings(from: ValueValidation, to: ValueValidation): readonly Narrowing[] {
  const found: Narrowing[] = [];
  const [least, most] = [lowest(to), highest(to)];
  if (least !== undefined && !isAbove(lowest(from), least))
    found.push(bound(`minimum ${shown(least)}`));
  if (most !== undefined && !isBelow(highest(from), most))
    found.push(bound(`maximum ${shown(most)}`));
  if (
    to.multipleOf !== undefined &&
    !Number.isInteger((from.multipleOf ?? 0.5 * to.multipleOf) / to.multipleOf)
  ) {
    found.push(bound(`multiples of ${to.multipleOf}`));
  }
  return found;
}

function shown({ value, isExclusive }: Limit): string {
  return isExclusive ? `${value}, exclusive` : String(value);
}

function lowest({ minimum, exclusiveMinimum, format }: ValueValidation): Limit | undefined {
  if (minimum !== undefined) return { value: minimum, isExclusive: exclusiveMinimum === true };
  return format === "int32" ? { value: -(2 ** 31), isExclusive: false } : undefined;
}

function highest({ maximum, exclusiveMaximum, format }: ValueValidation): Limit | undefined {
  if (maximum !== undefined) return { value: maximum, isExclusive: exclusiveMaximum === true };
  return format === "int32" ? { value: 2 ** 31 - 1, isExclusive: false } : undefined;
}

function isAbove(own: Limit | undefined, limit: Limit): boolean {
  if (own === undefined) return false;
  return (
    own.value > limit.value ||
    (own.value === limit.value && (own.isExclusive || !limit.isExclusive))
  );
}

function isBelow(own: Limit | undefined, limit: Limit): boolean {
  if (own === undefined) return false;
  return (
    own.value < limit.value ||
    (own.value === limit.value && (own.isExclusive || !limit.isExclusive))
  );
}

const sizes = [
  ["minLength", "maxLength", "characters"],
  ["minItems", "maxItems", "items"],
  ["minProperties", "maxProperties", "members"],
] as const;

function sizeNarrowings(from: ValueValidation, to: ValueValidation): readonly Narrowing[] {
  return sizes.flatMap(([least, most, what]) => {
    const found: Narrowing[] = [];
    const [low, high] = [to[least] ?? 0, to[most] ?? Number.POSITIVE_INFINITY];
    if (low > (from[least] ?? 0)) found.push(bound(`at least ${counted(low, what)}`));
    if (high < (from[most] ?? Number.POSITIVE_INFINITY))
      found.push(bound(`at most ${counted(high, what)}`));
    return found;
  });
}

function textNarrowings(from: ValueValidation, to: ValueValidation): readonly Narrowing[] {
  const found: Narrowing[] = [];
  if (to.pattern !== undefined && to.pattern !== from.pattern)
    found.push(bound(`pattern ${to.pattern}`));
  const isChecked = to.format !== undefined && formatCheck(to.format) !== undefined;
  if (isChecked && to.format !== from.format) found.push(bound(`format ${to.format}`));
  return found;
}

function listNarrowing(
  { x: from, validation }: Structural,
  { x: to, validation: bounds }: Structural,
): readonly Narrowing[] {
  if (bounds?.uniqueItems === true && validation?.uniqueItems !== true && from.listType !== "set") {
    return [bound("no item twice")];
  }
  if (to.listType === "set" && from.listType !== "set") return [bound("no item twice")];
  if (to.listType !== "map") return [];
  const isSame = from.listType === "map" && sameForm(keysOf(from), keysOf(to));
  return isSame ? [] : [bound(`no two items of one ${keysOf(to).join(", ")}`)];
}

function keysOf({ listMapKeys = [] }: Structural["x"]): readonly string[] {
  return [...listMapKeys].sort();
}

/** The keywords whose branches restrict. */
export const junctors: readonly Junctor[] = ["allOf", "anyOf", "oneOf", "not"];

function junctorNarrowings(wide: Structural, narrow: Structural): readonly Narrowing[] {
  return junctors.flatMap((junctor): readonly Narrowing[] => {
    const [from, to] = [branchesOf(wide, junctor), branchesOf(narrow, junctor)];
    return to.length === 0 || sameForm(from, to) ? [] : [{ type: "junctor", junctor }];
  });
}

/** The branches of a junctor, without those that only spell int-or-string. */
export function branchesOf(
  { x, validation = {} }: Structural,
  junctor: Junctor,
): readonly NestedValueValidation[] {
  if (junctor === "not") return validation.not === undefined ? [] : [validation.not];
  const branches = validation[junctor] ?? [];
  if (!x.intOrString) return branches;
  if (junctor === "anyOf") return branches.filter((branch) => !isTypeOnly(branch));
  return junctor === "allOf" ? branches.filter((branch) => !isTypeAnyOf(branch)) : branches;
}

function isTypeOnly({ type, ...others }: NestedValueValidation): boolean {
  return type !== undefined && Object.keys(others).length === 0;
}

function isTypeAnyOf({ anyOf, ...others }: NestedValueValidation): boolean {
  return anyOf?.every(isTypeOnly) === true && Object.keys(others).length === 0;
}
