import { segmentPattern } from "../../request/path-credentials.ts";

const text = { type: "string" } as const;

const certificate = {
  type: "object",
  required: ["cert", "key"],
  additionalProperties: false,
  properties: { cert: text, key: text },
} as const;

const cluster = {
  type: "object",
  required: ["keys"],
  additionalProperties: false,
  properties: {
    keys: {
      type: "array",
      minItems: 1,
      maxItems: 2,
      items: { type: "string", pattern: segmentPattern },
    },
    server: { type: "string", pattern: "^https://[^?#@]+$" },
    certificateAuthority: text,
    token: text,
    clientCertificate: { $ref: "#/$defs/certificate" },
    sources: { type: "array", items: text },
  },
} as const;

/**
 * The JSON Schema of the secret: who may call, and how to reach each cluster for lookups. It has no string lengths,
 * because ajv's code for them needs a helper at run time. Shared definitions keep the generated code small.
 */
export const secretSchema = {
  $id: "secret",
  type: "object",
  required: ["clusters"],
  additionalProperties: false,
  properties: {
    clusters: {
      type: "object",
      propertyNames: { pattern: segmentPattern },
      additionalProperties: { $ref: "#/$defs/cluster" },
    },
  },
  $defs: { cluster, certificate },
} as const;
