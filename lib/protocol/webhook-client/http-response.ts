import { textAt } from "../../json/members.ts";
import { parse } from "../../json/parse.ts";
import { err, ok, type Result } from "../../json/result.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { mediaTypeFault } from "./media-type-fault.ts";

/** The parts of a webhook's HTTP response that the server reads. */
export interface WebhookResponse {
  /** Default: 200. */
  readonly status?: number;
  /** Default: application/json. */
  readonly contentType?: string;
  readonly body: string;
}

/**
 * Reads the review in an HTTP response. The body `null` gives an empty map: the server reads it as a review without fields.
 *
 * Errors: the server's text.
 * Source: https://github.com/kubernetes/client-go/blob/44a8af2fee83/rest/request.go, transformResponse and Result.Into.
 */
export function reviewIn(
  { status = 200, contentType = "application/json", body }: WebhookResponse,
  expected: { readonly apiVersion: string; readonly kind: string },
): Result<JsonObject, string> {
  if (status < 200 || status > 206) return err(statusText(status, contentType, body));
  const fault = contentType === "" ? undefined : mediaTypeFault(contentType);
  if (fault !== undefined) return err(fault);
  if (body === "") {
    return err(`0-length response with status code: ${status} and content type: ${contentType}`);
  }
  const parsed = parse(body);
  // The server reads a body that is not JSON as YAML, and YAML reads most texts as a string. A review in YAML, which the server
  // accepts, is refused here: no webhook is known that sends one.
  const value = parsed.ok ? parsed.value : body;
  if (value === null) return ok({});
  return isObject(value)
    ? ofType(value, expected)
    : err(typelessFault(value, `value of type ${head}`));
}

/** The Go type into which the server first decodes a body, as Go's error messages print it. */
const head = `struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`;

/**
 * The review, if its apiVersion and kind are the expected ones or absent. The error is the server's text for another
 * type or, if the body is a Status, the message of the Status.
 */
function ofType(
  review: JsonObject,
  expected: { readonly apiVersion: string; readonly kind: string },
): Result<JsonObject, string> {
  // Go reports the first member with a wrong type, in the order of the text. For null it sets an empty string.
  for (const [name, value] of Object.entries(review)) {
    const isText = typeof value === "string" || value === null;
    if ((name === "apiVersion" || name === "kind") && !isText) {
      return err(typelessFault(value, `struct field .${name} of type string`));
    }
  }
  const [apiVersion, kind] = [textAt(review, "apiVersion"), textAt(review, "kind")];
  if (kind === "Status" && apiVersion === "v1") return statusFault(review);
  const named = kind === "" ? expected.kind : kind;
  const version = apiVersion === "" ? expected.apiVersion : apiVersion;
  if (named === expected.kind && version === expected.apiVersion) return ok(review);
  const group = expected.apiVersion.split("/")[0];
  if (
    named === expected.kind &&
    /^[^/]+\/v1(beta1)?$/.test(version) &&
    version.startsWith(`${group}/`)
  ) {
    const [theirs, ours] = [version, expected.apiVersion].map((text) => text.split("/")[1]);
    return err(`converting (${theirs}.${kind}) to (${ours}.${kind}): unknown conversion`);
  }
  return err(
    `no kind ${JSON.stringify(named)} is registered for version ${JSON.stringify(version)} in scheme "pkg/runtime/scheme.go:111"`,
  );
}

function statusFault(status: JsonObject): Result<JsonObject, string> {
  const message = member(status, "message");
  return err(typeof message === "string" && message !== "" ? message : "unknown");
}

/**
 * The server's error for a value that can't be decoded to the Go type `target`.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/runtime/serializer/json/meta.go, Interpret; Go's
 * encoding/json, UnmarshalTypeError.
 */
function typelessFault(value: JsonValue, target: string): string {
  return `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonType(value)} into Go ${target}`;
}

function jsonType(value: JsonValue): string {
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  if (Array.isArray(value)) return "array";
  return isObject(value) ? "object" : "number";
}

/**
 * The error for an HTTP status that is not a success: the message of a metav1.Status in the body, else the client's
 * text for the status code.
 */
function statusText(status: number, contentType: string, body: string): string {
  const parsed = parse(body);
  if (parsed.ok && isObject(parsed.value) && member(parsed.value, "kind") === "Status") {
    const message = member(parsed.value, "message");
    if (typeof message === "string" && message !== "") return message;
  }
  return genericText(status, /^text\//.test(contentType) ? body.slice(0, 2048).trim() : "unknown");
}

/**
 * The text for a status code if the body is not a metav1.Status.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/api/errors/errors.go, NewGenericServerResponse.
 */
function genericText(status: number, bodyText: string): string {
  const fixed = texts[status];
  if (fixed !== undefined) return fixed;
  if (status === 403 || status === 415) return bodyText;
  if (status === 406 && bodyText !== "" && bodyText !== "unknown") return bodyText;
  if (status >= 500) {
    return `an error on the server (${JSON.stringify(bodyText)}) has prevented the request from succeeding`;
  }
  if (status === 406) {
    return "the server was unable to respond with a content type that the client supports";
  }
  return `the server responded with the status code ${status} but did not return more information`;
}

const texts: Readonly<Record<number, string>> = {
  400: "the server rejected our request for an unknown reason",
  401: "the server has asked for the client to provide credentials",
  404: "the server could not find the requested resource",
  405: "the server does not allow this method on the requested resource",
  409: "the server reported a conflict",
  422: "the server rejected our request due to an error in our request",
  429: "the server has received too many requests and has asked us to try again later",
  503: "the server is currently unable to handle the request",
  504: "the server was unable to return a response in the time allotted, but may still be processing the request",
};
