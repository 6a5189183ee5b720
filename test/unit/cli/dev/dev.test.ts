import { cpSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isArray, isObject, type JsonObject, member } from "../../../../lib/json/value.ts";
import { database, databaseConversions, databaseCrd } from "../../../support/database-kind.ts";
import { type DevServer, devServer } from "../../../support/dev-server.ts";
import { admissionReview, conversionReview } from "../../../support/reviews.ts";
import { responseIn } from "../../../support/send-review.ts";

const lib = new URL("../../../../lib/", import.meta.url).pathname;
const { whole, undecided } = databaseConversions;
const old = database("v1beta1", { engineType: "postgres", backupInterval: "60s" });
const review = conversionReview("example.com/v1", [old]);
const saved = /Database\.example\.com is served as saved/;

let running: DevServer;

/** What an object becomes at v1; the message where its review fails. */
async function converted(object = old): Promise<JsonObject | string> {
  const { body } = await running.ask("/convert", conversionReview("example.com/v1", [object]));
  const response = responseIn(body);
  const objects = member(response, "convertedObjects");
  const [first] = isArray(objects) ? objects : [];
  const spec = isObject(first) ? member(first, "spec") : undefined;
  return isObject(spec) ? spec : String(Object(member(response, "result")).message);
}

describe("customhouse dev", () => {
  const kinds = ["conversion.yaml", "crd.yaml"].map((name) => join("kinds/database", name));
  const drafted = { ...old, kind: "Draft" };

  beforeAll(async () => {
    running = await devServer(
      {
        "kinds/database/crd.yaml": databaseCrd,
        "kinds/database/conversion.yaml": whole,
        "kinds/draft/crd.yaml": databaseCrd.replaceAll("atabase", "raft"),
        "kinds/draft/conversion.yaml": undecided,
      },
      "--no-check",
    );
  });
  afterAll(async () => {
    expect(await running.stop()).toBe(0);
  });

  /** Puts Database back as it was at the start, whatever a test did to it. */
  async function restore(): Promise<void> {
    // The conversion first: the two may be seen as one save or as two.
    running.save("kinds/database/conversion.yaml", whole);
    running.save("kinds/database/crd.yaml", databaseCrd);
    await running.said(saved);
  }

  test("prints the kinds that it serves, and a line for each review", async () => {
    expect(await running.said(/Database/)).toBe(
      "Database.example.com  v1beta1 v1 (stored)  converts  kinds/database",
    );
    await running.ask("/convert", review);
    expect(await running.printed()).toMatch(
      /^\d\d:\d\d:\d\d convert +Database\.example\.com v1beta1 → v1 \(1\) converted [\d.]+ ms$/,
    );
  });

  test("serves no draft, and serves it once every TODO is resolved", async () => {
    await running.said(/kinds\/draft is not served until this is solved:$/);
    await running.said(/conversion\.yaml:3:1: E101 `spec\.backupInterval` exists only in v1beta1/);
    expect(await converted(drafted)).toMatch(/Draft/);
    running.save("kinds/draft/conversion.yaml", whole);
    await running.said(/Draft\.example\.com is served as saved/);
    expect(await converted(drafted)).toMatchObject({ engine: "Postgres" });
  });

  test("serves a saved change on the connection that is open", async () => {
    const before = await running.ask("/convert", review);
    expect(await converted()).toMatchObject({ engine: "Postgres", backupSeconds: 60 });
    running.save("kinds/database/conversion.yaml", whole.replace("Postgres", "PostgreSQL"));
    await running.said(saved);
    expect(await converted()).toMatchObject({ engine: "PostgreSQL", backupSeconds: 60 });
    const after = await running.ask("/convert", review);
    expect(after.localPort).toBe(before.localPort);
  });

  test("detects a file that another one replaces", async () => {
    await restore();
    const [conversion = ""] = kinds.map((file) => join(running.folder, file));
    running.save("kinds/database/.conversion.yaml.new", whole.replace("Postgres", "PostgreSQL"));
    renameSync(join(running.folder, "kinds/database/.conversion.yaml.new"), conversion);
    await running.said(saved);
    expect(await converted()).toMatchObject({ engine: "PostgreSQL" });
  });

  test.each([
    {
      name: "that does not compile",
      text: undecided,
      problem: /conversion\.yaml:3:1: E101 `spec\.backupInterval` exists only in v1beta1/,
    },
    { name: "that is not YAML", text: "from: [", problem: /conversion\.yaml:1:/ },
    { name: "that is half written", text: whole.slice(0, 40), problem: /conversion\.yaml:/ },
    { name: "that is empty", text: "", problem: /is empty, but the CRD has the versions/ },
  ])("serves the last version that compiled after an edit $name", async (row) => {
    await restore();
    running.save("kinds/database/conversion.yaml", row.text);
    expect(await running.said(/still/)).toMatch(
      /Database\.example\.com is still served as it was before, because kinds\/database can't be served as saved:$/,
    );
    await running.said(row.problem);
    expect(await converted()).toMatchObject({ engine: "Postgres" });
    running.save("kinds/database/conversion.yaml", whole.replace("Postgres", "PostgreSQL"));
    await running.said(saved);
    expect(await converted()).toMatchObject({ engine: "PostgreSQL" });
  });

  test("serves a new folder, and refuses one that declares the same kind", async () => {
    await restore();
    const [folder, copy] = ["database", "copy"].map((name) => join(running.folder, "kinds", name));
    cpSync(`${folder}`, `${copy}`, { recursive: true });
    await running.said(/kinds\/copy is not served until this is solved:$/);
    await running.said(/Database\.example\.com is declared twice/);
    rmSync(`${folder}`, { recursive: true });
    await running.said(/Database\.example\.com is served as saved in kinds\/copy/);
    expect(await converted()).toMatchObject({ engine: "Postgres" });
    renameSync(`${copy}`, `${folder}`);
    await running.said(/Database\.example\.com is served as saved in kinds\/database/);
  });

  test("serves a kind whose crd.yaml was removed, until its folder is removed", async () => {
    rmSync(join(running.folder, "kinds/database/crd.yaml"));
    await running.said(/still served as it was before/);
    await running.said(/not a kind any more/);
    expect(await converted()).toMatchObject({ engine: "Postgres" });
    rmSync(join(running.folder, "kinds/database"), { recursive: true });
    await running.said(/Database\.example\.com is not served any more: kinds\/database is gone/);
    expect(await converted()).toMatch(/Database/);
    expect(await converted(drafted)).toMatchObject({ engine: "Postgres" });
  });
});

describe("code that a kind uses", () => {
  const hook =
    "- { hook: ../../shared/seconds.ts#seconds, from: [spec.backupInterval], to: [spec.backupSeconds] }\n";
  const factor = (n: number): string => `export const factor: number = ${n};\n`;
  const ruled = databaseCrd.replaceAll("atabase", "ealer");
  const rules = (result: string): string => `export const validate = () => ${result};\n`;

  beforeAll(async () => {
    running = await devServer(
      {
        "kinds/database/crd.yaml": databaseCrd,
        "kinds/database/conversion.yaml": whole.replace(/- \{ duration.*\n/, hook),
        "shared/seconds.ts": `import { factor } from "./factor.ts";
import { scale } from "./scale.cjs";
export const seconds = {
  forward: ([text]: readonly [string?]) => [text === undefined ? undefined : Number.parseInt(text, 10) * factor * scale],
  backward: ([count]: readonly [number?]) => [count === undefined ? undefined : \`\${count / factor / scale}s\`],
};
`,
        "shared/factor.ts": factor(2),
        "shared/scale.cjs": "exports.scale = 1;",
        "kinds/dealer/crd.yaml": ruled,
        "kinds/dealer/conversion.yaml": whole,
        "kinds/dealer/kind.ts": `import { defineKind } from ${JSON.stringify(`${lib}kind/kind.ts`)};
import { conversionGuard, crd, lenses, samples } from "./generated.ts";
import { validate } from "./rules.ts";
export const kind = defineKind({
  crd, lenses, samples, conversionGuard, admission: { at: "v1", validate },
});
`,
        "kinds/dealer/rules.ts": rules("undefined"),
      },
      "--no-check",
    );
  });
  afterAll(() => running.stop());

  test.each([
    { name: "an ES module", file: "factor.ts", text: factor(3), seconds: 180 },
    { name: "a CommonJS module", file: "scale.cjs", text: "exports.scale = 10;", seconds: 1800 },
  ])("is loaded again: $name outside the kinds that a hook imports", async (row) => {
    running.save(`shared/${row.file}`, row.text);
    await running.said(saved);
    expect(await converted()).toMatchObject({ backupSeconds: row.seconds });
  });

  test("is named if it can't be loaded, and the last version stays", async () => {
    running.save("shared/factor.ts", `${factor(9)}throw new Error('no');\n`);
    await running.said(/still served as it was before/);
    expect(await running.said(/factor\.ts/)).toMatch(
      /can't be loaded: Error: no \(\S+\/shared\/factor\.ts:2:7\)$/,
    );
    expect(await converted()).toMatchObject({ backupSeconds: 1800 });
    rmSync(join(running.folder, "shared/factor.ts"));
    await running.said(/Cannot find module '\S+factor\.ts'/);
    running.save("shared/factor.ts", factor(5));
    await running.said(saved);
    expect(await converted()).toMatchObject({ backupSeconds: 3000 });
  });

  test("is loaded again: a handler", async () => {
    const object = { ...database("v1", { engine: "Postgres" }), kind: "Dealer" };
    const decision = async (): Promise<JsonObject> =>
      responseIn((await running.ask("/validate", admissionReview({ object }))).body);
    expect(await decision()).toMatchObject({ allowed: true });
    running.save("kinds/dealer/rules.ts", rules("'is old'"));
    await running.said(/Dealer\.example\.com is served as saved/);
    expect(await decision()).toMatchObject({ allowed: false });
  });

  test("is loaded again: an admission.yaml, as soon as it is saved", async () => {
    const object = database("v1", { engine: "Postgres" });
    const decision = async (): Promise<JsonObject> =>
      responseIn((await running.ask("/validate", admissionReview({ object }))).body);
    running.save(
      "kinds/database/admission.yaml",
      "version: v1\nvalidate:\n- { rule: self.spec.engine != 'Postgres', message: not today }\n",
    );
    await running.said(saved);
    expect(await decision()).toMatchObject({ allowed: false, status: { message: "not today" } });
    rmSync(join(running.folder, "kinds/database/admission.yaml"));
    await running.said(saved);
    expect(await decision()).toMatchObject({ allowed: true });
  });

  test("generated.ts is written once the kind compiles", async () => {
    const generated = join(running.folder, "kinds/dealer/generated.ts");
    expect(readFileSync(generated, "utf8")).toContain("sizeGi");
    running.save("kinds/dealer/crd.yaml", ruled.replaceAll("sizeGi", "gigabytes"));
    await running.said(/Dealer\.example\.com is still served/);
    expect(readFileSync(generated, "utf8")).toContain("sizeGi");
    running.save("kinds/dealer/conversion.yaml", whole.replaceAll("sizeGi", "gigabytes"));
    await running.said(/wrote kinds\/dealer\/generated\.ts/);
    await running.said(/Dealer\.example\.com is served as saved/);
    expect(readFileSync(generated, "utf8")).toContain("gigabytes");
  });
});
