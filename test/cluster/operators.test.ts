import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { isObject, type JsonObject, member } from "../../lib/json/value.ts";
import { objectIn } from "../support/json-lines.ts";
import { linesOf } from "../vectors/lines.ts";
import { bodyOf } from "./kinds.ts";
import { defineLensKind, type LensKind } from "./lens-kinds.ts";
import { refusal } from "./registrations.ts";
import { openWorld, type World } from "./world.ts";

const operators = new URL("../operators/", import.meta.url);

let world: World;

beforeAll(async () => {
  world = await openWorld({ serve: ["--kinds", fileURLToPath(operators)] });
});

afterAll(() => world?.stop());

/** Objects of a kind's folder: its samples, and those among its vectors that were made to be valid. */
function objectsOf(folder: string): readonly JsonObject[] {
  const samples = new URL(`${folder}/samples/`, operators);
  const written = readdirSync(samples).flatMap((name) =>
    parseAllDocuments(readFileSync(new URL(name, samples), "utf8")).map((each): JsonObject => each.toJS()),
  );
  const vectors = linesOf(new URL(`${folder}/vectors.jsonl.gz`, operators)).map(objectIn);
  return [...written, ...vectors.map((v) => member(v, "object")).filter((o) => o !== undefined && isObject(o))];
}
const kinds = [
  { folder: "kueue-cluster-queue", versions: ["v1beta1", "v1beta2"], edit: { stopPolicy: "Hold" } },
  { folder: "alertmanager-config", versions: ["v1alpha1", "v1beta1"], edit: { inhibitRules: [{ equal: ["edited"] }] } },
];
describe.each(kinds)("$folder", ({ folder, versions, edit }) => {
  let kind: LensKind;
  beforeAll(async () => {
    kind = await defineLensKind(world, new URL(`${folder}/`, operators));
  });
  test("explore", async () => {
    const t0 = Date.now();
    let n = 0, refused = 0, count = 0;
    for (const object of objectsOf(folder)) {
      const version = String(object["apiVersion"]).split("/")[1]!;
      const other = versions.find((v) => v !== version)!;
      const { spec = {} } = object;
      const name = `o${n++}`;
      if (n > 400) break;
      let created: JsonObject;
      const said = await refusal((async () => { created = await kind.at(version).create(kind.object(version, name, { spec })); })());
      if (said !== "") { refused++; continue; }
      count++;
      const before = bodyOf(created!);
      const there = await kind.at(other).get(name);
      const got = bodyOf(await kind.at(version).get(name));
      expect(got).toEqual(before);
      const told = await refusal((async () => { await kind.at(other).update({ ...there, spec: { ...(there["spec"] as any), ...edit } }); })());
      if (told !== "") { console.log(name, version, told.slice(0, 400)); continue; }
      const home = bodyOf(await kind.at(version).get(name));
      try { expect(home).toEqual({ spec: { ...(before["spec"] as any), ...edit } }); } catch (e: any) { console.log(name, version, e.message.slice(0, 1500)); }
    }
    console.log(folder, n, "refused", refused, count, Date.now() - t0);
  });
});
