import { expect, test } from "vitest";
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
