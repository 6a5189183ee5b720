import { withoutChangingMetadata } from "../../api-server/request-metadata.ts";
import { compareText } from "../../go/text-order.ts";
import {
  assign,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import { manifestYaml } from "../files/write-yaml.ts";

/** An object of a server as YAML: keys in the order of kubectl, without metadata that differs from one run to the next. */
export function objectYaml(object: JsonObject): string {
  return manifestYaml(sorted(withoutChangingMetadata(object)));
}

function sorted(value: JsonValue): JsonValue {
  if (isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const members: MutableJsonObject = {};
  const entries = Object.entries(value).sort(([one], [other]) => compareText(one, other));
  for (const [key, each] of entries) assign(members, key, sorted(each));
  return members;
}
