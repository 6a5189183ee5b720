import type { JsonObject, JsonValue } from "../../json/value.ts";

// A CustomResourceDefinition in canonical form (see wire-type.ts): an absent member stands for the server's zero value,
// and members that the server always writes are present.

/**
 * A whole CustomResourceDefinition.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/v1/types.go.
 */
export interface Crd extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly spec: CrdSpec;
  readonly status: CrdStatus;
}

/** The `metadata` of any object. */
export interface ObjectMeta extends JsonObject {
  readonly name?: string;
  readonly generateName?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number | bigint;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number | bigint;
  readonly labels?: { readonly [key: string]: string };
  readonly annotations?: { readonly [key: string]: string };
  readonly ownerReferences?: readonly OwnerReference[];
  readonly finalizers?: readonly string[];
  readonly managedFields?: readonly ManagedFieldsEntry[];
}

/** An entry of `metadata.ownerReferences`. */
export interface OwnerReference extends JsonObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly controller?: boolean;
}

/** An entry of `metadata.managedFields`, without its field sets. */
export interface ManagedFieldsEntry extends JsonObject {
  readonly manager?: string;
  readonly operation?: string;
  readonly fieldsType?: string;
  readonly subresource?: string;
}

/** The `spec`. `versions` is null if a definition omits it. */
export interface CrdSpec extends JsonObject {
  readonly group: string;
  readonly names: CrdNames;
  readonly scope: string;
  readonly versions: readonly CrdSpecVersion[] | null;
  readonly conversion?: CrdConversion;
  readonly preserveUnknownFields?: boolean;
}

/** Used for `spec.names` and `status.acceptedNames`. */
export interface CrdNames extends JsonObject {
  readonly plural: string;
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly kind: string;
  readonly listKind?: string;
  readonly categories?: readonly string[];
}

/** An entry of `spec.versions`. */
export interface CrdSpecVersion extends JsonObject {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: CrdValidation;
  readonly subresources?: CrdSubresources;
  readonly additionalPrinterColumns?: readonly CrdColumn[];
  readonly selectableFields?: readonly SelectableField[];
}

/** The `schema` of a version. */
export interface CrdValidation extends JsonObject {
  readonly openAPIV3Schema?: JsonSchemaProps;
}

/** The `subresources` of a version. An empty `status` enables /status. */
export interface CrdSubresources extends JsonObject {
  readonly status?: JsonObject;
  readonly scale?: CrdScale;
}

/** The `subresources.scale` of a version, with paths such as `.spec.replicas`. */
interface CrdScale extends JsonObject {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

/** An entry of a version's `additionalPrinterColumns`. */
export interface CrdColumn extends JsonObject {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
}

/** An entry of a version's `selectableFields`. */
export interface SelectableField extends JsonObject {
  readonly jsonPath: string;
}

/** `spec.conversion`. */
interface CrdConversion extends JsonObject {
  readonly strategy: string;
  readonly webhook?: WebhookConversion;
}

/** `spec.conversion.webhook`. */
export interface WebhookConversion extends JsonObject {
  readonly clientConfig?: WebhookClientConfig;
  readonly conversionReviewVersions: readonly string[] | null;
}

/** The `clientConfig` of the conversion webhook: a URL or a service. */
export interface WebhookClientConfig extends JsonObject {
  readonly url?: string;
  readonly service?: ServiceReference;
  /** PEM, encoded in base64. */
  readonly caBundle?: string;
}

/** The `service` of a client config. `port` is 443 by default. */
export interface ServiceReference extends JsonObject {
  readonly namespace: string;
  readonly name: string;
  readonly path?: string;
  readonly port?: number;
}

/**
 * The `status`, which the server writes.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/v1/types.go.
 */
export interface CrdStatus extends JsonObject {
  readonly conditions: readonly CrdCondition[] | null;
  readonly acceptedNames: CrdNames;
  readonly storedVersions: readonly string[];
}

/** An entry of `status.conditions`. */
interface CrdCondition extends JsonObject {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/**
 * A JSON schema (`openAPIV3Schema` or one within it).
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/v1/types_jsonschema.go.
 */
export interface JsonSchemaProps extends JsonObject {
  readonly id?: string;
  readonly $schema?: string;
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly default?: JsonValue;
  readonly uniqueItems?: boolean;
  readonly required?: readonly string[];
  /** The server refuses a list of schemas. Decoding replaces a value that is neither a schema nor a list by an empty list. */
  readonly items?: JsonSchemaProps | readonly JsonSchemaProps[];
  readonly allOf?: readonly JsonSchemaProps[];
  readonly oneOf?: readonly JsonSchemaProps[];
  readonly anyOf?: readonly JsonSchemaProps[];
  readonly not?: JsonSchemaProps;
  readonly properties?: SchemasByName;
  readonly additionalProperties?: JsonSchemaProps | boolean;
  readonly patternProperties?: SchemasByName;
  readonly dependencies?: { readonly [name: string]: JsonSchemaProps | readonly string[] };
  readonly additionalItems?: JsonSchemaProps | boolean;
  readonly definitions?: SchemasByName;
  readonly "x-kubernetes-preserve-unknown-fields"?: boolean;
  readonly "x-kubernetes-embedded-resource"?: boolean;
  readonly "x-kubernetes-int-or-string"?: boolean;
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly "x-kubernetes-list-type"?: string;
  readonly "x-kubernetes-map-type"?: string;
  readonly "x-kubernetes-validations"?: readonly SchemaRule[];
}

/** Schemas by name, as in `properties`. */
export interface SchemasByName extends JsonObject {
  readonly [name: string]: JsonSchemaProps;
}

/** An entry of `x-kubernetes-validations`. */
export interface SchemaRule extends JsonObject {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}
