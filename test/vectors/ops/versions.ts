import { compareVersions, sortVersions } from "../../../lib/crd/version-order.ts";
import { equal } from "../../../lib/json/equal.ts";
import { isArray, isObject, type JsonObject, member } from "../../../lib/json/value.ts";

/** Op `versions`: the order of neighbours, and the list by priority. */
export function run(vector: JsonObject): string | undefined {
  const list = member(vector, "versions");
  const versions = isArray(list) ? list.map(String) : [];
  const compareNeighbours = versions
    .slice(1)
    .map((version, index) => Math.sign(compareVersions(versions[index] ?? "", version)));
  const got = { compareNeighbours, sorted: sortVersions(versions) };
  const expect = member(vector, "expect");
  if (isObject(expect) && equal(got, expect)) return undefined;
  return `got ${JSON.stringify(got)}, want ${JSON.stringify(expect)}`;
}
