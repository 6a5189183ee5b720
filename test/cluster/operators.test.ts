import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { isObject, type JsonObject, member } from "../../lib/json/value.ts";
import { objectIn } from "../support/json-lines.ts";
import { linesOf } from "../vectors/lines.ts";
import { readSteps, specOf, testSteps } from "./support/applies.ts";
import { bodyOf } from "./support/kinds.ts";
import { defineLensKind, type LensKind } from "./support/lens-kinds.ts";
import { nameOf } from "./support/resource.ts";
import { openWorld, type World } from "./support/world.ts";

const operators = new URL("../operators/", import.meta.url);

let world: World;

beforeAll(async () => {
  world = await openWorld({ serve: ["--kinds", fileURLToPath(operators)] });
});

afterAll(() => world?.stop());

/** The objects that a kind's folder shows. */
function samplesOf(folder: string): readonly JsonObject[] {
  const samples = new URL(`${folder}/samples/`, operators);
  return readdirSync(samples).flatMap((name) => {
    const documents = parseAllDocuments(readFileSync(new URL(name, samples), "utf8"));
    return documents.map((document): JsonObject => document.toJS());
  });
}

/** Every tenth object with a spec of a kind's vectors, of those that were made from its schema. */
function someVectorsOf(folder: string): readonly JsonObject[] {
  return linesOf(new URL(`${folder}/vectors.jsonl.gz`, operators))
    .map(objectIn)
    .filter(({ origin }) => ["random", "random-defaulted"].includes(String(origin)))
    .map((vector) => member(vector, "object") ?? null)
    .filter(isObject)
    .filter((object) => Object.hasOwn(object, "spec"))
    .filter((_, index) => index % 10 === 0);
}

function versionOf({ apiVersion }: JsonObject): string {
  return String(apiVersion).split("/")[1] ?? "";
}

const kinds = [
  {
    folder: "kueue-cluster-queue",
    plural: "clusterqueues",
    group: "kueue.x-k8s.io",
    versions: ["v1beta1", "v1beta2"],
    edit: { stopPolicy: "Hold" },
  },
  {
    folder: "alertmanager-config",
    plural: "alertmanagerconfigs",
    group: "monitoring.coreos.com",
    versions: ["v1alpha1", "v1beta1"],
    edit: { inhibitRules: [{ equal: ["edited"] }] },
  },
];

describe.each(kinds)("$folder", async ({ folder, plural, group, versions, edit }) => {
  let kind: LensKind;

  beforeAll(async () => {
    kind = await defineLensKind(world, new URL(`${folder}/`, operators));
  });

  /** The version that an object is not of. */
  function otherThan(version: string): string {
    return versions.find((each) => each !== version) ?? "";
  }

  /** Creates an object under a name of its own and gives its spec with the server's defaults. */
  async function create(object: JsonObject, name: string): Promise<JsonObject> {
    const { apiVersion: _, kind: __, metadata: ___, ...body } = object;
    const created = await kind
      .at(versionOf(object))
      .create(kind.object(versionOf(object), name, body));
    return specOf(created);
  }

  describe("two managers apply in two versions", async () => {
    testSteps(await readSteps(folder), versions, () => kind);
  });

  test.each(samplesOf(folder).map((sample) => ({ sample, name: nameOf(sample) })))(
    "$name, edited with kubectl in the other version, differs by the edit alone",
    async ({ sample, name }) => {
      const spec = await create(sample, name);
      const there = `${plural}.${otherThan(versionOf(sample))}.${group}`;
      const { stdout } = await world.kubectl(["get", there, name, "-o", "yaml"]);
      const [document] = parseAllDocuments(stdout);
      document?.setIn(["spec"], { ...document.toJS().spec, ...edit });
      const run = await world.kubectl(["replace", "-f", "-"], String(document));
      expect(run).toMatchObject({ code: 0, stderr: "" });
      expect(specOf(await kind.at(versionOf(sample)).get(name))).toEqual({ ...spec, ...edit });
    },
  );

  test("objects generated from the schema come back from an edit in the other version", async () => {
    for (const [index, object] of someVectorsOf(folder).entries()) {
      const name = `made-${index}`;
      const spec = await create(object, name);
      const there = kind.at(otherThan(versionOf(object)));
      const shown = await there.get(name);
      await there.update({ ...shown, spec: { ...specOf(shown), ...edit } });
      expect(bodyOf(await kind.at(versionOf(object)).get(name))).toEqual({
        spec: { ...spec, ...edit },
      });
    }
  });
});

describe("every conversion review of these tests", () => {
  test("had a successful response", () => {
    const answers = world.relay.exchanges.map(({ response }) => response);
    expect(answers.filter((answer) => !answer.includes('"status":"Success"'))).toEqual([]);
  });
});
