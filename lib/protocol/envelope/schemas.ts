/**
 * JSON Schemas for the requests of reviews, applied before a request is read. They check types and the operation; other layers
 * check other values, such as versions and kinds. They do not limit the lengths of strings, because ajv's code for that would need
 * a helper at run time.
 */
const name = { type: "string" } as const;
const object = { type: "object" } as const;
const objectOrNull = { type: "object", nullable: true } as const;

const groupVersionKind = {
  type: "object",
  required: ["version", "kind"],
  properties: { group: name, version: name, kind: name },
} as const;

const groupVersionResource = {
  type: "object",
  required: ["version", "resource"],
  properties: { group: name, version: name, resource: name },
} as const;

/**
 * The schema of a ConversionReview's request, without its objects: their number is not bounded, and the generated code
 * collects all errors.
 */
export const conversionRequestSchema = {
  $id: "conversion",
  type: "object",
  required: ["uid", "desiredAPIVersion", "objects"],
  properties: {
    uid: name,
    desiredAPIVersion: name,
    objects: { type: "array" },
  },
} as const;

/** The schema of an AdmissionReview's request. */
export const admissionRequestSchema = {
  $id: "admission",
  type: "object",
  required: ["uid", "kind", "resource", "operation"],
  properties: {
    uid: name,
    kind: groupVersionKind,
    resource: groupVersionResource,
    subResource: name,
    requestKind: { ...groupVersionKind, nullable: true },
    requestResource: { ...groupVersionResource, nullable: true },
    requestSubResource: name,
    name,
    namespace: name,
    operation: { enum: ["CREATE", "UPDATE", "DELETE", "CONNECT"] },
    userInfo: object,
    object: objectOrNull,
    oldObject: objectOrNull,
    dryRun: { type: "boolean", nullable: true },
    options: objectOrNull,
  },
} as const;
