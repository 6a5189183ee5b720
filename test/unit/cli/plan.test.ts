import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { planCommand } from "../../../lib/cli/verbs/plan/plan.ts";
import { clusterStandIn } from "../../support/cluster-stand-in.ts";
import { runCommand } from "../../support/run-command.ts";

test.each([
  {
    name: "no definition",
    words: ["--remove", "v1"],
    error: "name one definition, such as crontabs.stable.example.com",
  },
  { name: "no goal", words: ["a.b"], error: "give one of --storage, --unserve, --remove and --to" },
  {
    name: "two goals",
    words: ["a.b", "--storage", "v2", "--remove", "v1"],
    error: "give one of --storage, --unserve, --remove and --to",
  },
  {
    name: "the definition of another kind",
    words: ["a.b", "--to", "examples/kinds/crontab/crd.yaml"],
    error:
      "the file of --to is the definition crontabs.stable.example.com, not a.b: give one of them",
  },
  {
    name: "a number of days that is not a number",
    words: ["a.b", "--remove", "v1", "--quiet-days", "x"],
    error: '--quiet-days takes a whole number of days from 0 to 9999, not "x"',
  },
  {
    name: "days for a goal that ends no version",
    words: ["a.b", "--storage", "v1", "--quiet-days", "3"],
    error: "--quiet-days has no effect with --storage: leave it out",
  },
  {
    name: "a kind without the version",
    words: ["crontabs.stable.example.com", "--storage", "v9", "--kinds", "examples/kinds/crontab"],
    error:
      "the kind for crontabs.stable.example.com in --kinds has no version v9: it has v1beta1, v1",
  },
  {
    name: "another kind",
    words: ["a.b", "--remove", "v1", "--kinds", "examples/kinds/crontab"],
    error: "--kinds has no kind for a.b",
  },
])("$name is refused before a request to the cluster", async ({ words, error }) => {
  expect(await runCommand(planCommand, words)).toEqual({ code: 2, out: "", error });
});

test.each([
  { name: "lists another version", status: { storedVersions: ["v1", "v2"] } },
  {
    name: "may have been trimmed by a migration that failed",
    status: {
      storedVersions: ["v2"],
      conditions: [{ type: "StorageMigrating", reason: "MigrationFailed" }],
    },
  },
])(
  "no plan rewrites objects without a conversion that would drop fields, if storedVersions $name",
  async ({ status }) => {
    const version = (name: string, properties: object) => ({
      name,
      served: true,
      storage: name === "v2",
      schema: { openAPIV3Schema: { type: "object", properties } },
    });
    const metadata = { name: "boxes.example.com", uid: "d", generation: 4 };
    const versions = [version("v1", { hostPort: { type: "string" } }), version("v2", {})];
    const names = { kind: "Box", plural: "boxes" };
    const spec = { group: "example.com", names, versions, conversion: { strategy: "None" } };
    const none = { body: { items: [] } };
    const standIn = clusterStandIn({
      "/version": { body: { gitVersion: "v1.36.3" } },
      "/api": none,
      "/apis": none,
      "/api/v1/namespaces/kube-system": { body: { metadata: { uid: "k" } } },
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/boxes.example.com": {
        body: { metadata, spec, status },
      },
      "/apis/example.com/v1/boxes": none,
      "/apis/example.com/v2/boxes": none,
    });
    try {
      const words = ["boxes.example.com", "--storage", "v2", "--kubectl", standIn.kubectl];
      const { code, out } = await runCommand(planCommand, words);
      expect(out).toContain(
        "conversion is None and the schemas of v1 and v2 differ: a rewrite would drop fields that v2 lacks",
      );
      expect(code).toBe(1);
    } finally {
      standIn.remove();
    }
  },
);

describe("a plan with fields that the rules drop", () => {
  const text = { type: "string" };
  const version = (name: string, properties: object) => ({
    name,
    served: true,
    storage: name === "v1",
    schema: {
      openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties } } },
    },
  });
  const extra = { type: "array", items: { type: "object", properties: { a: text, b: text } } };
  const less = { type: "array", items: { type: "object", properties: { a: text } } };
  const crd = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "boxes.example.com", uid: "d", generation: 4 },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { kind: "Box", listKind: "BoxList", plural: "boxes", singular: "box" },
      versions: [
        version("v1", { legacyMode: text, extra }),
        version("v2", { extra: less }),
        version("v3", {}),
      ],
      conversion: { strategy: "Webhook" },
    },
    status: { storedVersions: ["v1"] },
  };
  const conversion = [
    {
      from: "v1",
      to: "v2",
      rules: [
        { drop: "spec.legacyMode", reason: "nobody uses it" },
        { each: "spec.extra[*]", rules: [{ drop: "b", reason: "nobody uses it" }] },
      ],
    },
    { from: "v2", to: "v3", rules: [{ drop: "spec.extra", reason: "nobody uses it" }] },
  ];
  const objects = (at: string, specs: readonly object[]) => ({
    body: {
      items: specs.map((spec, index) => ({
        apiVersion: `example.com/${at}`,
        kind: "Box",
        metadata: { name: `box-${index}` },
        spec,
      })),
    },
  });

  /** Plans with rules, in a cluster that has boxes at v1. Returns what is printed, and the plan. */
  async function planned(target: string, specs: readonly object[]) {
    const folder = mkdtempSync(join(tmpdir(), "customhouse-plan-"));
    writeFileSync(join(folder, "crd.yaml"), JSON.stringify(crd));
    const lenses = conversion.map((lens) => JSON.stringify(lens)).join("\n---\n");
    writeFileSync(join(folder, "conversion.yaml"), lenses);
    const none = { body: { items: [] } };
    const standIn = clusterStandIn({
      "/version": { body: { gitVersion: "v1.36.3" } },
      "/api": none,
      "/apis": none,
      "/api/v1/namespaces/kube-system": { body: { metadata: { uid: "k" } } },
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/boxes.example.com": { body: crd },
      "/apis/example.com/v1/boxes": objects("v1", specs),
      "/apis/example.com/v2/boxes": objects("v2", specs),
      "/apis/example.com/v3/boxes": objects("v3", specs),
    });
    try {
      const file = join(folder, "plan.json");
      const goal = ["boxes.example.com", "--storage", target, "-o", file];
      const from = ["--kinds", folder, "--kubectl", standIn.kubectl];
      const ran = await runCommand(planCommand, [...goal, ...from]);
      expect(ran).toMatchObject({ code: 0, error: "" });
      return { out: ran.out, preflight: JSON.parse(readFileSync(file, "utf8")).preflight };
    } finally {
      standIn.remove();
      rmSync(folder, { recursive: true });
    }
  }

  const lossLine = /^ {3}loss: {2}.*$/gm;

  test("names the fields that objects have, with their number, in the step that rewrites", async () => {
    const { out, preflight } = await planned("v2", [
      { legacyMode: "x" },
      { legacyMode: "y", extra: [{ a: "1" }, { b: "2" }, { b: "3" }] },
      {},
    ]);
    const remedy = (rest: string) =>
      `   loss:  the rules drop ${rest}: once an object is stored at v2, only the backup has the value. To preserve it, use keep in place of drop in the rules for v1 and v2`;
    expect(out.match(lossLine)).toEqual([
      remedy("spec.legacyMode, which 2 of 3 objects have"),
      remedy("spec.extra[*].b, which 1 of 3 objects has"),
    ]);
    expect(out).toMatch(/^3\. rewrite every object at v2\n {3}run: .*\n {3}after: .*\n {3}loss: /m);
    const conversion = { from: "v1", to: "v2" };
    expect(preflight.dropped).toEqual([
      { path: "spec.legacyMode", ...conversion, objects: 2 },
      { path: "spec.extra[*].b", ...conversion, objects: 1 },
    ]);
  });

  test("names those that a later conversion on the way drops", async () => {
    const { preflight } = await planned("v3", [{ extra: [{ a: "1" }] }]);
    expect(preflight.dropped).toEqual([{ path: "spec.extra", from: "v2", to: "v3", objects: 1 }]);
  });

  test("says nothing if no object has them", async () => {
    const { out, preflight } = await planned("v2", [{ extra: [{ a: "1" }] }]);
    expect(out.match(lossLine)).toBeNull();
    expect(preflight.dropped).toEqual([]);
  });
});
