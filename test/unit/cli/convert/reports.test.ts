import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { convert } from "../../../../lib/cli/verbs/convert/convert.ts";
import {
  type DatabaseFolder,
  databaseConversions,
  databaseFolder,
} from "../../../support/database-kind.ts";
import { runCommand } from "../../../support/run-command.ts";

let whole: DatabaseFolder | undefined;
beforeAll(async () => {
  whole = await databaseFolder(databaseConversions.whole);
});
afterAll(() => whole?.remove());

async function converted(text: string, ...more: readonly string[]) {
  const { kinds, folder } = whole ?? { kinds: "", folder: "" };
  const file = join(folder, "objects.yaml");
  writeFileSync(file, text);
  const ran = await runCommand(convert, ["-f", file, "--to", "v1", "--kinds", kinds, ...more]);
  return { ...ran, error: ran.error.replaceAll(file, "FILE") };
}

const object = (spec: string, annotations = "{}"): string =>
  `apiVersion: example.com/v1beta1\nkind: Database\nmetadata: { name: orders, annotations: ${annotations} }\nspec: ${spec}\n`;
const at = "FILE: document 1: Database orders: ";

describe("customhouse convert reports values that it could not convert exactly", () => {
  test.each<{ name: string; text: string; said: readonly string[] }>([
    { name: "nothing", text: object("{ engineType: mysql, storageSize: 2Gi }"), said: [] },
    { name: "nothing for a fragment", text: object("{ storageSize: 2Gi }"), said: [] },
    {
      name: "a value that can't be parsed",
      text: object("{ engineType: mysql, backupInterval: soon }"),
      said: [
        `${at}spec.backupInterval ("soon") cannot be parsed for v1; it is preserved for v1beta1
  rule: duration spec.backupInterval → spec.backupSeconds (conversion.yaml:7:3)
  remedy: correct the value, or extend the rule`,
      ],
    },
    {
      name: "a value that is rounded",
      text: object("{ engineType: mysql, storageSize: 1.5Gi }"),
      said: [
        `${at}spec.storageSize ("1.5Gi") is rounded in v1; the exact value is preserved for v1beta1
  rule: quantity spec.storageSize → spec.sizeGi (conversion.yaml:8:3)
  remedy: write a value that v1 can represent, or accept the rounded one`,
      ],
    },
    {
      name: "a required field that stays empty",
      text: object("{ engineType: oracle }"),
      said: [
        `${at}spec.engineType ("oracle") cannot be parsed for v1; it is preserved for v1beta1
  rule: map spec.engineType → spec.engine (conversion.yaml:4:3)
  remedy: correct the value, or extend the rule`,
        `${at}spec.engine has no value in v1, which requires it
  remedy: correct its sources, or set spec.engine in the result`,
      ],
    },
  ])("$name", async ({ text, said }) => {
    const lines = (sort: string): string => said.map((each) => `${sort}: ${each}`).join("\n");
    const plain = await converted(text);
    expect(plain).toMatchObject({ code: 0, error: lines("warning") });
    expect(plain.out).toContain("apiVersion: example.com/v1\n");
    const strict = await converted(text, "--strict");
    expect(strict).toMatchObject({ code: said.length === 0 ? 0 : 1, error: lines("error") });
    expect(strict.out === "").toBe(said.length > 0);
  });

  test("reports values that are held back", async () => {
    const kept = `{ "example.com/kept.v1.x": '{"spec.nowhere":[1]}' }`;
    const { code, error } = await converted(object("{ engineType: mysql }", kept), "--strict");
    expect(code).toBe(1);
    expect(error).toBe(
      `error: ${at}1 preserved value is held back: not valid in v1, not parsable, or repeated
  remedy: convert with --explain, which names values that are not valid and their annotations, and remove the annotations that are not wanted`,
    );
  });
});
