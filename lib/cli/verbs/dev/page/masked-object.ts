import { isNumber } from "../../../../go/number.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../../json/value.ts";
import { stringify } from "../../../../json/write.ts";
import { isSecretName } from "../../../../lens/check/name-similarity.ts";
import type { Structural } from "../../../../schema/structural/structural.ts";
import { neverRecordedMembers } from "../../../../service/recording/declared-fields.ts";

/** The replacement of a masked text, which is also a valid label value. A masked number becomes 0. */
const mask = "MASKED";

/** An object in which values that may be secret are masked, and the values that were masked. */
interface MaskedObject {
  readonly object: JsonObject;
  /**
   * The texts and numbers that were masked, so that other texts, such as messages, can be searched for them. Neither the texts
   * of annotations nor numbers of fewer than 4 characters are among them.
   */
  readonly values: ReadonlySet<string>;
}

/**
 * Masks values that may be secret: all texts and numbers below a key that suggests a secret (`token`, `apiKey`), below `data`,
 * `stringData` or `binaryData`, and in a `value` beside a `name` or `key` that suggests one; texts of `format: password`,
 * private keys, and urls with a password; annotations whose name or text has a word that suggests a secret, or whose text is
 * compressed or encoded, because an annotation may contain a whole object. managedFields are removed; booleans and null stay.
 */
export function maskedObject(object: JsonObject, schema: Structural | undefined): MaskedObject {
  const values = new Set<string>();
  const { metadata, ...rest } = object;
  const body = maskedMap(rest, schema, values);
  const masked = isObject(metadata) ? { metadata: maskedMetadata(metadata, values) } : {};
  return { object: { ...body, ...masked }, values };
}

/**
 * Masks `values` wherever they occur in JSON, also within longer texts. A value of fewer than 4 characters is masked only
 * where it is a whole text or number.
 */
export function withoutValues(value: JsonValue, values: ReadonlySet<string>): JsonValue {
  if (values.size === 0) return value;
  if (isArray(value)) return value.map((item) => withoutValues(item, values));
  if (isObject(value)) return mapValues(value, (_, item) => withoutValues(item, values));
  if (isNumber(value)) return values.has(stringify(value)) ? 0 : value;
  return typeof value === "string" && holdsAny(value, values) ? mask : value;
}

/** Masks `values` in a text, such as a message. A value of fewer than 4 characters is masked only where it is in quotes. */
export function textWithoutValues(text: string, values: ReadonlySet<string>): string {
  const longestFirst = [...values].sort((one, other) => other.length - one.length);
  return longestFirst.reduce((rest, value) => {
    if (value.length < minPart) return rest.replaceAll(stringify(value), stringify(mask));
    return rest.replaceAll(value, mask).replaceAll(stringify(value).slice(1, -1), mask);
  }, text);
}

/**
 * The least length, in characters, of a masked value that is also searched for within other texts. Shorter values occur in too
 * many unrelated texts. The number is a choice: a shorter secret could be guessed anyway.
 */
const minPart = 4;

function holdsAny(text: string, values: ReadonlySet<string>): boolean {
  if (values.has(text)) return true;
  for (const value of values) {
    if (value.length >= minPart && text.includes(value)) return true;
  }
  return false;
}

function maskedMap(
  map: JsonObject,
  schema: Structural | undefined,
  values: Set<string>,
): JsonObject {
  const named = [member(map, "name"), member(map, "key")];
  const hasSecretName = named.some((name) => typeof name === "string" && isSecretName(name));
  const others = schema?.additionalProperties;
  return mapValues(map, (key, value) => {
    if (isSecretKey(key) || neverRecordedMembers.has(key) || (hasSecretName && key === "value")) {
      return whollyMasked(value, values);
    }
    const own = schema?.properties?.get(key) ?? (typeof others === "object" ? others : undefined);
    return maskedValue(value, own, values);
  });
}

function maskedValue(
  value: JsonValue,
  schema: Structural | undefined,
  values: Set<string>,
): JsonValue {
  if (isArray(value)) return value.map((item) => maskedValue(item, schema?.items, values));
  if (isObject(value)) return maskedMap(value, schema, values);
  if (typeof value !== "string") return value;
  const isSecret = schema?.validation?.format === "password" || secretText.test(value);
  return isSecret ? whollyMasked(value, values) : value;
}

/**
 * True for a key that suggests a secret, except `key` itself, which Kubernetes uses for the name of an entry, as in a label
 * selector.
 */
function isSecretKey(key: string): boolean {
  return key !== "key" && isSecretName(key);
}

/** A private key in PEM, or an address with a user's password. */
const secretText = /PRIVATE KEY-----|:\/\/[^/\s:@]*:[^/\s@]+@/;

/** Masks all texts and numbers in a value, and adds them to `values`. Maps and lists keep their structure. */
function whollyMasked(value: JsonValue, values: Set<string>): JsonValue {
  if (isArray(value)) return value.map((item) => whollyMasked(item, values));
  if (isObject(value)) return mapValues(value, (_, item) => whollyMasked(item, values));
  if (typeof value === "string") {
    if (value !== "" && value !== mask) values.add(value);
    return value === "" ? "" : mask;
  }
  if (!isNumber(value)) return value;
  const text = stringify(value);
  if (text.length >= minPart) values.add(text);
  return 0;
}

function maskedMetadata(metadata: JsonObject, values: Set<string>): JsonObject {
  const { managedFields: _, annotations, ...rest } = metadata;
  return {
    ...maskedMap(rest, undefined, values),
    ...(isObject(annotations) && { annotations: maskedAnnotations(annotations) }),
  };
}

/**
 * Masks annotations that may contain a secret. Their texts are not added to the masked values, because they contain
 * much that is not secret.
 */
function maskedAnnotations(annotations: JsonObject): JsonObject {
  return mapValues(annotations, (key, value) =>
    typeof value === "string" && mayHoldSecret(key, value) ? mask : value,
  );
}

function mayHoldSecret(key: string, text: string): boolean {
  return isSecretName(key) || isSecretName(text) || secretText.test(text) || packed.test(text);
}

/**
 * Matches a compressed or encoded text, whose contents can't be examined. Packed preserved values start with `z:`.
 */
const packed = /^z:|^[A-Za-z0-9+/=_-]{60,}$/;

function mapValues(
  map: JsonObject,
  change: (key: string, value: JsonValue) => JsonValue,
): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(key, value)]));
}
