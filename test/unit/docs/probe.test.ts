import { test } from "vitest";
import { exampleKind, exampleObject, keptIn, withoutStash } from "../../support/docs/example-kind.ts";
import { readLens } from "../../support/docs/lens-examples.ts";
test("x", () => {
  const run = (text: string, v: string, to: string, body: any) => {
    const { schemas, lenses } = readLens(text, "yaml", 0);
    const k = exampleKind(schemas, lenses);
    const t = k(exampleObject(v, body), to);
    console.log(JSON.stringify(t.object), JSON.stringify(t.remarks), "HOME", JSON.stringify(typeof t.object === "string" ? t.object : k(t.object, v).object));
  };
  const l = "# v1 spec: { ref: string }\n# v2 spec: { ref: { name: string } }\n- { move: spec.ref, to: spec.ref.name }\n";
  run(l, "v1", "v2", { spec: { ref: "a" } });
  run(l, "v2", "v1", { spec: { ref: { name: "a" } } });
  run(l, "v2", "v1", { spec: { ref: { name: "a", z: 1 } } });
  run(l, "v2", "v1", { spec: { ref: {} } });
  run(l, "v1", "v2", { spec: { ref: {x: 1} } });
  const m = "# v1 spec: { ref: string }\n# v2 spec: { ref: { name: string, kind: string } }\n- { move: spec.ref, to: spec.ref.name }\n- { constant: spec.ref.kind, in: v2, value: Secret }\n";
  run(m, "v1", "v2", { spec: { ref: "a" } });
  run(m, "v2", "v1", { spec: { ref: { name: "a", kind: "Secret" } } });
  const f = "# v1 spec: { x: string, l: [string] }\n# v2 spec: { x: { l: [string] } }\n- first: [spec.l, { convert: spec.x }]\n  to: spec.x.l\n";
  run(f, "v1", "v2", { spec: { x: "a" } });
  const kd = "# v1 spec: { env: { any key: string } }\n# v2 spec: { env: [{ key name: string, value: string }] }\n- { keyed: spec.env, key: name, value: value }\n- { keep: \"spec.env[*].value\", in: v2 }\n";
  run(kd, "v1", "v2", { spec: { env: { a: "b" } } });
});
