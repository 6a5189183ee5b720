/** What the server decodes a value into; `type` is the name that the decoder prints where a value does not fit. */
export type Shape =
  | { readonly kind: "text" | "flag" | "integer"; readonly type: string }
  | { readonly kind: "time" | "any" }
  | { readonly kind: "list"; readonly type: string; readonly items: Shape }
  | { readonly kind: "map"; readonly type: string; readonly values: Shape }
  | {
      readonly kind: "struct";
      /** The name of the struct, which the decoder prints without its package before a field. */
      readonly type: string;
      readonly fields: ReadonlyMap<string, Field>;
    };

/**
 * A field of a struct: whether it is left out when it holds its zero value (`omitted`), always written (`kept`), or left
 * out when it is null only (`pointer`).
 */
export interface Field {
  readonly shape: Shape;
  readonly zero: "omitted" | "kept" | "pointer";
}

const text: Shape = { kind: "text", type: "string" };
const flag: Shape = { kind: "flag", type: "bool" };
const integer: Shape = { kind: "integer", type: "int64" };
const time: Shape = { kind: "time" };
const uid: Shape = { kind: "text", type: "types.UID" };
const texts: Shape = { kind: "list", type: "[]string", items: text };
const textMap: Shape = { kind: "map", type: "map[string]string", values: text };

const ownerReference: Shape = {
  kind: "struct",
  type: "OwnerReference",
  fields: new Map<string, Field>([
    ["apiVersion", { shape: text, zero: "kept" }],
    ["kind", { shape: text, zero: "kept" }],
    ["name", { shape: text, zero: "kept" }],
    ["uid", { shape: uid, zero: "kept" }],
    ["controller", { shape: flag, zero: "pointer" }],
    ["blockOwnerDeletion", { shape: flag, zero: "pointer" }],
  ]),
};

const managedFieldsEntry: Shape = {
  kind: "struct",
  type: "ManagedFieldsEntry",
  fields: new Map<string, Field>([
    ["manager", { shape: text, zero: "omitted" }],
    [
      "operation",
      { shape: { kind: "text", type: "v1.ManagedFieldsOperationType" }, zero: "omitted" },
    ],
    ["apiVersion", { shape: text, zero: "omitted" }],
    ["time", { shape: time, zero: "pointer" }],
    ["fieldsType", { shape: text, zero: "omitted" }],
    ["fieldsV1", { shape: { kind: "any" }, zero: "pointer" }],
    ["subresource", { shape: text, zero: "omitted" }],
  ]),
};

function listOf(items: Shape, type: string): Shape {
  return { kind: "list", type: `[]v1.${type}`, items };
}

/** ObjectMeta. Source: k8s.io/apimachinery@v0.36.3 pkg/apis/meta/v1/types.go. */
export const objectMetaShape: Shape = {
  kind: "struct",
  type: "ObjectMeta",
  fields: new Map<string, Field>([
    ["name", { shape: text, zero: "omitted" }],
    ["generateName", { shape: text, zero: "omitted" }],
    ["namespace", { shape: text, zero: "omitted" }],
    ["selfLink", { shape: text, zero: "omitted" }],
    ["uid", { shape: uid, zero: "omitted" }],
    ["resourceVersion", { shape: text, zero: "omitted" }],
    ["generation", { shape: integer, zero: "omitted" }],
    ["creationTimestamp", { shape: time, zero: "omitted" }],
    ["deletionTimestamp", { shape: time, zero: "pointer" }],
    ["deletionGracePeriodSeconds", { shape: integer, zero: "pointer" }],
    ["labels", { shape: textMap, zero: "omitted" }],
    ["annotations", { shape: textMap, zero: "omitted" }],
    ["ownerReferences", { shape: listOf(ownerReference, "OwnerReference"), zero: "omitted" }],
    ["finalizers", { shape: texts, zero: "omitted" }],
    ["managedFields", { shape: listOf(managedFieldsEntry, "ManagedFieldsEntry"), zero: "omitted" }],
  ]),
};
