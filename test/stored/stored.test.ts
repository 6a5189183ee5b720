import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadKinds } from "../../lib/cli/kinds/kinds.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import { valueAt } from "../../lib/lens/language/key-path.ts";
import { directionsOf, subjectOf } from "../../lib/verify/subject.ts";
import { objectIn } from "../support/json-lines.ts";
import { linesOf } from "../vectors/lines.ts";
import { reviewObject } from "./checkout.ts";
import { faultOf } from "./stored-objects.ts";

const folder = import.meta.dirname;
const kinds = await loadKinds([join(folder, "../lenses"), join(folder, "../operators")]);
const pairs = new Map(
  kinds.flatMap((kind) =>
    directionsOf(subjectOf(kind)).map((pair) => [
      `${kind.kind} ${kind.group}/${pair.from.name}`,
      pair,
    ]),
  ),
);

/**
 * Objects whose lens meant something else when they were recorded. A reference of a group without a version, or of an
 * apiVersion that can't be parsed, was left out as a whole: now only its group is, so that it counts as removed since. One
 * without a name did not get the object's namespace.
 */
const meantOtherwise: Readonly<Record<string, (object: JsonObject) => boolean>> = {
  ClusterRef: (object) => {
    const [apiVersion, group, name] = ["apiVersion", "apiGroup", "name"].map((key) =>
      valueAt(object, ["spec", "infrastructureRef", key]),
    );
    const known = [undefined, "", "infrastructure.cluster.x-k8s.io"];
    const isKnown = /^(v[^/]*|infrastructure\.cluster\.x-k8s\.io\/[^/]+)$/.test(String(apiVersion));
    const isUnknown =
      (apiVersion !== undefined && !isKnown) || !known.some((each) => each === group);
    return isUnknown || name === undefined;
  },
};

/** What is wrong with the object that a stored one becomes at the version that it came from. */
function returnFaultOf(line: JsonObject): string | undefined {
  const [object, stored] = [line["object"], line["stored"]].map(reviewObject);
  const pair = object && pairs.get(`${object.kind} ${object.apiVersion}`);
  if (object === undefined || stored === undefined || pair === undefined) return "no such kind";
  if (meantOtherwise[object.kind]?.(object) === true) return undefined;
  const outcome = pair.subject.convert(stored, pair.from.name);
  if (outcome.type === "crashed") throw outcome.error;
  if (outcome.type === "refused") return outcome.fault.message;
  return faultOf(pair, object, outcome.object);
}

const files = readdirSync(folder).filter((file) => file.endsWith(".jsonl.gz"));

describe("objects that earlier code stored come back", () => {
  test.each(files)("%s", (file) => {
    const lines = linesOf(join(folder, file)).map(objectIn);
    const faults = lines.flatMap((line) => {
      const fault = returnFaultOf(line);
      return fault === undefined ? [] : [`${reviewObject(line["object"]).kind}: ${fault}`];
    });
    expect(lines.length).toBeGreaterThan(300);
    expect(faults).toEqual([]);
  });
});
