import { describe, expect, test } from "vitest";
import type { ConversionRegistry } from "../../../lib/conversion/registry.ts";
import { mapAt } from "../../../lib/json/members.ts";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { asMap } from "../../support/as-map.ts";
import { convertOne, trustingRegistry } from "../../support/convert-one.ts";
import { cronTab } from "../../support/reviews.ts";

const hostKey = "stable.example.com/kept.v1.0upo1il1vqzfi7";
const portKey = "stable.example.com/kept.v1.194okhw0olqxur";
const keptHost = (value: JsonValue) => ({ [hostKey]: JSON.stringify({ "spec.host": [value] }) });
const keptPort = (value: JsonValue) => ({ [portKey]: JSON.stringify({ "spec.port": [value] }) });

/** Converts a spec, and gives what became of it and of the annotations. */
function converted(
  from: string,
  spec: JsonValue,
  annotations: JsonObject = {},
  registry?: ConversionRegistry,
): { readonly spec: JsonValue | undefined; readonly annotations: JsonValue | undefined } {
  const to = from === "v1" ? "v1beta1" : "v1";
  const result = convertOne(cronTab(from, spec, { annotations }), to, registry);
  const metadata = mapAt(result, "metadata");
  return { spec: result["spec"], annotations: metadata["annotations"] ?? {} };
}

describe("CronTab from v1beta1 to v1", () => {
  test.each<{ name: string; spec: JsonValue; gives: JsonValue }>([
    {
      name: "host and port",
      spec: { hostPort: "localhost:1234" },
      gives: { host: "localhost", port: "1234" },
    },
    {
      name: "the last colon separates",
      spec: { hostPort: "[::1]:80" },
      gives: { host: "[::1]", port: "80" },
    },
    { name: "two colons", spec: { hostPort: "a:b:c" }, gives: { host: "a:b", port: "c" } },
    { name: "no host", spec: { hostPort: ":80" }, gives: { host: "", port: "80" } },
    { name: "no port", spec: { hostPort: "a:" }, gives: { host: "a", port: "" } },
    { name: "a colon", spec: { hostPort: ":" }, gives: { host: "", port: "" } },
    { name: "white space", spec: { hostPort: " a : 1 " }, gives: { host: " a ", port: " 1 " } },
    { name: "null", spec: { hostPort: null }, gives: { host: null, port: null } },
    { name: "an empty spec", spec: {}, gives: {} },
    { name: "another field alone", spec: { cronSpec: "1" }, gives: { cronSpec: "1" } },
    { name: "a spec that is null", spec: null, gives: null },
    { name: "a spec that is text", spec: "x", gives: "x" },
    { name: "a spec that is a list", spec: [{ hostPort: "a:1" }], gives: [{ hostPort: "a:1" }] },
    {
      name: "exact numbers, without any other change",
      spec: { replicas: 9007199254740993n, image: "", more: { hostPort: "a:1", x: [], y: {} } },
      gives: { replicas: 9007199254740993n, image: "", more: { hostPort: "a:1", x: [], y: {} } },
    },
  ])("$name", ({ spec, gives }) => {
    expect(converted("v1beta1", spec)).toEqual({ spec: gives, annotations: {} });
  });

  test.each<{ name: string; hostPort: JsonValue }>([
    { name: "text without a colon", hostPort: "localhost" },
    { name: "empty text", hostPort: "" },
    { name: "a number", hostPort: 80 },
    { name: "a boolean", hostPort: false },
    { name: "a list", hostPort: ["a:1"] },
    { name: "a map", hostPort: { host: "a", port: "1" } },
  ])("a hostPort that is $name fails the review", ({ hostPort }) => {
    expect(() => converted("v1beta1", { hostPort })).toThrow(
      "objects[0] default/report: spec.hostPort: hostPort could not be parsed into a separate host and port",
    );
  });

  test("unknown fields with the names of the new fields are not the new fields, and are preserved", () => {
    const { spec, annotations } = converted("v1beta1", { hostPort: "a:1", host: "x", port: 5 });
    expect(spec).toEqual({ host: "a", port: "1" });
    expect(Object.values(asMap(annotations))).toEqual(['{"spec.host":["x"]}', '{"spec.port":[5]}']);
    const kept = asMap(annotations);
    expect(converted("v1", spec ?? null, kept, trustingRegistry)).toEqual({
      spec: { hostPort: "a:1", host: "x", port: 5 },
      annotations: {},
    });
    expect(converted("v1", spec ?? null, kept)).toEqual({
      spec: { hostPort: "a:1" },
      annotations,
    });
  });
});

describe("CronTab from v1 to v1beta1", () => {
  test.each<{ name: string; spec: JsonValue; gives: JsonValue; kept: JsonObject }>([
    { name: "both", spec: { host: "a", port: "1" }, gives: { hostPort: "a:1" }, kept: {} },
    {
      name: "IPv6",
      spec: { host: "[::1]", port: "80" },
      gives: { hostPort: "[::1]:80" },
      kept: {},
    },
    { name: "both empty", spec: { host: "", port: "" }, gives: { hostPort: ":" }, kept: {} },
    { name: "both null", spec: { host: null, port: null }, gives: { hostPort: null }, kept: {} },
    { name: "neither", spec: { image: "i" }, gives: { image: "i" }, kept: {} },
    { name: "a host alone", spec: { host: "h" }, gives: {}, kept: keptHost("h") },
    { name: "a port alone", spec: { port: "1" }, gives: {}, kept: keptPort("1") },
    {
      name: "a port with a colon",
      spec: { host: "h", port: "1:2" },
      gives: {},
      kept: { ...keptHost("h"), ...keptPort("1:2") },
    },
  ])("$name, and back", ({ spec, gives, kept }) => {
    const old = converted("v1", spec);
    expect(old).toEqual({ spec: gives, annotations: kept });
    expect(converted("v1beta1", gives, kept)).toEqual({ spec, annotations: {} });
  });

  test.each<{
    name: string;
    spec: JsonValue;
    kept: JsonObject;
    refused: JsonObject;
    back: JsonValue;
  }>([
    {
      name: "a port that is a number",
      spec: { host: "h", port: 80 },
      kept: { ...keptHost("h"), ...keptPort(80) },
      refused: keptPort(80),
      back: { host: "h" },
    },
    {
      name: "a host that is a map",
      spec: { host: {}, port: "1" },
      kept: { ...keptHost({}), ...keptPort("1") },
      refused: keptHost({}),
      back: { port: "1" },
    },
    {
      name: "a null beside a host",
      spec: { host: "h", port: null },
      kept: { ...keptHost("h"), ...keptPort(null) },
      refused: keptPort(null),
      back: { host: "h" },
    },
  ])("$name is preserved, and held back if the schema refuses it", (row) => {
    expect(converted("v1", row.spec)).toEqual({ spec: {}, annotations: row.kept });
    const trusting = converted("v1beta1", {}, row.kept, trustingRegistry);
    expect(trusting).toEqual({ spec: row.spec, annotations: {} });
    const back = converted("v1beta1", {}, row.kept);
    expect(back).toEqual({ spec: row.back, annotations: row.refused });
    expect(converted("v1", row.back, row.refused).annotations).toEqual(row.kept);
  });

  test("an unknown field with the name of the old field is not the old field, and is preserved", () => {
    const { spec, annotations } = converted("v1", { host: "a", port: "1", hostPort: "b:2" });
    expect(spec).toEqual({ hostPort: "a:1" });
    const kept = asMap(annotations);
    expect(converted("v1beta1", spec ?? null, kept, trustingRegistry)).toEqual({
      spec: { host: "a", port: "1", hostPort: "b:2" },
      annotations: {},
    });
    expect(converted("v1beta1", spec ?? null, kept)).toEqual({
      spec: { host: "a", port: "1" },
      annotations,
    });
  });
});

describe("a value preserved for v1", () => {
  test.each<{ name: string; spec: JsonValue; kept: JsonObject; gives: JsonValue }>([
    {
      name: "is ignored if hostPort has changed",
      spec: { hostPort: "b:2" },
      kept: keptHost("h"),
      gives: { host: "b", port: "2" },
    },
    {
      name: "is ignored if it would be visible: both halves",
      spec: {},
      kept: { ...keptHost("h"), ...keptPort("1") },
      gives: {},
    },
    {
      name: "is ignored if it contradicts null",
      spec: { hostPort: null },
      kept: keptHost("h"),
      gives: { host: null, port: null },
    },
    { name: "is ignored without a spec to be in", spec: null, kept: keptHost("h"), gives: null },
    {
      name: "is ignored if it is not an entry",
      spec: {},
      kept: { [hostKey]: '{"spec.host":"h"}' },
      gives: {},
    },
    { name: "is ignored if it is not JSON", spec: {}, kept: { [hostKey]: "h" }, gives: {} },
    {
      name: "is ignored for a field that it may not name",
      spec: {},
      kept: { [hostKey]: '{"spec.replicas":[5]}' },
      gives: {},
    },
    {
      name: "is ignored for the root",
      spec: {},
      kept: { [hostKey]: '{"host":["h"]}' },
      gives: {},
    },
    {
      name: "is also read in packed form",
      spec: {},
      kept: { "stable.example.com/kept": '{"v1":{"spec.host":["h"]}}' },
      gives: { host: "h" },
    },
    {
      name: "is restored beside an edit of another field",
      spec: { image: "new" },
      kept: keptHost("h"),
      gives: { image: "new", host: "h" },
    },
  ])("$name", ({ spec, kept, gives }) => {
    expect(converted("v1beta1", spec, kept).spec).toEqual(gives);
  });

  test("a forged hostPort that could not be parsed again is ignored", () => {
    const annotations = { "stable.example.com/kept.v1beta1.x": '{"spec.hostPort":["no colon"]}' };
    expect(converted("v1", { image: "i" }, annotations)).toEqual({
      spec: { image: "i" },
      annotations: {},
    });
  });

  test("preserved values of another version or kind are not changed", () => {
    const annotations = {
      "stable.example.com/kept.v2.a": "x",
      "example.com/kept.v1.a": "y",
      z: "",
    };
    expect(converted("v1beta1", {}, annotations)).toEqual({ spec: {}, annotations });
  });
});

describe("the printed CronTab, with its fields at the root", () => {
  const local = {
    apiVersion: "example.com/v1beta1",
    kind: "CronTab",
    metadata: {
      name: "local-crontab",
      namespace: "default",
      creationTimestamp: "2019-09-04T14:03:02Z",
    },
    hostPort: "localhost:1234",
  };
  const { hostPort: _, ...common } = local;

  test("is converted as in the Kubernetes documentation", () => {
    expect(convertOne(local, "v1")).toEqual({
      ...common,
      apiVersion: "example.com/v1",
      host: "localhost",
      port: "1234",
    });
  });

  test("preserves a half under its own address", () => {
    const half = { ...common, apiVersion: "example.com/v1", host: "h" };
    const old = convertOne(half, "v1beta1");
    expect(Object.values(mapAt(mapAt(old, "metadata"), "annotations"))).toEqual(['{"host":["h"]}']);
    expect(convertOne(old, "v1")).toEqual(half);
  });

  test("fails if hostPort has no colon", () => {
    expect(() => convertOne({ ...local, hostPort: "localhost" }, "v1")).toThrow(
      "objects[0] default/local-crontab: hostPort: hostPort could not be parsed into a separate host and port",
    );
  });
});
