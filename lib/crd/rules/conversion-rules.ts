import type { ServiceReference, WebhookClientConfig } from "../../schema/definition/crd.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import {
  forbidden,
  invalid,
  notSupported,
  required,
} from "../../schema/field-error/field-faults.ts";
import { childPath, elementPath, type FieldPath } from "../../schema/field-error/path.ts";
import { dns1035LabelFaults, dns1123SubdomainFaults } from "../../schema/metadata/names.ts";
import { caBundleFault } from "../ca-bundle.ts";
import type { InternalConversion } from "../internal-spec.ts";
import { webhookUrlErrors } from "../webhook-url.ts";

/** Which rules for `spec.conversion` apply. An update may continue to violate a rule that the stored definition violates. */
export interface ConversionRuleOptions {
  readonly requireRecognizedConversionReviewVersion: boolean;
  readonly allowInvalidCaBundle: boolean;
}

const strategies = ["None", "Webhook"];
const recognized = ["v1", "v1beta1"];

/**
 * Checks `spec.conversion`. Paths are those of the server's internal form: `webhookClientConfig` and
 * `conversionReviewVersions` are fields of `conversion`.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/validation.go
 * validateCustomResourceConversion.
 */
export function conversionErrors(
  conversion: InternalConversion,
  path: FieldPath,
  options: ConversionRuleOptions,
): readonly FieldError[] {
  return [
    ...enumErrors(conversion.strategy, strategies, childPath(path, "strategy")),
    ...(conversion.strategy === "Webhook"
      ? webhookErrors(conversion, path, options)
      : strayErrors(conversion, path)),
  ];
}

/** Checks that a value is one of the supported strings. */
export function enumErrors(
  value: string,
  supported: readonly string[],
  path: FieldPath,
): readonly FieldError[] {
  if (value === "") return [required(path)];
  return supported.includes(value) ? [] : [notSupported(path, value, supported)];
}

function webhookErrors(
  conversion: InternalConversion,
  path: FieldPath,
  options: ConversionRuleOptions,
): readonly FieldError[] {
  const { webhookClientConfig, conversionReviewVersions } = conversion;
  const at = childPath(path, "webhookClientConfig");
  return [
    ...(webhookClientConfig === undefined
      ? [required(at, "required when strategy is set to Webhook")]
      : clientConfigErrors(webhookClientConfig, at, options)),
    ...reviewVersionErrors(
      conversionReviewVersions,
      childPath(path, "conversionReviewVersions"),
      options.requireRecognizedConversionReviewVersion,
    ),
  ];
}

function strayErrors(conversion: InternalConversion, path: FieldPath): readonly FieldError[] {
  const detail = "should not be set when strategy is not set to Webhook";
  return [
    ...(conversion.webhookClientConfig === undefined
      ? []
      : [forbidden(childPath(path, "webhookClientConfig"), detail)]),
    ...(conversion.conversionReviewVersions.length === 0
      ? []
      : [forbidden(childPath(path, "conversionReviewVersions"), detail)]),
  ];
}

function clientConfigErrors(
  config: WebhookClientConfig,
  path: FieldPath,
  options: ConversionRuleOptions,
): readonly FieldError[] {
  const { url, service, caBundle = "" } = config;
  const fault =
    caBundle === "" || options.allowInvalidCaBundle ? undefined : caBundleFault(caBundle);
  const bundleErrors =
    fault === undefined ? [] : [invalid(childPath(path, "caBundle"), caBundle, fault)];
  return [...addressErrors(url, service, path), ...bundleErrors];
}

function addressErrors(
  url: string | undefined,
  service: ServiceReference | undefined,
  path: FieldPath,
): readonly FieldError[] {
  if (url !== undefined && service === undefined) {
    return webhookUrlErrors(url, childPath(path, "url"));
  }
  return url === undefined && service !== undefined
    ? serviceErrors(service, childPath(path, "service"))
    : [required(path, "exactly one of url or service is required")];
}

/**
 * Checks a service. The server's check swaps name and namespace: an empty name is reported at `namespace`, an empty
 * namespace at `name`.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/util/webhook/validation.go ValidateWebhookService.
 */
function serviceErrors(service: ServiceReference, path: FieldPath): readonly FieldError[] {
  const { name, namespace, port = 0 } = service;
  const errors: FieldError[] = [];
  if (namespace === "") errors.push(required(childPath(path, "name")));
  if (name === "") errors.push(required(childPath(path, "namespace")));
  if (port < 1 || port > 65535) {
    const detail = "port is not valid: must be between 1 and 65535, inclusive";
    errors.push(invalid(childPath(path, "port"), port, detail));
  }
  return [...errors, ...servicePathErrors(service.path ?? "", childPath(path, "path"))];
}

function servicePathErrors(urlPath: string, path: FieldPath): readonly FieldError[] {
  if (urlPath === "" || urlPath === "/") return [];
  if (urlPath === "//") return [invalid(path, urlPath, "segment[0] may not be empty")];
  const segments = urlPath.slice(1).replace(/\/$/, "").split("/");
  return [
    ...(urlPath.startsWith("/") ? [] : [invalid(path, urlPath, "must start with a '/'")]),
    ...segments.flatMap((segment, index) =>
      segmentFaults(segment, index).map((fault) => invalid(path, urlPath, fault)),
    ),
  ];
}

function segmentFaults(segment: string, index: number): readonly string[] {
  if (segment === "") return [`segment[${index}] may not be empty`];
  return dns1123SubdomainFaults(segment).map((fault) => `segment[${index}]: ${fault}`);
}

function reviewVersionErrors(
  versions: readonly string[],
  path: FieldPath,
  requireRecognized: boolean,
): readonly FieldError[] {
  if (versions.length === 0) return [required(path)];
  const errors = versions.flatMap((version, index) => {
    const at = elementPath(path, index);
    if (versions.indexOf(version) < index) return [invalid(at, version, "duplicate version")];
    return dns1035LabelFaults(version).map((fault) => invalid(at, version, fault));
  });
  if (requireRecognized && !versions.some(isRecognizedReviewVersion)) {
    const detail = `must include at least one of ${recognized.join(", ")}`;
    errors.push(invalid(path, versions, detail));
  }
  return errors;
}

/** True for a version of ConversionReview that the server supports. */
export function isRecognizedReviewVersion(version: string): boolean {
  return recognized.includes(version);
}
