import { type ConversionFault, maxObjectDepth } from "../converter/converter.ts";
import { alwaysAllowedBytes, maxConvertedBytes } from "../converter/growth.ts";
import { tooDeep } from "../json/error.ts";
import { isDeeperThan } from "../json/parse.ts";
import { err, ok, type Result } from "../json/result.ts";
import { byteLength, isSurelyWithin } from "../json/size.ts";
import type { JsonObject } from "../json/value.ts";
import { stringify, TooDeepError } from "../json/write.ts";

const depthFault: ConversionFault = {
  code: "ObjectTooDeep",
  path: "",
  message: tooDeep(maxObjectDepth),
};

/**
 * Writes a converted object as JSON. The error says that the object or its original is nested too deeply, or that the
 * object is far larger than its original. Throws a TypeError for a value that is not JSON.
 */
export function writeObject(
  object: JsonObject,
  original: JsonObject,
): Result<string, ConversionFault> {
  return isDeeperThan(original, maxObjectDepth) ? err(depthFault) : writeResult(object, original);
}

/** Writes a result whose original is not nested too deeply. */
function writeResult(object: JsonObject, original: JsonObject): Result<string, ConversionFault> {
  let text: string;
  try {
    text = stringify(object);
  } catch (thrown) {
    if (thrown instanceof TooDeepError) return err({ ...depthFault, message: thrown.message });
    throw thrown;
  }
  const fault = growthFault(object, original, text);
  return fault === undefined ? ok(text) : err(fault);
}

/** The most bytes of one UTF-16 unit in UTF-8. */
const maxUnitBytes = 3;

function growthFault(
  object: JsonObject,
  original: JsonObject,
  text: string,
): ConversionFault | undefined {
  if (text.length * maxUnitBytes <= alwaysAllowedBytes) return undefined;
  const bytes = byteLength(text);
  if (bytes <= alwaysAllowedBytes) return undefined;
  const before = byteLength(stringify(original));
  const limit = maxConvertedBytes(before);
  if (bytes <= limit) return undefined;
  const message = `the object would grow from ${before} to ${bytes} bytes: the limit for its size is ${limit}`;
  return { code: "ObjectTooLarge", path: largestMember(object), message };
}

/**
 * The error that {@link writeObject} would return for a converted object. Does not write the object if a rough size
 * shows that it fits.
 */
export function writingFault(
  object: JsonObject,
  original: JsonObject,
): ConversionFault | undefined {
  if (isDeeperThan(original, maxObjectDepth)) return depthFault;
  if (isSurelyWithin(object, alwaysAllowedBytes)) return undefined;
  const written = writeResult(object, original);
  return written.ok ? undefined : written.error;
}

function largestMember(object: JsonObject): string {
  const sizes = Object.entries(object).map(([key, value]) => ({
    key,
    size: byteLength(stringify(value)),
  }));
  return sizes.reduce((a, b) => (b.size > a.size ? b : a)).key;
}
