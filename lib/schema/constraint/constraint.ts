import type { JsonValue } from "../../json/value.ts";
import type { NestedValueValidation, ValidationRule } from "../structural/structural.ts";
import type { SchemaPath } from "./schema-path.ts";

/**
 * The keywords of a schema that refuse values. `unique`: sets, keys of map lists and `uniqueItems`; `embedded`: what
 * an embedded resource has to have; `rule`: one of `x-kubernetes-validations`.
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

/** The keyword of a schema that a constraint comes from. */
export type ConstraintKeyword = (typeof constraintKeywords)[number];

/** Which constraint of a schema: its place and its keyword. */
export interface ConstraintName {
  /** The place of `required` is the missing member, as in the server's message; of the others the node that has it. */
  readonly path: SchemaPath;
  readonly keyword: ConstraintKeyword;
  /** Of keyword `rule`: which one. */
  readonly rule?: ValidationRule;
}

/** A bound; where it is exclusive, the number may not reach it. */
export interface NumberLimit {
  readonly value: number;
  readonly isExclusive: boolean;
}

/** What a constraint demands, by its keyword. */
type ConstraintTerm =
  | { readonly keyword: "type"; readonly value: ConstraintType }
  | { readonly keyword: "nullable"; readonly value: false }
  | { readonly keyword: "enum"; readonly value: readonly JsonValue[] }
  | { readonly keyword: "minimum" | "maximum"; readonly value: NumberLimit }
  | { readonly keyword: SizeKeyword | "multipleOf"; readonly value: number }
  | { readonly keyword: "pattern" | "format"; readonly value: string }
  /** True: no two equal items. Else the members that no two items may share. */
  | { readonly keyword: "unique"; readonly value: true | readonly string[] }
  | { readonly keyword: "embedded"; readonly value: true }
  | { readonly keyword: JunctorKeyword; readonly value: readonly NestedValueValidation[] }
  /** The member. */
  | { readonly keyword: "required"; readonly value: string }
  | { readonly keyword: "rule"; readonly value: ValidationRule; readonly rule: ValidationRule };

/** A constraint of a schema node with what it demands. */
export type Constraint = ConstraintName & ConstraintTerm;

/** A keyword that limits a length or a count. */
export type SizeKeyword =
  | "minLength"
  | "maxLength"
  | "minItems"
  | "maxItems"
  | "minProperties"
  | "maxProperties";

/** The keywords whose branches restrict. */
export type JunctorKeyword = "oneOf" | "anyOf" | "allOf" | "not";

/** The types that a node may demand. */
export type ConstraintType =
  | "object"
  | "array"
  | "string"
  | "integer"
  | "number"
  | "boolean"
  | "int-or-string";
