import { rootSchemaType } from "../schema/definition/schema-wire-type.ts";
import {
  always,
  anything,
  booleanType,
  bytes,
  int32,
  int64,
  listType,
  mapType,
  optional,
  recordType,
  stringType,
  timestamp,
  type WireType,
} from "../schema/definition/wire-type.ts";

const ownerReference = recordType({
  apiVersion: stringType,
  kind: stringType,
  name: stringType,
  uid: stringType,
  controller: optional(booleanType),
  blockOwnerDeletion: optional(booleanType),
});

const managedFields = recordType({
  manager: stringType,
  operation: stringType,
  apiVersion: stringType,
  time: optional(timestamp),
  fieldsType: stringType,
  fieldsV1: optional(anything),
  subresource: stringType,
});

/** Source: k8s.io/apimachinery@v0.36.3 pkg/apis/meta/v1/types.go ObjectMeta. */
export const objectMetaRecord: WireType = recordType({
  name: stringType,
  generateName: stringType,
  namespace: stringType,
  selfLink: stringType,
  uid: stringType,
  resourceVersion: stringType,
  generation: int64,
  creationTimestamp: timestamp,
  deletionTimestamp: optional(timestamp),
  deletionGracePeriodSeconds: optional(int64),
  labels: mapType(stringType),
  annotations: mapType(stringType),
  ownerReferences: listType(ownerReference),
  finalizers: listType(stringType),
  managedFields: listType(managedFields),
});

const names = recordType({
  plural: always(stringType),
  singular: stringType,
  shortNames: listType(stringType),
  kind: always(stringType),
  listKind: stringType,
  categories: listType(stringType),
});

const service = recordType({
  namespace: always(stringType),
  name: always(stringType),
  path: optional(stringType),
  port: optional(int32),
});

const clientConfig = recordType({
  url: optional(stringType),
  service: optional(service),
  caBundle: bytes,
});

const webhook = recordType({
  clientConfig: optional(clientConfig),
  conversionReviewVersions: always(listType(stringType), null),
});

const conversion = recordType({ strategy: always(stringType), webhook: optional(webhook) });

const column = recordType({
  name: always(stringType),
  type: always(stringType),
  format: stringType,
  description: stringType,
  priority: int32,
  jsonPath: always(stringType),
});

const subresources = recordType({
  status: optional(recordType({})),
  scale: optional(
    recordType({
      specReplicasPath: always(stringType),
      statusReplicasPath: always(stringType),
      labelSelectorPath: optional(stringType),
    }),
  ),
});

const version = recordType({
  name: always(stringType),
  served: always(booleanType),
  storage: always(booleanType),
  deprecated: booleanType,
  deprecationWarning: optional(stringType),
  schema: optional(recordType({ openAPIV3Schema: optional(rootSchemaType) })),
  subresources: optional(subresources),
  additionalPrinterColumns: listType(column),
  selectableFields: listType(recordType({ jsonPath: always(stringType) })),
});

const condition = recordType({
  type: always(stringType),
  status: always(stringType),
  lastTransitionTime: always(timestamp, null),
  reason: stringType,
  message: stringType,
  observedGeneration: int64,
});

const spec = recordType({
  group: always(stringType),
  names: always(names),
  scope: always(stringType),
  versions: always(listType(version), null),
  conversion: optional(conversion),
  preserveUnknownFields: booleanType,
});

const status = recordType({
  conditions: always(listType(condition), null),
  acceptedNames: always(names),
  storedVersions: always(listType(stringType)),
  observedGeneration: int64,
});

/** Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apis/apiextensions/v1/types.go CustomResourceDefinition. */
export const crdType: WireType = recordType({
  apiVersion: always(stringType),
  kind: always(stringType),
  metadata: always(objectMetaRecord),
  spec: always(spec),
  status: always(status),
});
