import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

test.each([
  {
    name: "an import that points upwards",
    files: { "json/a.ts": 'import { b } from "../schema/b.ts";\n', "schema/b.ts": "" },
    fault: "lib/json/a.ts:1 imports schema/b.ts, which is not in a lower layer",
  },
  {
    name: "a layer of the same level",
    files: { "go/a.ts": '\nexport type { B } from "../protocol/b.ts";\n', "protocol/b.ts": "" },
    fault: "lib/go/a.ts:2 imports protocol/b.ts, which is not in a lower layer",
  },
  {
    name: "a stage of a lens",
    files: { "lens/ops/a.ts": 'await import("../run/b.ts");\n', "lens/run/b.ts": "" },
    fault: "lib/lens/ops/a.ts:1 imports lens/run/b.ts, which is not in a lower layer",
  },
  {
    name: "a file outside lib",
    files: { "cli/a.ts": 'import "../../functions/b.ts";\n' },
    fault: "lib/cli/a.ts:1 imports ../functions/b.ts, which is outside lib",
  },
  {
    name: "a clock in a pure layer",
    files: { "schema/a.ts": 'import { performance } from "node:perf_hooks";\n' },
    fault: "lib/schema/a.ts:1 imports node:perf_hooks in a pure layer",
  },
  {
    name: "a connection that a pure layer reaches in a lower layer",
    files: {
      "admission/a.ts": 'import { b } from "../cluster/b.ts";\n',
      "cluster/b.ts": 'import { c } from "./c.ts";\n',
      "cluster/c.ts": '\nimport { request } from "node:https";\n',
    },
    fault:
      "lib/admission/a.ts:1 imports cluster/b.ts in a pure layer, which reaches node:https in lib/cluster/c.ts:2",
  },
  {
    name: "a cycle of folders",
    files: {
      "cel/check/a.ts": 'import { b } from "../plan/b.ts";\n',
      "cel/plan/b.ts": 'import { c } from "../cost/c.ts";\n',
      "cel/cost/c.ts": 'import { a } from "../check/a.ts";\n',
    },
    fault: "these folders import one another: cel/check, cel/cost, cel/plan",
  },
  {
    name: "a layer that imports an entry point",
    files: { "cli/a.ts": '\nimport { b } from "../index.ts";\n', "index.ts": "" },
    fault: "lib/cli/a.ts:2 imports index.ts, which is an entry point of the package",
  },
  {
    name: "an entry point that imports another one",
    files: { "node.ts": 'export { b } from "./cel.ts";\n', "cel.ts": "" },
    fault: "lib/node.ts:1 imports cel.ts, which is an entry point of the package",
  },
  {
    name: "a connection that a pure entry point reaches",
    files: {
      "cel.ts": 'export { b } from "./cluster/b.ts";\n',
      "cluster/b.ts": 'import { request } from "node:https";\n',
    },
    fault:
      "lib/cel.ts:1 imports cluster/b.ts in a pure layer, which reaches node:https in lib/cluster/b.ts:1",
  },
  {
    name: "an entry point that exports a layer above its own",
    files: { "cel.ts": 'export { b } from "./crd/b.ts";\n', "crd/b.ts": "" },
    fault: "lib/cel.ts:1 imports crd/b.ts, which is not in a lower layer",
  },
  {
    name: "an entry point without layers",
    files: { "more.ts": "" },
    fault: "lib/more.ts is in no layer: add it to entryPoints in infra/lint/layers.ts",
  },
  {
    name: "a folder that is not a layer",
    files: { "json/a.ts": "", "parse/a.ts": "", "parse/b/c.ts": "" },
    fault: "lib/parse is in no layer: add it to layers in infra/lint/layers.ts",
  },
  {
    name: "a folder in lens that is not a stage",
    files: { "lens/ops/a.ts": "", "lens/draw/a.ts": 'import { b } from "../ops/a.ts";\n' },
    fault: "lib/lens/draw is in no layer: add it to stages in infra/lint/layers.ts",
  },
])("npm run lint finds $name", ({ files, fault }) => {
  expect(lint(files)).toEqual({ code: 1, faults: [fault] });
});

test("npm run lint allows a pure layer to import a pure module of an impure layer", () => {
  const files = {
    "admission/a.ts": 'import { b } from "../cluster/b.ts";\n',
    "cluster/b.ts": 'import { json } from "../json/json.ts";\n',
    "cluster/c.ts": 'import { request } from "node:https";\n',
    "json/json.ts": 'import { serialize } from "node:v8";\n',
  };
  expect(lint(files)).toEqual({ code: 0, faults: [] });
});

test("npm run lint allows imports that point downwards", () => {
  const text = 'import { a } from "../json/a.ts";\nimport { b } from "./b/b.ts";\n';
  const files = {
    "json/a.ts": "",
    "schema/a.ts": text,
    "schema/b/b.ts": 'import { a } from "../a.ts";\n',
  };
  expect(lint(files)).toEqual({ code: 0, faults: [] });
});

/** Runs the check on a lib of these files. */
function lint(files: Readonly<Record<string, string | undefined>>) {
  const lib = mkdtempSync(join(tmpdir(), "layers-"));
  try {
    for (const [file, text = ""] of Object.entries(files)) {
      mkdirSync(dirname(join(lib, file)), { recursive: true });
      writeFileSync(join(lib, file), text);
    }
    const args = ["infra/lint/layers.ts", lib];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    return { code: status, faults: stderr.split("\n").filter((line) => line !== "") };
  } finally {
    rmSync(lib, { recursive: true });
  }
}
