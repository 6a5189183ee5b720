import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { readConversion } from "../../../lib/cli/conversion-yaml/conversion-yaml.ts";
import {
  exampleKind,
  exampleObject,
  keptIn,
  withoutStash,
} from "../../support/docs/example-kind.ts";
import { casesIn, stepsIn } from "../../support/docs/lens-cases.ts";
import { lensExamples } from "../../support/docs/lens-examples.ts";
import { partsOf } from "../../support/docs/markdown.ts";
import { compilerLines, refusalsIn } from "../../support/docs/refusals.ts";
import { shownIn, walked } from "../../support/docs/walk.ts";

/** The pages about lenses. */
const pages = ["lenses.md", "lens-rules.md", "lens-recipes.md", "lens-errors.md"];

describe.each(pages)("docs/%s", (page) => {
  const parts = partsOf(readFileSync(new URL(`../../../docs/${page}`, import.meta.url), "utf8"));

  const kinds = lensExamples(parts).flatMap((example) =>
    Object.entries(example.lenses).map(([spelling, lenses]) => ({
      example,
      name: `${example.name} in ${spelling}`,
      lenses,
      convert: exampleKind(example.schemas, lenses),
    })),
  );

  const cases = kinds.flatMap(({ example, name, convert }) =>
    casesIn(example).map((one) => ({ ...one, name: `${name}, ${one.name}`, convert })),
  );
  const converted = cases.flatMap(({ image, ...one }) => {
    if (typeof image === "string") return [];
    const object = exampleObject(one.from, one.body);
    const there = one.convert(object, one.to);
    const back = one.convert(typeof there.object === "string" ? {} : there.object, one.from);
    return [{ ...one, image, object, there, back }];
  });

  const walks = kinds.flatMap(({ example, name, convert }) =>
    example.shown.flatMap((part) =>
      part.type === "block"
        ? [{ name: `${name}, steps in line ${part.line}`, steps: stepsIn(part.text), convert }]
        : [],
    ),
  );

  test("has no block of YAML that is not tested", () => {
    const infos = parts.flatMap((part) => (part.type === "block" ? [part.info] : []));
    const known = [
      "yaml lens",
      "yaml steps",
      "yaml files",
      "yaml refused",
      "ts lens",
      "ts refused",
    ];
    expect(infos.filter((info) => /^(yaml|ts)/.test(info) && !known.includes(info))).toEqual([]);
  });

  const files = parts.filter((part) => part.type === "block" && part.info === "yaml files");
  test.each(files)("the files in line $line can be read", (part) => {
    const conversions = writtenFiles(part.type === "block" ? part.text : "");
    expect(conversions.map((file) => readConversion(file, ["v1", "v2"]).lenses)).not.toEqual([]);
  });

  test.each(kinds)("the compiler accepts $name", ({ example, lenses }) => {
    const lines = compilerLines(example.schemas, lenses);
    expect(lines.filter((line) => !line.includes("(warning)"))).toEqual([]);
  });

  test.each(converted)("$name", ({ there, image, from, to, kept, isUnparsed }) => {
    expect(shown(there.object)).toEqual({
      object: exampleObject(to, image),
      kept: Object.keys(kept).length === 0 ? {} : { [from]: kept },
    });
    expect(there.remarks.unparsed.length > 0).toBe(isUnparsed);
  });

  test.each(converted.filter(({ returned }) => returned === "same"))("$name and back", (one) => {
    expect(one.back.object).toEqual(one.object);
  });

  test.each(converted.filter(({ returned }) => returned === "lost"))(
    "$name, and loses a value on the way back",
    (one) => {
      expect(one.back.object).not.toEqual(one.object);
      expect(shown(one.back.object)).toMatchObject({ kept: {} });
    },
  );

  test.each(converted.filter(({ returned }) => returned === "held back"))(
    "$name, and the value is held back",
    (one) => {
      expect(shown(one.back.object)).toMatchObject({ kept: { [one.from]: one.kept } });
    },
  );

  test.each(refusalsIn(parts))(
    "the compiler reports for $name what the documentation shows",
    (refusal) => {
      expect(refusal.actual).toEqual(refusal.documented);
    },
  );

  test.each(cases.filter(({ image }) => typeof image === "string"))("$name", (failing) => {
    const { body, from, to, image, convert } = failing;
    expect(convert(exampleObject(from, body), to).object).toBe(image);
  });

  test.each(walks)("$name", ({ steps, convert }) => {
    expect(walked(steps, convert)).toEqual(shownIn(steps));
  });
});

function shown(object: Parameters<typeof withoutStash>[0] | string) {
  return typeof object === "string"
    ? object
    : { object: withoutStash(object), kept: keptIn(object) };
}

/** Writes the files of a block, each after its path in a comment, and returns the paths of its conversions. */
function writtenFiles(text: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "lenses-"));
  const files = text.split(/^# (?=\S+$)/m).slice(1);
  return files.flatMap((file) => {
    const [name = "", ...lines] = file.split("\n");
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, lines.join("\n"));
    return name.endsWith("conversion.yaml") ? [path] : [];
  });
}
