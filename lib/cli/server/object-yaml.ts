import { withoutChangingMetadata } from "../../api-server/request-metadata.ts";
import { sortedMembers } from "../../go/sorted-members.ts";
import type { JsonObject } from "../../json/value.ts";
import { manifestYaml } from "../files/write-yaml.ts";

/** An object of a server as YAML: keys in the order of kubectl, without metadata that differs from one run to the next. */
export function objectYaml(object: JsonObject): string {
  return manifestYaml(sortedMembers(withoutChangingMetadata(object)));
}
