import type { JsonObject } from "../../json/value.ts";
import { any, booleanSchema, object, stringSchema, words } from "../../lens/ops/yaml-schema.ts";

const rule = object(
  {
    rule: stringSchema(
      "A CEL expression over self, the whole object, and oldSelf; false denies the request.",
    ),
    message: stringSchema("What the user reads."),
    messageExpression: stringSchema("A CEL expression that gives the message."),
    fieldPath: stringSchema(
      "The field that the message names, such as .spec.cron. Default: the whole object.",
    ),
    reason: words(
      ["FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"],
      "The reason of the cause. Default: FieldValueInvalid.",
    ),
    optionalOldSelf: booleanSchema(
      "true: the rule also runs on create, where oldSelf is an empty optional.",
    ),
  },
  ["rule"],
);

const exists = object(
  {
    apiVersion: stringSchema("Of the objects that must exist: v1, apps/v1."),
    kind: stringSchema("Their kind."),
    name: stringSchema(
      "The path of their names in this kind's object: spec.claim, spec.volumes[*].name.",
    ),
    namespace: stringSchema("Their namespace. Default: that of the object itself."),
    resource: stringSchema(
      "The plural in urls, where it is not the kind in lower case with s, es or ies.",
    ),
    scope: words(["Namespaced", "Cluster"], "Default: Namespaced, but for well-known kinds."),
  },
  ["apiVersion", "kind", "name"],
);

/** The JSON Schema of an `admission.yaml`. */
export const admissionDocument: JsonObject = object(
  {
    version: stringSchema("The version of the kind that all paths and rules are written at."),
    defaults: {
      type: "object",
      additionalProperties: any("The value."),
      description:
        "Values by path (spec.timeoutSeconds: 300), which are set where the object has none.",
    },
    validate: {
      type: "array",
      items: rule,
      description: "CEL rules as in x-kubernetes-validations, with the same cost limits.",
    },
    lookups: {
      type: "array",
      items: object({ exists, message: stringSchema("What the user reads.") }, ["exists"]),
      description: "Objects of the cluster that must exist, by the names that fields hold.",
    },
    webhook: {
      type: "object",
      description:
        "failurePolicy, timeoutSeconds, matchConditions and objectSelector of the registration.",
    },
  },
  ["version"],
);
