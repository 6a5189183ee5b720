import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkCrd } from "../../lib/crd/check-crd.ts";
import { allEngines } from "../../lib/crd/engines/all-engines.ts";
import { createObject } from "../../lib/crd/request/create-and-update.ts";
import { compileKind } from "../../lib/crd/request/resource-kind.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../lib/json/value.ts";
import type { FieldError } from "../../lib/schema/field-error/field-error.ts";
import { fieldMessage } from "../../lib/schema/field-error/field-message.ts";
import { boolExpression, expressionObject, expressionSchema } from "../property/expressions.ts";
import type { Reply } from "./support/client.ts";
import { type ControlPlane, startControlPlane } from "./support/control-plane.ts";
import {
  definitionOf,
  definitionsPath,
  group,
  messagesIn,
  untilServed,
} from "./support/schema-differential.ts";

/** `RULES_SEED` in the environment draws other rules. */
const seed = Number(process.env["RULES_SEED"] ?? 20261121);
const perDefinition = 10;
const definitions = 20;
const objectsEach = 4;

let plane: ControlPlane;

beforeAll(async () => {
  plane = await startControlPlane();
});

afterAll(() => plane.stop());

/** One property for each rule, all of the same schema. */
function schemaWith(rules: readonly string[]): JsonObject {
  const property = (rule: string): JsonObject => ({
    ...expressionSchema,
    "x-kubernetes-validations": [{ rule }],
  });
  const properties = Object.fromEntries(rules.map((rule, index) => [`p${index}`, property(rule)]));
  return { type: "object", properties };
}

/** With one key in its map at most: the server's order of keys is not the same twice. */
function ordered(object: JsonObject): JsonObject {
  const map = member(object, "m");
  if (!isObject(map)) return object;
  const [first] = Object.entries(map);
  return { ...object, m: first === undefined ? {} : Object.fromEntries([first]) };
}

/** What each says, field and message; the digits that the server gives its types apart. */
function said(errors: readonly FieldError[]): readonly string[] {
  return comparable(errors.map(fieldMessage));
}

/** Which of several rules that cost the same the server names is chance. */
function comparable(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => !text.includes("contributed to estimated rule cost total")).sort();
}

function saidBy(reply: Reply): readonly string[] {
  return comparable(messagesIn(reply).map((text) => text.replace(/selfType\d+/g, "selfType")));
}

describe("the rule engine beside kube-apiserver", () => {
  test(`gives the same results for ${perDefinition * definitions} rules and their objects (RULES_SEED=${seed})`, async () => {
    const any = fc.sample(boolExpression, { seed, numRuns: 4 * perDefinition * definitions });
    const isFit = (rule: string): boolean =>
      allEngines.checkRules(schemaWith([rule]), "", []).length === 0;
    // The first definition takes them as they come, and is refused for what they cost.
    const drawn = [...any.slice(0, perDefinition), ...any.filter(isFit)];
    const objects = fc.sample(expressionObject.map(ordered), { seed, numRuns: perDefinition });
    const tally = { definitions: 0, objects: 0, failures: 0 };
    for (let index = 0; index <= definitions; index++) {
      const rules = drawn.slice(index * perDefinition, (index + 1) * perDefinition);
      const definition = definitionOf(index, schemaWith(rules));
      const reply = await plane.client.send({
        method: "POST",
        path: definitionsPath,
        body: definition,
      });
      expect(said(checkCrd(definition, allEngines).errors)).toEqual(saidBy(reply));
      if (reply.status !== 201) continue;
      tally.definitions++;
      const kind = compileKind(definition, allEngines);
      const path = `/apis/${group}/v1/namespaces/default/things${index}`;
      await untilServed(plane.client, path);
      for (let number = 0; number < objectsEach; number++) {
        const body = {
          apiVersion: `${group}/v1`,
          kind: `Thing${index}`,
          metadata: { name: `n${number}`, namespace: "default" },
          ...Object.fromEntries(
            rules.map((_, at) => [`p${at}`, objects[(at + number) % objects.length] ?? {}]),
          ),
        };
        const outcome = createObject(kind, "v1", { object: body });
        const theirs = saidBy(await plane.client.send({ method: "POST", path, body }));
        expect(outcome.ok && said(outcome.value.errors)).toEqual(theirs);
        tally.objects++;
        tally.failures += theirs.length;
      }
    }
    expect(tally.definitions).toBe(definitions);
    expect(tally.failures).toBeGreaterThan(tally.objects);
  }, 600_000);

  test("gives the same results for a set of maps or lists, which Go can't hash", async () => {
    const map = {
      type: "object",
      "x-kubernetes-map-type": "atomic",
      properties: { a: { type: "integer", format: "int64" } },
    };
    const list = {
      type: "array",
      maxItems: 3,
      "x-kubernetes-list-type": "atomic",
      items: { type: "integer", format: "int64" },
    };
    const setOf = (items: JsonObject, rule: string): JsonObject => ({
      type: "array",
      maxItems: 3,
      "x-kubernetes-list-type": "set",
      items,
      "x-kubernetes-validations": [{ rule }],
    });
    const rules = ["self == self", "self + self == self", "true || self == self", "self == []"];
    const properties = Object.fromEntries(
      rules.flatMap((rule, index) => [
        [`m${index}`, setOf(map, rule)],
        [`l${index}`, setOf(list, rule)],
      ]),
    );
    const definition = definitionOf(100, { type: "object", properties });
    const sent = { method: "POST", path: definitionsPath, body: definition } as const;
    expect((await plane.client.send(sent)).status).toBe(201);
    const path = `/apis/${group}/v1/namespaces/default/things100`;
    await untilServed(plane.client, path);
    const kind = compileKind(definition, allEngines);
    const metadata = { name: "sets", namespace: "default" };
    const head = { apiVersion: `${group}/v1`, kind: "Thing100", metadata };
    const sets = (items: readonly JsonValue[], letter: string): JsonObject =>
      Object.fromEntries(rules.map((_, index) => [`${letter}${index}`, items]));
    const [small, large] = [1, 9_007_199_254_740_993n];
    const body = {
      ...head,
      ...sets([{ a: small }, { a: large }], "m"),
      ...sets([[small], [large]], "l"),
    };
    const outcome = createObject(kind, "v1", { object: body });
    const theirs = saidBy(await plane.client.send({ method: "POST", path, body }));
    expect(theirs.join("\n")).toContain("hash of unhashable type map[string]interface {}");
    expect(outcome.ok && said(outcome.value.errors)).toEqual(theirs);
  });
});
