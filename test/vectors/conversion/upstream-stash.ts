import { isObject, type JsonObject, member } from "../../../lib/json/value.ts";

/**
 * True for an object with annotations in which an operator's own conversion keeps what the other version lacks. What it
 * restores from them can't be compared with ours.
 */
export function hasUpstreamStash(object: JsonObject): boolean {
  const metadata = member(object, "metadata");
  const annotations = isObject(metadata) ? member(metadata, "annotations") : undefined;
  return isObject(annotations) && Object.keys(annotations).some(isUpstreamStash);
}

function isUpstreamStash(key: string): boolean {
  return (
    key.includes("conversion-data") ||
    key.startsWith("tekton.dev/v1beta1") ||
    key.startsWith("compatibility.karpenter.sh")
  );
}
