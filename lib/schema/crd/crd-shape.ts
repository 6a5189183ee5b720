import { schemaShape } from "./schema-shape.ts";
import {
  anything,
  bytes,
  flag,
  int32,
  int64,
  listOf,
  mapOf,
  optional,
  record,
  type Shape,
  text,
  timestamp,
} from "./wire-shape.ts";

const ownerReference = record({
  apiVersion: text,
  kind: text,
  name: text,
  uid: text,
  controller: optional(flag),
  blockOwnerDeletion: optional(flag),
});

const managedFields = record({
  manager: text,
  operation: text,
  apiVersion: text,
  time: optional(timestamp),
  fieldsType: text,
  fieldsV1: optional(anything),
  subresource: text,
});

/** Source: k8s.io/apimachinery@v0.36.3 pkg/apis/meta/v1/types.go ObjectMeta. */
export const objectMetaShape: Shape = record({
  name: text,
  generateName: text,
  namespace: text,
  selfLink: text,
  uid: text,
  resourceVersion: text,
  generation: int64,
  creationTimestamp: timestamp,
  deletionTimestamp: optional(timestamp),
  deletionGracePeriodSeconds: optional(int64),
  labels: mapOf(text),
  annotations: mapOf(text),
  ownerReferences: listOf(ownerReference),
  finalizers: listOf(text),
  managedFields: listOf(managedFields),
});

const names = record({
  plural: text,
  singular: text,
  shortNames: listOf(text),
  kind: text,
  listKind: text,
  categories: listOf(text),
});

const clientConfig = record({
  url: optional(text),
  service: optional(
    record({ namespace: text, name: text, path: optional(text), port: optional(int32) }),
  ),
  caBundle: bytes,
});

const conversion = record({
  strategy: text,
  webhook: optional(
    record({ clientConfig: optional(clientConfig), conversionReviewVersions: listOf(text) }),
  ),
});

const column = record({
  name: text,
  type: text,
  format: text,
  description: text,
  priority: int32,
  jsonPath: text,
});

const subresources = record({
  status: optional(record({})),
  scale: optional(
    record({
      specReplicasPath: text,
      statusReplicasPath: text,
      labelSelectorPath: optional(text),
    }),
  ),
});

const version = record({
  name: text,
  served: flag,
  storage: flag,
  deprecated: flag,
  deprecationWarning: optional(text),
  schema: optional(record({ openAPIV3Schema: optional(schemaShape) })),
  subresources: optional(subresources),
  additionalPrinterColumns: listOf(column),
  selectableFields: listOf(record({ jsonPath: text })),
});

const condition = record({
  type: text,
  status: text,
  lastTransitionTime: timestamp,
  reason: text,
  message: text,
  observedGeneration: int64,
});

/** Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apis/apiextensions/v1/types.go CustomResourceDefinition. */
export const crdShape: Shape = record({
  apiVersion: text,
  kind: text,
  metadata: objectMetaShape,
  spec: record({
    group: text,
    names,
    scope: text,
    versions: listOf(version),
    conversion: optional(conversion),
    preserveUnknownFields: flag,
  }),
  status: record({
    conditions: listOf(condition),
    acceptedNames: names,
    storedVersions: listOf(text),
    observedGeneration: int64,
  }),
});
