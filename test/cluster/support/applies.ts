import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { isObject, type JsonObject } from "../../../lib/json/value.ts";
import type { LensKind } from "./lens-kinds.ts";
import { refusal } from "./registrations.ts";

/** A server-side apply, and what becomes of the object by it. */
export interface Step {
  readonly name: string;
  readonly manager: string;
  readonly version: string;
  readonly spec: JsonObject;
  /** The message of the conflict; absent if there is none. */
  readonly refused?: string;
  /** By version, the fields of the spec that are others now; null for those that went. */
  readonly then?: Readonly<Record<string, JsonObject>>;
}

/** The steps of a file of the folder `applies`. */
export async function readSteps(name: string): Promise<readonly Step[]> {
  return parseYaml(await readFile(new URL(`../applies/${name}.yaml`, import.meta.url), "utf8"));
}

/** The spec of an object as each version shows it. */
export async function specs(
  kind: LensKind,
  versions: readonly string[],
  name: string,
): Promise<Readonly<Record<string, JsonObject>>> {
  const found: Record<string, JsonObject> = {};
  for (const version of versions) found[version] = specOf(await kind.at(version).get(name));
  return found;
}

/** The spec of an object. */
export function specOf({ spec = {} }: JsonObject): JsonObject {
  return isObject(spec) ? spec : {};
}

/**
 * Does the steps one after another, with each version as the storage version, and looks at every version after each. An
 * object with the given body is valid in every version.
 */
export function testSteps(
  steps: readonly Step[],
  versions: readonly string[],
  kind: () => LensKind,
  body: JsonObject = { spec: {} },
): void {
  describe.each(versions)("stored in %s", (storage) => {
    beforeAll(() => kind().store(storage, body));

    afterAll(() => kind().at(storage).delete("shared"));

    test.each(steps.map((step, index) => ({ ...step, index })))("$name", async (step) => {
      const { manager, version, spec, refused = "", index } = step;
      const object = kind().object(version, "shared", { spec });
      const said = await refusal(kind().at(version).apply(object, { fieldManager: manager }));
      expect({ isRefused: said !== "", said }).toEqual({
        isRefused: refused !== "",
        said: expect.stringContaining(refused),
      });
      expect(await specs(kind(), versions, "shared")).toEqual(shownAfter(steps, index, versions));
    });
  });
}

/** What each version shows once the step with this index is done. */
function shownAfter(
  steps: readonly Step[],
  index: number,
  versions: readonly string[],
): Readonly<Record<string, JsonObject>> {
  const shown = versions.map((version) => {
    const changes = steps.slice(0, index + 1).map(({ then }) => then?.[version] ?? {});
    const spec: JsonObject = Object.assign({}, ...changes);
    const there = Object.entries(spec).filter(([, value]) => value !== null);
    return [version, Object.fromEntries(there)] as const;
  });
  return Object.fromEntries(shown);
}
