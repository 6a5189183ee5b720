import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { exactJson } from "../../lib/cli/files/exact-json.ts";
import { loadKinds } from "../../lib/cli/kinds/kinds.ts";
import { convertObject } from "../../lib/conversion/convert-object.ts";
import { conversionRegistry } from "../../lib/conversion/registry.ts";
import { deepFreeze } from "../../lib/json/deep-freeze.ts";
import { mapAt } from "../../lib/json/members.ts";
import { isObject, type JsonObject } from "../../lib/json/value.ts";
import { checkKind } from "../../lib/verify/check-kind.ts";
import { allowance } from "../support/allowance.ts";
import { asMap } from "../support/as-map.ts";
import { objectIn } from "../support/json-lines.ts";

/** An object's body, or with `annotations` some of its metadata too. */
interface Example {
  readonly name: string;
  readonly from: string;
  readonly object: JsonObject;
  readonly becomes?: JsonObject;
  /** Addresses of what is kept for the version that it came from; not looked at where left out. */
  readonly keeps?: readonly string[];
  /** The review's failure. */
  readonly fails?: string;
  /** Bodies at the other version, and then at the source version. */
  readonly edited?: JsonObject;
}

interface Examples {
  readonly convert: readonly Example[];
  readonly edit: readonly Example[];
}

const folder = fileURLToPath(new URL(".", import.meta.url));
const cases = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const kinds = await loadKinds([folder]);
const registry = conversionRegistry(kinds);
const { group } = kinds[0] ?? { group: "" };

function examplesOf(name: string): Examples {
  const text = readFileSync(`${folder}/${name}/examples.yaml`, "utf8");
  return exactJson(parse(text, { intAsBigInt: true })) as unknown as Examples;
}

const rowsOf = (list: keyof Examples) =>
  cases.flatMap((name, index) =>
    examplesOf(name)[list].map((example) => ({
      ...example,
      name: `${name}: ${example.name}`,
      kind: kinds[index]?.kind ?? "",
      to: kinds[index]?.versions.find((version) => version !== example.from) ?? "",
    })),
  );

interface At {
  readonly kind: string;
  readonly version: string;
}

function objectOf(body: JsonObject, { kind, version }: At, annotations?: unknown): JsonObject {
  const { annotations: own, ...rest } = body;
  const given = { ...(isObject(own) ? own : {}), ...(isObject(annotations) ? annotations : {}) };
  const metadata = {
    name: "sample",
    namespace: "here",
    ...(Object.keys(given).length > 0 && { annotations: given }),
  };
  return { apiVersion: `${group}/${version}`, kind, metadata, ...rest };
}

function converted(object: JsonObject, version: string): JsonObject {
  const { apiVersion, kind } = object;
  const typed = deepFreeze({ ...object, apiVersion: String(apiVersion), kind: String(kind) });
  const result = convertObject(registry, typed, { group, version }, allowance());
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

function bodyOf({ apiVersion: _, kind: __, metadata, ...body }: JsonObject): JsonObject {
  const annotations = Object.entries(annotationsOf(metadata)).filter(([key]) => !isStash(key));
  return {
    ...body,
    ...(annotations.length > 0 && { annotations: Object.fromEntries(annotations) }),
  };
}

function annotationsOf(metadata: unknown): JsonObject {
  return mapAt(asMap(metadata), "annotations");
}

function isStash(key: string): boolean {
  return key.startsWith(`${group}/kept`);
}

/** The addresses of what is kept, without the prints of lists. */
function kept({ metadata }: JsonObject): readonly string[] {
  return Object.entries(annotationsOf(metadata))
    .filter(([key]) => isStash(key))
    .flatMap(([, text]) => Object.keys(objectIn(String(text))))
    .filter((address) => !address.endsWith("[#]"))
    .sort();
}

describe("examples", () => {
  test.each(rowsOf("convert").filter(({ fails }) => fails === undefined))(
    "$name",
    ({ object, becomes, keeps, from, to, kind }) => {
      const image = converted(objectOf(object, { kind, version: from }), to);
      expect(bodyOf(image)).toEqual(becomes);
      expect(keeps ?? kept(image)).toEqual(kept(image));
      expect(converted(image, from)).toEqual(objectOf(object, { kind, version: from }));
    },
  );

  test.each(rowsOf("convert").filter(({ fails }) => fails !== undefined))(
    "$name",
    ({ object, fails, from, to, kind }) => {
      expect(() => converted(objectOf(object, { kind, version: from }), to)).toThrow(fails);
    },
  );

  test.each(rowsOf("edit"))("edited: $name", ({ object, edited, becomes, from, to, kind }) => {
    const image = converted(objectOf(object, { kind, version: from }), to);
    const changed = objectOf(edited ?? {}, { kind, version: to }, annotationsOf(image["metadata"]));
    const returned = converted(changed, from);
    expect(bodyOf(returned)).toEqual(becomes);
    expect(bodyOf(converted(returned, to))).toEqual(bodyOf(changed));
  });
});

describe("laws", () => {
  test.each(kinds.map((kind, index) => ({ name: cases[index], kind })))(
    "$name",
    async ({ kind }) => {
      const { laws, ungenerated } = await checkKind(kind, { runs: 30 });
      expect(laws.filter(({ passed }) => !passed)).toEqual([]);
      // A waiver whose law no object breaks can go.
      expect(laws.filter(({ waived }) => waived?.failed === 0)).toEqual([]);
      expect(ungenerated).toEqual([]);
    },
  );
});
