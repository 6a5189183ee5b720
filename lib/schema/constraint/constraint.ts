import type { JsonValue } from "../../json/value.ts";
import type { NestedValueValidation, ValidationRule } from "../structural/structural.ts";
import type { SchemaPath } from "./schema-path.ts";

/**
 * The keywords of constraints. Three of them are not keywords of a schema: `unique` stands for lists of type set, for
 * the keys of map lists and for `uniqueItems`; `embedded` for the requirements on embedded resources; `rule` for one
 * entry of `x-kubernetes-validations`.
 */
export const constraintKeywords = [
  "type",
  "nullable",
  "enum",
  "minimum",
  "maximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "pattern",
  "format",
  "unique",
  "embedded",
  "oneOf",
  "anyOf",
  "allOf",
  "not",
  "required",
  "rule",
] as const;

/** One of {@link constraintKeywords}, such as `maxLength` or `rule`. */
export type ConstraintKeyword = (typeof constraintKeywords)[number];

/** Identifies a constraint of a schema by its path and keyword. */
export interface ConstraintName {
  /**
   * The path of the schema that declares the constraint. For `required`, the path of the missing member, as in the
   * server's message.
   */
  readonly path: SchemaPath;
  readonly keyword: ConstraintKeyword;
  /** The rule itself, if the keyword is `rule`. */
  readonly rule?: ValidationRule;
}

/** A minimum or maximum. `isExclusive`: the limit itself is not allowed. */
export interface NumberLimit {
  readonly value: number;
  readonly isExclusive: boolean;
}

/** A keyword and what it requires of a value. */
type ConstraintTerm =
  | { readonly keyword: "type"; readonly value: ConstraintType }
  | { readonly keyword: "nullable"; readonly value: false }
  | { readonly keyword: "enum"; readonly value: readonly JsonValue[] }
  | { readonly keyword: "minimum" | "maximum"; readonly value: NumberLimit }
  | { readonly keyword: SizeKeyword | "multipleOf"; readonly value: number }
  | { readonly keyword: "pattern" | "format"; readonly value: string }
  /** True: all items must be different. A list of names: the items must differ in these members. */
  | { readonly keyword: "unique"; readonly value: true | readonly string[] }
  | { readonly keyword: "embedded"; readonly value: true }
  | { readonly keyword: JunctorKeyword; readonly value: readonly NestedValueValidation[] }
  /** The name of the required member. */
  | { readonly keyword: "required"; readonly value: string }
  | { readonly keyword: "rule"; readonly value: ValidationRule; readonly rule: ValidationRule };

/** A constraint of a schema, and what it requires of a value. */
export type Constraint = ConstraintName & ConstraintTerm;

/** A keyword that limits a length or a count. */
export type SizeKeyword =
  | "minLength"
  | "maxLength"
  | "minItems"
  | "maxItems"
  | "minProperties"
  | "maxProperties";

/** The keywords that combine schemas (junctors). */
export type JunctorKeyword = "oneOf" | "anyOf" | "allOf" | "not";

/** The types that a schema can require. */
export type ConstraintType =
  | "object"
  | "array"
  | "string"
  | "integer"
  | "number"
  | "boolean"
  | "int-or-string";
