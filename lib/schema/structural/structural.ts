import type { JsonValue } from "../../json/value.ts";

/**
 * A structural schema, with separate members for structure (type, properties, items), for the keywords that restrict a value
 * (`validation`) and for Kubernetes' extensions (`x`).
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/v0.36.3/pkg/apiserver/schema/structural.go.
 */
export interface Structural {
  readonly type: "" | "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly title?: string;
  readonly description?: string;
  readonly nullable: boolean;
  /** Absent if there is no default. `default: null` counts as none, as in all fields that the server decodes. */
  readonly default?: JsonValue;
  readonly properties?: ReadonlyMap<string, Structural>;
  readonly items?: Structural;
  /** The schema of all other members, or a boolean; both booleans preserve them. */
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

/** One entry of `x-kubernetes-validations`. */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/** The keywords that restrict a value and declare no structure. Bounds are float64, as in the server. */
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

/** A branch of a junctor. It restricts values, also of members and items, that the schema around it declares. */
export interface NestedValueValidation extends ValueValidation {
  readonly properties?: ReadonlyMap<string, NestedValueValidation>;
  readonly items?: NestedValueValidation;
  readonly additionalProperties?: NestedValueValidation;
  readonly validations?: readonly ValidationRule[];
  /** Allowed inside a junctor in the two int-or-string patterns only. */
  readonly type?: Structural["type"];
}
