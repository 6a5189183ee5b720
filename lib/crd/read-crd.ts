import { isDeeperThan } from "../json/parse.ts";
import { isObject, type JsonValue, member } from "../json/value.ts";
import type { Crd, CrdSpec, WebhookConversion } from "../schema/definition/crd.ts";
import type { FieldError } from "../schema/field-error/field-error.ts";
import { invalid, notSupported } from "../schema/field-error/field-faults.ts";
import { rootPath } from "../schema/field-error/path.ts";
import { lowerCase } from "../schema/metadata/names.ts";
import { crdType } from "./crd-wire-type.ts";

/** The apiVersion of the CustomResourceDefinitions that this folder validates. */
const crdApiVersion = "apiextensions.k8s.io/v1";

/**
 * The most levels of lists and maps in a CustomResourceDefinition. The server allows 10,000, but real schemas have
 * fewer than 100, and functions that walk a schema nest several calls for each level.
 */
export const maxCrdDepth = 1000;

/** The result of reading a CustomResourceDefinition. */
export interface ReadCrd {
  /** The definition with defaults, in canonical form (see wire-type.ts). A value that can't be decoded becomes its zero value. */
  readonly crd: Crd;
  /** Errors for which the server responds with status 400, before it validates. */
  readonly errors: readonly FieldError[];
  /** The server's messages of strict decoding, such as `unknown field "spec.validation"`. */
  readonly unknownFields: readonly string[];
}

/**
 * Decodes a v1 CustomResourceDefinition as the server does, and sets its defaults.
 *
 * Errors: values of a wrong type, another apiVersion or kind, or more than {@link maxCrdDepth} levels. Never throws.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/v1/defaults.go.
 */
export function readCrd(value: JsonValue): ReadCrd {
  const errors: FieldError[] = [];
  const unknown: string[] = [];
  const body = isDeeperThan(value, maxCrdDepth) ? tooDeep(errors) : value;
  const decoded = crdType.read(body, rootPath, { errors, unknown });
  errors.push(...typeFaults(value));
  return {
    crd: withDefaults(asCrd(decoded)),
    errors,
    unknownFields: unknown.map((path) => `unknown field "${path}"`),
  };
}

function tooDeep(errors: FieldError[]): JsonValue {
  errors.push(invalid(rootPath, null, `nested deeper than ${maxCrdDepth} levels`));
  return {};
}

function typeFaults(value: JsonValue): readonly FieldError[] {
  if (!isObject(value)) return [];
  const faults: FieldError[] = [];
  const [apiVersion, kind] = [member(value, "apiVersion"), member(value, "kind")];
  if (apiVersion !== crdApiVersion) {
    faults.push(notSupported("apiVersion", apiVersion ?? "", [crdApiVersion]));
  }
  if (kind !== "CustomResourceDefinition") {
    faults.push(notSupported("kind", kind ?? "", ["CustomResourceDefinition"]));
  }
  return faults;
}

/** Gives a decoded definition its type. The cast is safe, because {@link crdType} has checked each member. */
function asCrd(decoded: JsonValue): Crd {
  return decoded as Crd;
}

function withDefaults(crd: Crd): Crd {
  const storage = crd.spec.versions?.find((version) => version.storage);
  return {
    ...crd,
    spec: specWithDefaults(crd.spec),
    status:
      crd.status.storedVersions.length === 0 && storage !== undefined
        ? { ...crd.status, storedVersions: [storage.name] }
        : crd.status,
  };
}

function specWithDefaults(spec: CrdSpec): CrdSpec {
  const { names } = spec;
  const { kind } = names;
  const webhook = spec.conversion?.webhook;
  return {
    ...spec,
    names: {
      ...names,
      ...(kind === "" || names.singular !== undefined ? {} : { singular: lowerCase(kind) }),
      ...(kind === "" || names.listKind !== undefined ? {} : { listKind: `${kind}List` }),
    },
    conversion: {
      ...(spec.conversion ?? { strategy: "None" }),
      ...(webhook === undefined ? {} : { webhook: webhookWithPort(webhook) }),
    },
  };
}

function webhookWithPort(webhook: WebhookConversion): WebhookConversion {
  const { clientConfig } = webhook;
  const service = clientConfig?.service;
  if (clientConfig === undefined || service === undefined || service.port !== undefined) {
    return webhook;
  }
  return { ...webhook, clientConfig: { ...clientConfig, service: { ...service, port: 443 } } };
}
