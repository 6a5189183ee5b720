import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { bundledKinds } from "../../../lib/cli/bundle/bundled-kinds.ts";
import { loadCommands } from "../../../lib/cli/command.ts";
import { requireCompiled } from "../../../lib/cli/kinds/compile/refuse-undecided.ts";
import { loadKinds } from "../../../lib/cli/kinds/kinds.ts";
import { check } from "../../../lib/cli/verbs/check/check.ts";
import { convert } from "../../../lib/cli/verbs/convert/convert.ts";
import { generateCommand } from "../../../lib/cli/verbs/generate/generate.ts";
import { serve } from "../../../lib/cli/verbs/serve/serve.ts";
import { verbs } from "../../../lib/cli/verbs.ts";
import { assertDefined } from "../../../lib/json/invariant.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import { defineKind } from "../../../lib/kind/kind.ts";
import {
  type DatabaseFolder,
  database,
  databaseConversions,
  databaseFolder,
} from "../../support/database-kind.ts";
import { widgets } from "../../support/faulty-kinds.ts";
import { kindVerbsIn } from "../../support/kind-verbs.ts";
import { admissionReview, conversionReview } from "../../support/reviews.ts";
import { runCommand } from "../../support/run-command.ts";
import { responseIn, send } from "../../support/send-review.ts";

const commands = await loadCommands(verbs);

const folders: Record<string, DatabaseFolder> = {};

/** The message of what a function throws; empty if it throws nothing. */
function refusalOf(run: () => unknown): string {
  try {
    run();
    return "";
  } catch (thrown) {
    return String(thrown);
  }
}

beforeAll(async () => {
  for (const [name, text] of Object.entries(databaseConversions)) {
    folders[name] = await databaseFolder(text);
  }
});
afterAll(() => {
  for (const folder of Object.values(folders)) folder.remove();
});

function kindsOf(name: keyof typeof databaseConversions): string {
  return folders[name]?.kinds ?? "";
}

describe("a conversion that does not compile", () => {
  test("is refused by every verb that takes kinds, with file and line", async () => {
    const written = mkdtempSync(join(tmpdir(), "customhouse-undecided-"));
    onTestFinished(() => rmSync(written, { recursive: true }));
    const converting = Object.entries(kindVerbsIn(written)).filter(
      ([, { readsDrafts }]) => readsDrafts !== true,
    );
    const said = `the conversion of Database.example.com does not compile, so it is not used:
${folders["undecided"]?.folder}/conversion.yaml:3:1: E101 \`spec.backupInterval\` exists only in v1beta1`;
    for (const [verb, { words }] of converting) {
      const command = assertDefined(commands[verb], "a verb that takes kinds is a command");
      const ran = await runCommand(command, [...words, "--kinds", kindsOf("undecided")]);
      expect(ran, verb).toMatchObject({ code: 2, out: "", error: expect.stringContaining(said) });
    }
    const all = Object.entries(commands);
    const allowing = all.filter(([, { options }]) => "allow-undecided" in options);
    expect(allowing.map(([verb]) => verb).sort()).toEqual(["convert", "serve"]);
    for (const [, { help, options }] of all) {
      expect(/^ {2}--allow-undecided/m.test(help)).toBe("allow-undecided" in options);
    }
  });

  test("is reported in one message on standard error with exit code 2, without a stack", () => {
    const args = ["lib/cli/main.ts", "convert", "-f", "-", "--to", "v1"];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [...args, "--kinds", kindsOf("undecided")],
      { encoding: "utf8", input: "" },
    );
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^customhouse convert: the conversion of Database\.example\.com /);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test.each<{ name: keyof typeof databaseConversions; errors: readonly string[] }>([
    {
      name: "misspelt",
      errors: [
        "4:3: E103 no `spec.engineTyp` in v1beta1; did you mean `spec.engineType`? (map spec.engineTyp → spec.engine)",
      ],
    },
    {
      name: "clashing",
      errors: [expect.stringMatching(/^3:1: E102 `spec.storageSize` is claimed by two rules/)],
    },
    {
      name: "unknownVersion",
      errors: [
        "2:1: to: E115 the kind has no version v2; did you mean v1? If stored objects may still name it, add it to gone",
      ],
    },
    {
      name: "unknownLens",
      errors: [
        expect.stringMatching(/^8:56: rules\[2\]\.rules\[0\]\.include: there is no lens nothing/),
      ],
    },
  ])("$name: reports no error that follows from another", async ({ name, errors }) => {
    const { folder = "" } = folders[name] ?? {};
    const refused = await loadKinds([kindsOf(name)]).catch((fault: unknown) => String(fault));
    const lines = String(refused)
      .replaceAll("UsageError: ", "")
      .split("\n")
      .filter((line) => line.startsWith(folder));
    expect(lines.map((line) => line.replace(`${folder}/conversion.yaml:`, ""))).toEqual(errors);
  });

  test("is reported by the names of the kinds and the first of many errors", async () => {
    const draft = await databaseFolder("from: v1beta1\nto: v1\nrules: []\n");
    const many = Array.from({ length: 9 }, (_, index) => ({
      kind: defineKind({
        crd: {
          group: "example.com",
          kind: `Kind${index}`,
          plural: `kinds${index}`,
          scope: "Namespaced",
          versions: ["v1", "v2"].map((name) => ({
            name,
            served: true,
            storage: name === "v1",
            schema: {
              type: "object",
              properties: Object.fromEntries(
                Array.from({ length: 30 }, (_, at) => [
                  `x${at}`,
                  { type: "object", properties: { [name]: { type: "string" } } },
                ]),
              ),
            },
          })),
        },
        lenses: [{ from: "v1", to: "v2", rules: [] }],
      }),
      folder: draft.folder,
    }));
    const refused = refusalOf(() => requireCompiled(many, "refused"));
    expect(refused.match(/does not compile/g)).toHaveLength(9);
    expect(refused.match(/^and 40 more$/gm)).toHaveLength(9);
    draft.remove();
  });

  test("is also refused if a rule needs a tool that the kind does not pass, here a parser of YAML", async () => {
    const text = { op: "text" as const, from: "spec.a", to: "spec.a", format: "yaml" as const };
    const version = (name: string, a: JsonObject) => ({
      name,
      served: true,
      storage: name === "v1",
      schema: { type: "object", properties: { spec: { type: "object", properties: { a } } } },
    });
    const free = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    const kind = defineKind({
      crd: {
        group: "example.com",
        kind: "Note",
        plural: "notes",
        scope: "Namespaced",
        versions: [version("v1", { type: "string" }), version("v2", free)],
      },
      lenses: [{ from: "v1", to: "v2", rules: [text] }],
    });
    for (const undecided of ["refused", "marked"] as const) {
      expect(() => requireCompiled([{ kind, folder: "notes" }], undecided)).toThrow(
        /does not compile[\s\S]*notes: .*yaml/,
      );
    }
  });

  test("is not refused for warnings, nor is conversion in code", async () => {
    expect(await loadKinds(["test/unit/cli/kinds"])).toHaveLength(1);
    const [kind] = widgets({});
    const loaded = kind === undefined ? [] : [{ kind, folder: "widgets" }];
    expect(requireCompiled(loaded, "refused")).toEqual(loaded);
  });

  test("stops generate, which reports only the YAML of a kind with code", async () => {
    const { kinds, folder } = folders["undecided"] ?? { kinds: "", folder: "" };
    for (const more of [[], ["--check"]]) {
      const ran = await runCommand(generateCommand, ["--kinds", kinds, ...more]);
      expect(ran).toMatchObject({ code: 2, out: "" });
      expect(ran.error).toContain("conversion.yaml:3:1: E101");
    }
    expect(existsSync(join(folder, "generated.ts"))).toBe(false);
    const three = databaseConversions.whole.replace("from", "# of three versions\nfrom");
    const coded = await databaseFolder(three, { "kind.ts": "throw new Error('not loaded')" });
    expect(await runCommand(generateCommand, ["--kinds", coded.kinds])).toMatchObject({ code: 0 });
    coded.remove();
  });

  test("stops a bundle, which accepts the example kinds", async () => {
    expect(await bundledKinds(["examples/kinds"])).toHaveLength(4);
    await expect(bundledKinds([kindsOf("undecided")])).rejects.toThrow(
      "the conversion of Database.example.com does not compile",
    );
  });

  test("stops check before any law", async () => {
    const ran = await runCommand(check, ["--kinds", kindsOf("clashing"), "--runs", "5"]);
    expect(ran).toMatchObject({
      code: 1,
      error: "customhouse check: Database.example.com fails E102",
    });
    expect(ran.out.split("\n").slice(1)).toEqual([
      "FAIL  the conversion does not compile",
      expect.stringMatching(/^ {6}.*conversion\.yaml:3:1: E102 `spec\.storageSize` is claimed/),
    ]);
  });
});

describe("--allow-undecided", () => {
  const [asked, other] = [
    "apiVersion: example.com/v1beta1\nkind: Database\nmetadata: { name: NAME }\nspec: { engineType: mysql }\n",
    "apiVersion: v1\nkind: List\nitems: []\n",
  ];
  const documents = [asked.replace("NAME", "a"), other, asked.replace("NAME", "b")].join("---\n");

  test.each([[], ["--strict"]])(
    "convert names every object that the draft converts %s",
    async (...more) => {
      const { folder = "", kinds = "" } = folders["undecided"] ?? {};
      const file = join(folder, "objects.yaml");
      writeFileSync(file, documents);
      const args = ["-f", file, "--to", "v1", "--kinds", kinds, "--allow-undecided", ...more];
      const ran = await runCommand(convert, args);
      const lines = ["1: Database a", "3: Database b"].map(
        (
          name,
        ) => `warning: ${file}: document ${name}: converted by a draft that does not compile: values may be lost or wrong
  remedy: decide what customhouse check --kind Database lists as undecided`,
      );
      expect(ran).toMatchObject({ code: 0, error: lines.join("\n") });
      expect(ran.out).toContain("example.com/v1\nkind: Database");
    },
  );

  test("refuses a draft that can't run all the same", async () => {
    const args = ["-f", "-", "--to", "v1", "--allow-undecided", "--kinds", kindsOf("clashing")];
    const ran = await runCommand(convert, args);
    expect(ran.code).toBe(2);
    expect(ran.error).toContain("E102");
    expect(ran.error).not.toContain("--allow-undecided");
  });

  test.each(["0.0.0.0", "::", "10.0.0.7", "127.0.0.1.example.com"])(
    "makes serve refuse a draft on %s",
    async (address) => {
      const args = ["--kinds", kindsOf("undecided"), "--address", address, "--secrets", "none"];
      const ran = await runCommand(serve, [...args, "--allow-undecided"]);
      expect(ran.code).toBe(2);
      expect(ran.error).toContain("--allow-undecided needs a loopback address");
    },
  );

  test("counts the objects of a conversion in the log, however the response is produced", async () => {
    const kinds = await loadKinds([kindsOf("undecided")], "marked");
    const review = stringify(
      conversionReview(
        "example.com/v1",
        Array.from({ length: 3 }, () => database("v1beta1", { engineType: "mysql" })),
      ),
    );
    const { log } = await send("convert", review, { kinds });
    expect(log).toMatchObject({ outcome: "converted", undecided: 3 });
    const decidedKinds = await loadKinds([kindsOf("whole")], "marked");
    const { log: plain } = await send("convert", review, { kinds: decidedKinds });
    expect(plain.undecided).toBeUndefined();
  });

  test("adds a warning to every admission of the kind, with handlers or without", async () => {
    const kinds = await loadKinds([kindsOf("undecided")], "marked");
    const review = stringify(admissionReview({ object: database("v1", { engine: "MySQL" }) }));
    for (const verb of ["mutate", "validate"] as const) {
      const { httpResponse } = await send(verb, review, { kinds });
      expect(responseIn(httpResponse.body)).toMatchObject({
        allowed: true,
        warnings: ["Database.example.com: its conversion does not compile and may lose data"],
      });
    }
  });
});
