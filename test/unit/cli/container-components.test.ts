import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { handleRequest } from "../../../lib/api-server/handle-request.ts";
import type { ServedKind } from "../../../lib/api-server/served-kind.ts";
import { containerFiles } from "../../../lib/cli/verbs/container/container-files.ts";
import { allEngines } from "../../../lib/crd/engines/all-engines.ts";
import { compileKind } from "../../../lib/crd/request/resource-kind.ts";
import { parse } from "../../../lib/json/parse.ts";
import { isArray, isObject, type JsonObject } from "../../../lib/json/value.ts";
import { conversionSetting } from "../../../lib/protocol/webhook-client/conversion-request.ts";
import { asMap } from "../../support/as-map.ts";

const recorded = new URL("../../support/components/definitions.json.gz", import.meta.url);
const read = parse(gunzipSync(readFileSync(recorded)).toString());
const definitions = read.ok && isArray(read.value) ? read.value.filter(isObject) : [];

/** The kinds of cert-manager and of the Prometheus operator, without their own webhooks. */
const kinds: readonly ServedKind[] = definitions.map((definition) => ({
  definition,
  resource: compileKind(definition, allEngines),
  plural: "",
  conversion: conversionSetting(definition),
  mutating: undefined,
  validating: undefined,
}));

const files = containerFiles("", {
  namespace: "hooks",
  image: "registry.example.com/hooks:1",
  isKeyless: false,
});

const objects = files
  .filter(({ path }) => /^(?:cert-manager|monitoring)\//.test(path))
  .map(({ path, text }) => ({ path, object: asMap(parseYaml(text)) }))
  .filter(({ object }) => object["kind"] !== "Component");

/** What a server says of an object that kubectl create sends; undefined where it takes it. */
async function refusal(object: JsonObject): Promise<string | undefined> {
  const [group, version = ""] = String(object["apiVersion"]).split("/");
  const kind = kinds.find(
    ({ resource }) => resource.group === group && resource.kind === object["kind"],
  );
  if (kind?.resource.versions.get(version)?.isServed !== true) return "no such kind";
  const request = {
    version,
    object,
    old: undefined,
    namespace: "hooks",
    userInfo: {},
    dryRun: false,
    fieldValidation: "strict",
  } as const;
  const { failure } = await handleRequest(kind, request, () => {
    throw new Error("these kinds have no webhook of ours");
  });
  return failure?.message;
}

describe("objects of cert-manager and of the Prometheus operator", () => {
  test("are of four kinds", () => {
    expect(objects.map(({ object }) => object["kind"]).sort()).toEqual([
      "Certificate",
      "Issuer",
      "PodMonitor",
      "PrometheusRule",
    ]);
  });

  test.each(objects)("$path is valid by its definition", async ({ object }) => {
    expect(await refusal(object)).toBeUndefined();
  });

  const wrong: readonly { kind: string; spec: (spec: JsonObject) => JsonObject; text: RegExp }[] = [
    {
      kind: "Certificate",
      spec: (spec) => ({ ...spec, privateKey: { algorithm: "EC" } }),
      text: /spec\.privateKey\.algorithm: Unsupported value: "EC"/,
    },
    {
      kind: "Issuer",
      spec: () => ({ selfsigned: {} }),
      text: /unknown field "spec\.selfsigned"/,
    },
    {
      kind: "PodMonitor",
      spec: ({ selector: _, ...spec }) => spec,
      text: /spec\.selector: Required value/,
    },
    {
      kind: "PrometheusRule",
      spec: () => ({ groups: [{ name: "a", rules: [{ alert: "A", for: "soon", expr: "1" }] }] }),
      text: /spec\.groups\[0\]\.rules\[0\]\.for: Invalid value: "soon"/,
    },
  ];

  test.each(wrong)("a wrong $kind would be refused", async ({ kind, spec, text }) => {
    const { object = {} } = objects.find((each) => each.object["kind"] === kind) ?? {};
    const given = object["spec"];
    expect(await refusal({ ...object, spec: spec(isObject(given) ? given : {}) })).toMatch(text);
  });
});
