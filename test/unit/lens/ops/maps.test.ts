import { describe, expect, test } from "vitest";
import { isObject, type JsonObject, type JsonValue } from "../../../../lib/json/value.ts";
import { InvalidLens } from "../../../../lib/lens/language/invalid-lens.ts";
import { requireKeyPath, withoutValueAt } from "../../../../lib/lens/language/key-path.ts";
import { unparsable, type ValueCodec } from "../../../../lib/lens/ops/codec.ts";
import { variantCodec } from "../../../../lib/lens/ops/variant/codec.ts";
import { both } from "../../../support/lens-run.ts";

interface Row {
  readonly name: string;
  readonly from: JsonValue;
  readonly image: unknown;
  readonly returned: unknown;
}

const refused = { image: "unparsable", returned: "unparsable" };
const nothing = { image: undefined, returned: undefined };

/** Renames a member. */
function renamed(from: string, to: string): ValueCodec {
  const rename = (map: JsonObject, old: string, now: string) => {
    const { [old]: value, ...rest } = map;
    return value === undefined ? rest : { ...rest, [now]: value };
  };
  return {
    forward: (map) => (isObject(map) ? rename(map, from, to) : unparsable),
    backward: (map) => (isObject(map) ? rename(map, to, from) : unparsable),
    exactForward: false,
    exactBackward: false,
  };
}

describe("variantCodec", () => {
  const codec = variantCodec({
    tag: "type",
    cases: {
      Http: { where: { http: { present: true } }, inner: renamed("address", "http") },
      Tcp: { where: { tcp: { present: true } } },
      None: { where: { "mode.kind": "none", tcp: { present: false } } },
    },
  });

  test.each<Row>([
    {
      name: "a case with its op",
      from: { type: "Http", address: "a" },
      image: { http: "a" },
      returned: { address: "a", type: "Http" },
    },
    {
      name: "a case without",
      from: { type: "Tcp", tcp: { port: 1 } },
      image: { tcp: { port: 1 } },
      returned: { tcp: { port: 1 }, type: "Tcp" },
    },
    {
      name: "a case with a value that identifies it",
      from: { type: "None" },
      image: { mode: { kind: "none" } },
      returned: { type: "None" },
    },
    {
      name: "a member at the path of that value",
      from: { type: "None", mode: { kind: "some", x: 1 } },
      image: { mode: { kind: "none", x: 1 } },
      returned: { mode: { x: 1 }, type: "None" },
    },
    { name: "a parent that is not a map", from: { type: "None", mode: 1 }, ...refused },
    { name: "a result that would be of no case", from: { type: "Http" }, ...refused },
    {
      name: "a result that would be of two cases",
      from: { type: "Http", address: "a", tcp: 1 },
      ...refused,
    },
    { name: "an unknown tag", from: { type: "Udp" }, ...refused },
    { name: "a tag that is not a string", from: { type: 1 }, ...refused },
    { name: "no tag", from: { address: "a" }, ...nothing },
    { name: "a null tag", from: { type: null }, ...nothing },
    { name: "not a map", from: "Http", ...refused },
  ])("tagged: $name", ({ from, image, returned }) => {
    expect(both(codec, "forward", from)).toEqual({ image, returned });
  });

  test.each<Row>([
    {
      name: "null beside the case",
      from: { http: null, tcp: 1 },
      image: { http: null, tcp: 1, type: "Tcp" },
      returned: { http: null, tcp: 1 },
    },
    {
      name: "a member with the name of the tag",
      from: { tcp: 1, type: "x" },
      image: { tcp: 1, type: "Tcp" },
      returned: { tcp: 1 },
    },
    { name: "two cases", from: { http: 1, tcp: 1 }, ...refused },
    { name: "no case", from: { x: 1 }, ...nothing },
    { name: "empty", from: {}, ...nothing },
    { name: "not a map", from: [], ...refused },
  ])("untagged: $name", ({ from, image, returned }) => {
    expect(both(codec, "backward", from)).toEqual({ image, returned });
  });

  const soft = variantCodec({
    tag: "type",
    cases: {
      absent: { where: { tcp: { present: true } } },
      "": { where: {} },
      Http: { where: { mode: { in: ["a", "b"] }, tcp: { not: 1 } } },
    },
  });

  test.each<Row>([
    { name: "no tag", from: { tcp: 2 }, image: { tcp: 2 }, returned: { tcp: 2 } },
    { name: "no tag, but the members of another case", from: { x: 1 }, ...refused },
    { name: "a null tag", from: { type: null, tcp: 2 }, ...nothing },
    { name: "the word absent", from: { type: "absent", tcp: 2 }, ...refused },
    {
      name: "an empty tag",
      from: { type: "", x: 1 },
      image: { x: 1 },
      returned: { x: 1, type: "" },
    },
    { name: "an empty tag, and another case", from: { type: "", tcp: 2 }, ...refused },
    {
      name: "one of several values, which are not written",
      from: { type: "Http", mode: "b" },
      image: { mode: "b" },
      returned: { mode: "b", type: "Http" },
    },
    { name: "none of several values", from: { type: "Http", mode: "c" }, ...refused },
  ])("tagged, with a case for no tag and one for the rest: $name", ({ from, image, returned }) => {
    expect(both(soft, "forward", from)).toEqual({ image, returned });
  });

  test("a tag below a value that is not a map can't be written", () => {
    const nested = variantCodec({
      tag: "a.type",
      cases: { X: { where: { b: { present: true } } } },
    });
    expect(both(nested, "backward", { a: 1, b: 1 }).image).toBe("unparsable");
    expect(both(nested, "backward", { b: 1 })).toEqual({
      image: { b: 1, a: { type: "X" } },
      returned: { b: 1 },
    });
  });

  test.each([{ path: "" }, { path: "." }, { path: "a[*].b" }, { path: "a..b" }])(
    "a path that is not a path of keys ('$path') throws",
    ({ path }) => {
      expect(() => requireKeyPath(path)).toThrow(InvalidLens);
    },
  );

  test.each<{ name: string; map: JsonObject; rest: JsonObject }>([
    { name: "a parent that becomes empty is removed", map: { a: { b: 1 }, c: 1 }, rest: { c: 1 } },
    { name: "a parent with more stays", map: { a: { b: 1, d: 1 } }, rest: { a: { d: 1 } } },
    { name: "an empty parent stays", map: { a: {} }, rest: { a: {} } },
    { name: "a value that is not a parent stays", map: { a: 1 }, rest: { a: 1 } },
    { name: "nothing is present", map: { c: 1 }, rest: { c: 1 } },
  ])("without a value: $name", ({ map, rest }) => {
    expect(withoutValueAt(map, ["a", "b"])).toEqual(rest);
  });
});
