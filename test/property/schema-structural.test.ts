import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { equal } from "../../lib/json/equal.ts";
import { applyDefaults } from "../../lib/schema/defaulting/apply-defaults.ts";
import { pruneDefaults } from "../../lib/schema/defaulting/prune-defaults.ts";
import { validateEmbeddedResources } from "../../lib/schema/metadata/embedded-resources.ts";
import { coerceMetadata } from "../../lib/schema/metadata/object-meta.ts";
import { dropNonNullableNulls } from "../../lib/schema/pruning/nulls.ts";
import { prune } from "../../lib/schema/pruning/prune.ts";
import { parseStructural } from "../../lib/schema/structural/parse.ts";
import { validateListTypes } from "../../lib/schema/validation/list-types.ts";
import { tries } from "../support/tries.ts";
import { frozen, json, object, schema, schemaLike } from "./schemas.ts";

const runs = { numRuns: tries({ test: 80, deep: 6_000 }) };
const timeoutMs = 60_000;

const structural = schema.map((raw) => parseStructural(frozen(raw)).structural);
const input = json.map(frozen);
const root = fc.boolean().map((isResourceRoot) => ({ isResourceRoot }));
const coercion = fc.record({ isResourceRoot: fc.boolean(), dropInvalidFields: fc.boolean() });

describe("parseStructural", () => {
  test("returns a form and errors with paths for any JSON, and does not change it", {
    timeout: timeoutMs,
  }, () => {
    fc.assert(
      fc.property(schemaLike, (raw) => {
        const parsed = parseStructural(frozen(raw));
        expect(parsed.structural.x).toBeDefined();
        expect(parsed.errors.every(({ field, detail }) => field !== "" && detail !== "")).toBe(
          true,
        );
      }),
      runs,
    );
  });
});

describe("prune", () => {
  test("changes nothing the second time, and does not change its input", {
    timeout: timeoutMs,
  }, () => {
    fc.assert(
      fc.property(input, structural, root, (value, form, options) => {
        const once = prune(value, form, options);
        const twice = prune(frozen(once.object), form, options);
        expect(twice.object).toBe(once.object);
        expect(twice.pruned).toEqual([]);
      }),
      runs,
    );
  });
});

describe("dropNonNullableNulls", () => {
  test("changes nothing the second time, and does not change its input", {
    timeout: timeoutMs,
  }, () => {
    fc.assert(
      fc.property(input, structural, (value, form) => {
        const once = dropNonNullableNulls(value, form);
        expect(dropNonNullableNulls(frozen(once), form)).toBe(once);
      }),
      runs,
    );
  });
});

describe("applyDefaults", () => {
  test("changes nothing the second time, and does not change its input", {
    timeout: timeoutMs,
  }, () => {
    fc.assert(
      fc.property(input, structural, (value, form) => {
        const once = applyDefaults(dropNonNullableNulls(value, form), form);
        expect(equal(applyDefaults(frozen(once), form), once)).toBe(true);
      }),
      runs,
    );
  });

  test("sets no value that pruning removes, if defaults are pruned", {
    timeout: timeoutMs,
  }, () => {
    fc.assert(
      fc.property(object.map(frozen), structural, (value, form) => {
        const pruned = pruneDefaults(form);
        const kept = prune(value, pruned, { isResourceRoot: true }).object;
        const defaulted = applyDefaults(kept, pruned);
        expect(prune(defaulted, pruned, { isResourceRoot: true }).pruned).toEqual([]);
      }),
      runs,
    );
  });
});

describe("coerceMetadata", () => {
  test("changes nothing the second time, and does not change its input", {
    timeout: timeoutMs,
  }, () => {
    fc.assert(
      fc.property(input, structural, coercion, (value, form, options) => {
        const once = coerceMetadata(value, form, options);
        const twice = coerceMetadata(frozen(once.object), form, options);
        expect(once.error !== undefined || equal(twice.object, once.object)).toBe(true);
        expect(once.error !== undefined || twice.unknown.length === 0).toBe(true);
      }),
      runs,
    );
  });
});

describe("validateEmbeddedResources, validateListTypes", () => {
  test("return errors with paths for any object, and do not change it", {
    timeout: timeoutMs,
  }, () => {
    fc.assert(
      fc.property(input, structural, root, (value, form, options) => {
        const errors = [
          ...validateEmbeddedResources(value, form, options),
          ...validateListTypes(value, form),
        ];
        expect(errors.every(({ field }) => field !== "")).toBe(true);
      }),
      runs,
    );
  });
});
