import type { JsonObject } from "../../json/value.ts";
import {
  anyValueSchema,
  booleanSchema,
  enumSchema,
  objectSchema,
  stringSchema,
} from "../../lens/ops/yaml-schema.ts";

const rule = objectSchema(
  {
    rule: stringSchema(
      "A CEL expression over self (the whole object) and oldSelf (the stored object). false denies the request.",
    ),
    message: stringSchema("The message for the user if the rule denies the request."),
    messageExpression: stringSchema("A CEL expression whose result is the message."),
    fieldPath: stringSchema(
      "The path of the field that the message is about, such as .spec.cron. Default: the whole object.",
    ),
    reason: enumSchema(
      ["FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"],
      "The reason in the Status that denies the request. Default: FieldValueInvalid.",
    ),
    optionalOldSelf: booleanSchema(
      "true: the rule also runs on create, where oldSelf is an empty optional.",
    ),
  },
  ["rule"],
);

const exists = objectSchema(
  {
    apiVersion: stringSchema(
      "The apiVersion of the objects that must exist, such as v1 or apps/v1.",
    ),
    kind: stringSchema("The kind of the objects that must exist."),
    name: stringSchema(
      "The path of the field in this kind's object that names the objects, such as spec.claim or spec.volumes[*].name.",
    ),
    namespace: stringSchema(
      "The namespace of the objects that must exist. Default: that of this kind's object.",
    ),
    resource: stringSchema(
      "The resource of the objects (the plural in urls). Needed if it is not the kind in lower case with s, es or ies.",
    ),
    scope: enumSchema(
      ["Namespaced", "Cluster"],
      "The scope of the objects. Default: Cluster for well-known cluster-scoped kinds, such as StorageClass; else Namespaced.",
    ),
  },
  ["apiVersion", "kind", "name"],
);

/** The JSON Schema of an `admission.yaml`. */
export const admissionDocument: JsonObject = objectSchema(
  {
    version: stringSchema(
      "The version of the kind to which all paths and rules apply. Objects are converted to it first.",
    ),
    defaults: {
      type: "object",
      additionalProperties: anyValueSchema("The value."),
      description:
        "Values by path (spec.timeoutSeconds: 300). A value is set if the object has none at that path.",
    },
    validate: {
      type: "array",
      items: rule,
      description: "CEL rules as in x-kubernetes-validations, with the same cost limits.",
    },
    lookups: {
      type: "array",
      items: objectSchema(
        { exists, message: stringSchema("The message for the user if an object does not exist.") },
        ["exists"],
      ),
      description:
        "Objects that must exist in the cluster. Their names are read from fields of this kind's object.",
    },
    webhook: {
      type: "object",
      description:
        "Settings of the webhook in the cluster: failurePolicy, timeoutSeconds, matchConditions and objectSelector.",
    },
  },
  ["version"],
);
