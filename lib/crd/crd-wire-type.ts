import { rootSchemaType } from "../schema/definition/schema-wire-type.ts";
import {
  anyJson,
  bytes,
  int32,
  int64,
  optional,
  timestamp,
  type WireType,
  wireBoolean,
  wireList,
  wireMap,
  wireRecord,
  wireString,
  writtenIfAbsent,
} from "../schema/definition/wire-type.ts";

const ownerReference = wireRecord({
  apiVersion: wireString,
  kind: wireString,
  name: wireString,
  uid: wireString,
  controller: optional(wireBoolean),
  blockOwnerDeletion: optional(wireBoolean),
});

const managedFields = wireRecord({
  manager: wireString,
  operation: wireString,
  apiVersion: wireString,
  time: optional(timestamp),
  fieldsType: wireString,
  fieldsV1: optional(anyJson),
  subresource: wireString,
});

/**
 * The wire type of `metadata`.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/apis/meta/v1/types.go ObjectMeta.
 */
export const objectMetaRecord: WireType = wireRecord({
  name: wireString,
  generateName: wireString,
  namespace: wireString,
  selfLink: wireString,
  uid: wireString,
  resourceVersion: wireString,
  generation: int64,
  creationTimestamp: timestamp,
  deletionTimestamp: optional(timestamp),
  deletionGracePeriodSeconds: optional(int64),
  labels: wireMap(wireString),
  annotations: wireMap(wireString),
  ownerReferences: wireList(ownerReference),
  finalizers: wireList(wireString),
  managedFields: wireList(managedFields),
});

const names = wireRecord({
  plural: writtenIfAbsent(wireString),
  singular: wireString,
  shortNames: wireList(wireString),
  kind: writtenIfAbsent(wireString),
  listKind: wireString,
  categories: wireList(wireString),
});

const service = wireRecord({
  namespace: writtenIfAbsent(wireString),
  name: writtenIfAbsent(wireString),
  path: optional(wireString),
  port: optional(int32),
});

const clientConfig = wireRecord({
  url: optional(wireString),
  service: optional(service),
  caBundle: bytes,
});

const webhook = wireRecord({
  clientConfig: optional(clientConfig),
  conversionReviewVersions: writtenIfAbsent(wireList(wireString), null),
});

const conversion = wireRecord({
  strategy: writtenIfAbsent(wireString),
  webhook: optional(webhook),
});

const column = wireRecord({
  name: writtenIfAbsent(wireString),
  type: writtenIfAbsent(wireString),
  format: wireString,
  description: wireString,
  priority: int32,
  jsonPath: writtenIfAbsent(wireString),
});

const subresources = wireRecord({
  status: optional(wireRecord({})),
  scale: optional(
    wireRecord({
      specReplicasPath: writtenIfAbsent(wireString),
      statusReplicasPath: writtenIfAbsent(wireString),
      labelSelectorPath: optional(wireString),
    }),
  ),
});

const version = wireRecord({
  name: writtenIfAbsent(wireString),
  served: writtenIfAbsent(wireBoolean),
  storage: writtenIfAbsent(wireBoolean),
  deprecated: wireBoolean,
  deprecationWarning: optional(wireString),
  schema: optional(wireRecord({ openAPIV3Schema: optional(rootSchemaType) })),
  subresources: optional(subresources),
  additionalPrinterColumns: wireList(column),
  selectableFields: wireList(wireRecord({ jsonPath: writtenIfAbsent(wireString) })),
});

const condition = wireRecord({
  type: writtenIfAbsent(wireString),
  status: writtenIfAbsent(wireString),
  lastTransitionTime: writtenIfAbsent(timestamp, null),
  reason: wireString,
  message: wireString,
  observedGeneration: int64,
});

const spec = wireRecord({
  group: writtenIfAbsent(wireString),
  names: writtenIfAbsent(names),
  scope: writtenIfAbsent(wireString),
  versions: writtenIfAbsent(wireList(version), null),
  conversion: optional(conversion),
  preserveUnknownFields: wireBoolean,
});

const status = wireRecord({
  conditions: writtenIfAbsent(wireList(condition), null),
  acceptedNames: writtenIfAbsent(names),
  storedVersions: writtenIfAbsent(wireList(wireString)),
  observedGeneration: int64,
});

/**
 * The wire type of a whole CustomResourceDefinition.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/v1/types.go
 * CustomResourceDefinition.
 */
export const crdType: WireType = wireRecord({
  apiVersion: writtenIfAbsent(wireString),
  kind: writtenIfAbsent(wireString),
  metadata: writtenIfAbsent(objectMetaRecord),
  spec: writtenIfAbsent(spec),
  status: writtenIfAbsent(status),
});
