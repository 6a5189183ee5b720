import jsonPatch from "fast-json-patch";
import { describe, expect, test } from "vitest";
import {
  type PlannedConversion,
  restoreConversion,
  takenAnnotation,
  takeOverConversion,
} from "../../../../lib/cli/verbs/dev/cluster/taken-conversion.ts";
import { mapAt } from "../../../../lib/json/members.ts";
import type { JsonObject } from "../../../../lib/json/value.ts";
import { asMap } from "../../../support/as-map.ts";

const name = "pizzas.example.com";
const webhook = (clientConfig: JsonObject): JsonObject => ({
  strategy: "Webhook",
  webhook: { clientConfig },
});
const none = { strategy: "None" };
const ours = webhook({ url: "https://dev.example/key/convert" });
const theirs = webhook({ url: "https://theirs.example/secret/convert" });
const planned: PlannedConversion = { name, conversion: ours, run: "this" };
const taken = (run: string, conversion: JsonObject): JsonObject => ({
  [takenAnnotation]: JSON.stringify({ run, conversion }),
});

/** A definition in a cluster; undefined where the cluster does not have it. */
interface Stored {
  conversion?: JsonObject;
  annotations?: JsonObject;
}

/** An API server with one definition, which somebody else changes before each of the first patches. */
function serverWith(stored: Stored | undefined, { conflicts = 0, refusal = 0 } = {}) {
  let version = 1;
  let left = conflicts;
  let definition: JsonObject | undefined = stored && {
    metadata: { ...(stored.annotations && { annotations: stored.annotations }) },
    spec: { ...(stored.conversion && { conversion: stored.conversion }) },
  };
  const withVersion = (object: JsonObject): JsonObject => ({
    ...object,
    metadata: { ...mapAt(object, "metadata"), resourceVersion: String(version) },
  });
  const call = async ({ method, body }: { method: string; body?: unknown }) => {
    if (definition === undefined) return { status: 404, body: {} };
    if (method === "GET") return { status: 200, body: withVersion(definition) };
    if (refusal > 0) return { status: refusal, body: { message: "no" } };
    if (left > 0) {
      left -= 1;
      version += 1;
    }
    const copy = structuredClone(withVersion(definition));
    try {
      const [patched] = [jsonPatch.applyPatch(copy, body as jsonPatch.Operation[], true)];
      definition = asMap(patched.newDocument);
    } catch {
      return { status: 422, body: { message: "testing value /metadata failed" } };
    }
    version += 1;
    return { status: 200, body: definition };
  };
  const state = (): Stored | undefined => {
    if (definition === undefined) return undefined;
    return { ...mapAt(definition, "metadata"), ...mapAt(definition, "spec") };
  };
  return { api: { call, close: async () => undefined }, state };
}

describe("takeOverConversion", () => {
  test.each([
    { name: "no conversion", stored: {}, before: none },
    { name: "no webhook", stored: { conversion: none }, before: none },
    {
      name: "other annotations",
      stored: { conversion: none, annotations: { a: "b" } },
      before: none,
    },
    {
      name: "an annotation of another form",
      stored: { conversion: none, annotations: { [takenAnnotation]: "{" } },
      before: none,
    },
  ])("replaces the conversion of a definition with $name", async ({ stored, before }) => {
    const { api, state } = serverWith(stored);
    expect(await takeOverConversion(api, planned, false)).toBeUndefined();
    expect(state()).toMatchObject({
      conversion: ours,
      annotations: { ...(stored.annotations?.["a"] && { a: "b" }), ...taken("this", before) },
    });
  });

  test.each([
    { name: "a url, without its path", conversion: theirs, shown: "by https://theirs.example and" },
    {
      name: "a Service",
      conversion: webhook({ service: { namespace: "n", name: "s" } }),
      shown: "by the Service n/s and",
    },
    { name: "an unknown client", conversion: webhook({}), shown: "by a webhook and" },
    {
      name: "a text that is not a url",
      conversion: webhook({ url: "x" }),
      shown: "by a webhook and",
    },
  ])("does not change a webhook, and names it: $name", async ({ conversion, shown }) => {
    const { api, state } = serverWith({ conversion });
    expect(await takeOverConversion(api, planned, false)).toContain(shown);
    expect(state()?.conversion).toEqual(conversion);
  });

  test("replaces a webhook with --take-over", async () => {
    const { api, state } = serverWith({ conversion: theirs });
    expect(await takeOverConversion(api, planned, true)).toBeUndefined();
    expect(state()).toMatchObject({ conversion: ours, annotations: taken("this", theirs) });
  });

  test("preserves the conversion from before a run that did not restore it", async () => {
    const stored = { conversion: ours, annotations: taken("earlier", theirs) };
    expect(await takeOverConversion(serverWith(stored).api, planned, false)).toContain(
      "--take-over",
    );
    const { api, state } = serverWith(stored);
    expect(await takeOverConversion(api, planned, true)).toBeUndefined();
    expect(state()).toMatchObject({ annotations: taken("this", theirs) });
  });

  test("changes nothing if it has replaced the conversion already", async () => {
    const stored = { conversion: theirs, annotations: taken("this", none) };
    const { api, state } = serverWith(stored);
    expect(await takeOverConversion(api, planned, true)).toBeUndefined();
    expect(state()).toMatchObject(stored);
  });

  test("reads again after a change by another client, five times at most", async () => {
    const { api, state } = serverWith({ conversion: none }, { conflicts: 4 });
    expect(await takeOverConversion(api, planned, false)).toBeUndefined();
    expect(state()?.conversion).toEqual(ours);
    const { api: busy } = serverWith({ conversion: none }, { conflicts: 5 });
    await expect(takeOverConversion(busy, planned, false)).rejects.toThrow(
      `somebody else keeps changing ${name}: try again`,
    );
  });

  test("reports what is missing, and what the server refuses", async () => {
    await expect(takeOverConversion(serverWith(undefined).api, planned, false)).rejects.toThrow(
      `the cluster has no CustomResourceDefinition ${name}: apply its crd.yaml first`,
    );
    const { api } = serverWith({ conversion: none }, { refusal: 403 });
    await expect(takeOverConversion(api, planned, false)).rejects.toThrow("no");
  });
});

describe("restoreConversion", () => {
  test("restores the conversion from before", async () => {
    const { api, state } = serverWith({ conversion: ours, annotations: taken("this", theirs) });
    await restoreConversion(api, planned);
    expect(state()).toMatchObject({ conversion: theirs });
    expect(state()?.annotations).toEqual({});
  });

  test("does not change a conversion that another client has set since", async () => {
    const { api, state } = serverWith({ conversion: theirs, annotations: taken("this", none) });
    await restoreConversion(api, planned);
    expect(state()).toMatchObject({ conversion: theirs, annotations: {} });
  });

  test.each([
    {
      name: "another run has taken",
      stored: { conversion: ours, annotations: taken("next", none) },
    },
    { name: "nobody has taken over", stored: { conversion: theirs } },
    { name: "does not exist", stored: undefined },
  ])("changes nothing in a definition that $name", async ({ stored }) => {
    const { api, state } = serverWith(stored);
    const before = state();
    await restoreConversion(api, planned);
    expect(state()).toEqual(before);
  });
});
