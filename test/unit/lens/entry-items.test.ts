import { describe, expect, test } from "vitest";
import type { Conversion } from "../../../lib/converter/converter.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import type { EntryRule } from "../../../lib/lens/language/rule.ts";
import { allowance } from "../../support/allowance.ts";

function waysOf(more: Partial<EntryRule>) {
  const rule: EntryRule = {
    op: "entry",
    from: { cpu: "spec.cpu", memory: "spec.memory" },
    to: "spec.limits",
    ...more,
  };
  const kind = { group: "example.com", schemaOf: () => undefined };
  const edge = lensEdge(kind, { from: "v1", to: "v2", rules: [rule] });
  const way = (name: "forward" | "backward") => (from: Conversion) => {
    const source = { labels: {}, annotations: {}, ...from, name: undefined, namespace: undefined };
    const result = edge[name](source, allowance());
    if (!result.ok) throw new Error(result.error.message);
    return result.value;
  };
  return { up: way("forward"), down: way("backward") };
}

const cpu = { name: "cpu", value: 1 };
const gpu = { name: "gpu", value: 3 };
const disk = { name: "disk", value: 4 };

describe("items without a field", () => {
  const { up, down } = waysOf({});

  test.each<{ name: string; v2: JsonObject; edit: JsonObject; back: JsonObject }>([
    {
      name: "stay when a field is edited",
      v2: { limits: [gpu, cpu, disk] },
      edit: { cpu: 2 },
      back: { limits: [gpu, { name: "cpu", value: 2 }, disk] },
    },
    {
      name: "stay when the last field is removed",
      v2: { limits: [cpu, gpu] },
      edit: { x: 1 },
      back: { limits: [gpu], x: 1 },
    },
    {
      name: "stay when a first field is added",
      v2: { limits: [gpu] },
      edit: { memory: 5 },
      back: { limits: [{ name: "memory", value: 5 }, gpu] },
    },
    {
      name: "stay beside a repeated name, of which the first counts",
      v2: { limits: [cpu, { name: "cpu", value: 9 }, gpu] },
      edit: { cpu: 2 },
      back: { limits: [{ name: "cpu", value: 2 }, { name: "cpu", value: 9 }, gpu] },
    },
    {
      name: "stay when the field of a repeated name is removed",
      v2: { limits: [cpu, { name: "cpu", value: 9 }, gpu] },
      edit: { memory: 2 },
      back: { limits: [{ name: "memory", value: 2 }, gpu] },
    },
  ])("$name", ({ v2, edit, back }) => {
    const image = down({ body: { spec: v2 } });
    expect(up(image).body).toEqual({ spec: v2 });
    expect(up({ ...image, body: { spec: edit } }).body).toEqual({ spec: back });
  });
});

describe("items that a rule fills in", () => {
  const id = { name: "id", required: true };
  const { up, down } = waysOf({
    fill: { to: { value: ["id", "memory"] } },
    members: { id: { required: true } },
  });

  test.each<{ name: string; v1: JsonObject; v2: JsonObject }>([
    {
      name: "are added beside fields",
      v1: { spec: { cpu: 1 } },
      v2: { spec: { limits: [id, cpu, { name: "memory" }] } },
    },
    {
      name: "are added without any field",
      v1: { spec: {} },
      v2: { spec: { limits: [id, { name: "memory" }] } },
    },
    { name: "are not added without the map around the list", v1: {}, v2: {} },
  ])("$name", ({ v1, v2 }) => {
    const image = up({ body: v1 });
    expect(image.body).toEqual(v2);
    expect(down(image).body).toEqual(v1);
    expect(down({ body: v2 }).body).toEqual(v1);
  });

  test.each<{ name: string; v2: JsonObject }>([
    { name: "that the list lacks", v2: { spec: { limits: [cpu] } } },
    { name: "and no list", v2: { spec: {} } },
    { name: "and an empty list", v2: { spec: { limits: [] } } },
    { name: "with more members", v2: { spec: { limits: [{ ...id, more: 1 }, gpu] } } },
  ])("$name: comes back", ({ v2 }) => {
    expect(up(down({ body: v2 })).body).toEqual(v2);
  });
});
