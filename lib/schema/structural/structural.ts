import type { JsonValue } from "../../json/value.ts";

/**
 * A structural schema. Structure (type, properties, items), the keywords that restrict a value (`validation`) and
 * Kubernetes' extensions (`x`) are separate members.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/structural.go.
 */
export interface Structural {
  readonly type: "" | "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly title?: string;
  readonly description?: string;
  readonly nullable: boolean;
  /**
   * Absent if the schema has no default. `default: null` counts as absent, as for all fields that the server decodes.
   */
  readonly default?: JsonValue;
  readonly properties?: ReadonlyMap<string, Structural>;
  readonly items?: Structural;
  /** The schema of all members that are not in `properties`. With a boolean, pruning keeps them, but empties the maps in them. */
  readonly additionalProperties?: Structural | boolean;
  readonly x: StructuralExtensions;
  readonly validation?: ValueValidation;
}

/** The `x-kubernetes-*` keywords. */
export interface StructuralExtensions {
  readonly preserveUnknownFields: boolean;
  readonly embeddedResource: boolean;
  readonly intOrString: boolean;
  readonly listType?: "atomic" | "set" | "map";
  readonly listMapKeys?: readonly string[];
  readonly mapType?: "atomic" | "granular";
  readonly validations?: readonly ValidationRule[];
}

/** An entry of `x-kubernetes-validations`. */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/** The keywords that restrict a value without declaring its structure. Bounds are float64, as on the server. */
export interface ValueValidation {
  readonly format?: string;
  readonly maximum?: number;
  readonly exclusiveMaximum?: boolean;
  readonly minimum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly multipleOf?: number;
  readonly enum?: readonly JsonValue[];
  readonly maxProperties?: number;
  readonly minProperties?: number;
  readonly required?: readonly string[];
  readonly allOf?: readonly NestedValueValidation[];
  readonly anyOf?: readonly NestedValueValidation[];
  readonly oneOf?: readonly NestedValueValidation[];
  readonly not?: NestedValueValidation;
}

/**
 * A schema within a junctor. It restricts values, including members and items, that the schema outside the junctor
 * declares.
 */
export interface NestedValueValidation extends ValueValidation {
  readonly properties?: ReadonlyMap<string, NestedValueValidation>;
  readonly items?: NestedValueValidation;
  readonly additionalProperties?: NestedValueValidation;
  readonly validations?: readonly ValidationRule[];
  /** Allowed only in the two forms of int-or-string. */
  readonly type?: Structural["type"];
}
