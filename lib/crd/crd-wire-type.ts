import { rootSchemaType } from "../schema/definition/schema-wire-type.ts";
import {
  always,
  anything,
  bytes,
  flag,
  int32,
  int64,
  listOf,
  mapOf,
  optional,
  record,
  text,
  timestamp,
  type WireType,
} from "../schema/definition/wire-type.ts";

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
export const objectMetaType: WireType = record({
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
  plural: always(text),
  singular: text,
  shortNames: listOf(text),
  kind: always(text),
  listKind: text,
  categories: listOf(text),
});

const service = record({
  namespace: always(text),
  name: always(text),
  path: optional(text),
  port: optional(int32),
});

const clientConfig = record({
  url: optional(text),
  service: optional(service),
  caBundle: bytes,
});

const webhook = record({
  clientConfig: optional(clientConfig),
  conversionReviewVersions: always(listOf(text), null),
});

const conversion = record({ strategy: always(text), webhook: optional(webhook) });

const column = record({
  name: always(text),
  type: always(text),
  format: text,
  description: text,
  priority: int32,
  jsonPath: always(text),
});

const subresources = record({
  status: optional(record({})),
  scale: optional(
    record({
      specReplicasPath: always(text),
      statusReplicasPath: always(text),
      labelSelectorPath: optional(text),
    }),
  ),
});

const version = record({
  name: always(text),
  served: always(flag),
  storage: always(flag),
  deprecated: flag,
  deprecationWarning: optional(text),
  schema: optional(record({ openAPIV3Schema: optional(rootSchemaType) })),
  subresources: optional(subresources),
  additionalPrinterColumns: listOf(column),
  selectableFields: listOf(record({ jsonPath: always(text) })),
});

const condition = record({
  type: always(text),
  status: always(text),
  lastTransitionTime: always(timestamp, null),
  reason: text,
  message: text,
  observedGeneration: int64,
});

const spec = record({
  group: always(text),
  names: always(names),
  scope: always(text),
  versions: always(listOf(version), null),
  conversion: optional(conversion),
  preserveUnknownFields: flag,
});

const status = record({
  conditions: always(listOf(condition), null),
  acceptedNames: always(names),
  storedVersions: always(listOf(text)),
  observedGeneration: int64,
});

/** Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apis/apiextensions/v1/types.go CustomResourceDefinition. */
export const crdType: WireType = record({
  apiVersion: always(text),
  kind: always(text),
  metadata: always(objectMetaType),
  spec: always(spec),
  status: always(status),
});
