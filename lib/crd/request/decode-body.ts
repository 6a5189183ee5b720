import { parse } from "../../json/parse.ts";
import { err, ok, type Result } from "../../json/result.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { duplicateFields } from "./duplicate-fields.ts";
import { replaceLoneSurrogates } from "./lone-surrogates.ts";
import type { ResourceKind } from "./resource-kind.ts";
import { applyVersionDefaults, coerceToSchema } from "./schema-coercion.ts";

/** The body of a request, as JSON text or as parsed JSON. */
export type RequestBody = { readonly text: string } | { readonly object: JsonValue };

/** The decoded object of a request. */
export interface DecodedBody {
  /** The object, pruned and with defaults. */
  readonly object: JsonObject;
  /**
   * Unknown and duplicate fields. With strict field validation the server refuses the object because of them, by
   * default it warns.
   */
  readonly strictErrors: readonly string[];
}

/**
 * Decodes the object of a request as the server does: coerces it to the schema of its version, and sets defaults.
 *
 * Errors: the server's message if the object can't be decoded.
 */
export function decodeBody(body: RequestBody, kind: ResourceKind): Result<DecodedBody, string> {
  const parsed = "text" in body ? parse(body.text, { tokens: true }) : ok(body.object);
  if (!parsed.ok) return err(parsed.error.message);
  const object = replaceLoneSurrogates(parsed.value);
  if (!isObject(object)) return err("the object is not a JSON object");
  if (!hasKind(object)) return err("Object 'Kind' is missing");
  const coerced = coerceToSchema(object, kind, "request");
  if (!coerced.ok) return coerced;
  const duplicates = "text" in body ? duplicateFields(body.text) : [];
  return ok({
    object: applyVersionDefaults(coerced.value.object, kind),
    strictErrors: [
      ...duplicates.map((path) => `duplicate field "${path}"`),
      ...coerced.value.unknown.map((path) => `unknown field "${path}"`),
    ],
  });
}

/**
 * True if the server finds a kind. If the apiVersion can't be parsed, the server also reports that the kind is missing.
 */
function hasKind(object: JsonObject): boolean {
  const [kind, apiVersion] = [member(object, "kind"), member(object, "apiVersion")];
  const parses = typeof apiVersion !== "string" || apiVersion.split("/").length <= 2;
  return typeof kind === "string" && kind !== "" && parses;
}
