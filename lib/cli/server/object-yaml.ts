import { withoutChangingMetadata } from "../../api-server/request-metadata.ts";
import { sortedMembers } from "../../go/sorted-members.ts";
import type { JsonObject } from "../../json/value.ts";
import { blockYaml } from "../../json/write-yaml.ts";

/** An object of the API server as YAML: keys in kubectl's order, without metadata that differs between runs. */
export function objectYaml(object: JsonObject): string {
  return blockYaml(sortedMembers(withoutChangingMetadata(object)));
}
