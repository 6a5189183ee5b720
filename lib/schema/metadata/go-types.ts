/** A Go type into which the server decodes a value. `name` is the type's name in the decoder's errors. */
export type GoType =
  | { readonly kind: "text" | "flag" | "integer"; readonly name: string }
  | { readonly kind: "time" | "any" }
  | { readonly kind: "list"; readonly name: string; readonly items: GoType }
  | { readonly kind: "map"; readonly name: string; readonly values: GoType }
  | {
      readonly kind: "struct";
      /** Without the package, as in the decoder's errors. */
      readonly name: string;
      readonly fields: ReadonlyMap<string, GoField>;
    };

/**
 * A field of a Go struct. `zero`: whether the field is omitted if it has the zero value (`omitempty`), is always
 * written, or is omitted if it is null (`pointer`).
 */
export interface GoField {
  readonly type: GoType;
  readonly zero: "omitempty" | "always" | "pointer";
}

const text: GoType = { kind: "text", name: "string" };
const flag: GoType = { kind: "flag", name: "bool" };
const integer: GoType = { kind: "integer", name: "int64" };
const time: GoType = { kind: "time" };
const uid: GoType = { kind: "text", name: "types.UID" };
const texts: GoType = { kind: "list", name: "[]string", items: text };
const textMap: GoType = { kind: "map", name: "map[string]string", values: text };

const ownerReference: GoType = {
  kind: "struct",
  name: "OwnerReference",
  fields: new Map<string, GoField>([
    ["apiVersion", { type: text, zero: "always" }],
    ["kind", { type: text, zero: "always" }],
    ["name", { type: text, zero: "always" }],
    ["uid", { type: uid, zero: "always" }],
    ["controller", { type: flag, zero: "pointer" }],
    ["blockOwnerDeletion", { type: flag, zero: "pointer" }],
  ]),
};

const managedFieldsEntry: GoType = {
  kind: "struct",
  name: "ManagedFieldsEntry",
  fields: new Map<string, GoField>([
    ["manager", { type: text, zero: "omitempty" }],
    [
      "operation",
      { type: { kind: "text", name: "v1.ManagedFieldsOperationType" }, zero: "omitempty" },
    ],
    ["apiVersion", { type: text, zero: "omitempty" }],
    ["time", { type: time, zero: "pointer" }],
    ["fieldsType", { type: text, zero: "omitempty" }],
    ["fieldsV1", { type: { kind: "any" }, zero: "pointer" }],
    ["subresource", { type: text, zero: "omitempty" }],
  ]),
};

function listType(items: GoType, name: string): GoType {
  return { kind: "list", name: `[]v1.${name}`, items };
}

/**
 * Go's type of `metadata`.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/apis/meta/v1/types.go.
 */
export const objectMetaType: GoType = {
  kind: "struct",
  name: "ObjectMeta",
  fields: new Map<string, GoField>([
    ["name", { type: text, zero: "omitempty" }],
    ["generateName", { type: text, zero: "omitempty" }],
    ["namespace", { type: text, zero: "omitempty" }],
    ["selfLink", { type: text, zero: "omitempty" }],
    ["uid", { type: uid, zero: "omitempty" }],
    ["resourceVersion", { type: text, zero: "omitempty" }],
    ["generation", { type: integer, zero: "omitempty" }],
    ["creationTimestamp", { type: time, zero: "omitempty" }],
    ["deletionTimestamp", { type: time, zero: "pointer" }],
    ["deletionGracePeriodSeconds", { type: integer, zero: "pointer" }],
    ["labels", { type: textMap, zero: "omitempty" }],
    ["annotations", { type: textMap, zero: "omitempty" }],
    ["ownerReferences", { type: listType(ownerReference, "OwnerReference"), zero: "omitempty" }],
    ["finalizers", { type: texts, zero: "omitempty" }],
    [
      "managedFields",
      { type: listType(managedFieldsEntry, "ManagedFieldsEntry"), zero: "omitempty" },
    ],
  ]),
};
