import fc from "fast-check";
import { expect, test } from "vitest";
import { isObject } from "../../lib/json/value.ts";
import { re2 } from "../../lib/schema/pattern/re2.ts";
import { parseStructural } from "../../lib/schema/structural/parse.ts";
import { validateListTypes } from "../../lib/schema/validation/list-types.ts";
import { compileValidator } from "../../lib/schema/validation/validate.ts";
import { applyEdits } from "../../lib/verify/apply-edit.ts";
import { validBody } from "../../lib/verify/arbitrary-object.ts";
import { rawSchema } from "../../lib/verify/draw/raw-schema.ts";
import { edgeBody } from "../../lib/verify/edge-body.ts";
import { fragmentOf, isFragmentOf } from "../../lib/verify/fragment.ts";
import { smallScope } from "../../lib/verify/small-scope.ts";
import { editOf } from "../support/edit-of.ts";
import { samples } from "../support/random-schemas.ts";
import { tries } from "../support/tries.ts";
import { schema as anySchema, frozen, json } from "./schemas.ts";

const runs = { numRuns: tries({ test: 150, deep: 2_000 }) };

test("a generated body of any schema is valid in it", () => {
  fc.assert(
    fc.property(samples, fc.nat(), ({ schema }, seed) => {
      const { structural } = parseStructural(schema);
      const validator = compileValidator(schema, re2);
      for (const body of fc.sample(validBody(structural), { seed, numRuns: 5 })) {
        expect(validator.validate(body)).toEqual([]);
        expect(validateListTypes(body, structural)).toEqual([]);
      }
    }),
    runs,
  );
});

test("edge bodies and edits of any schema can be generated, and do not change their input", () => {
  fc.assert(
    fc.property(samples, samples, fc.nat(), (one, other, seed) => {
      const [own, foreign] = [one, other].map(({ schema }) => parseStructural(schema).structural);
      if (own === undefined || foreign === undefined) return;
      for (const body of fc.sample(edgeBody(own, foreign), { seed, numRuns: 3 }).map(frozen)) {
        for (const { body: edited, edits } of fc.sample(editOf(body, own), { seed, numRuns: 3 })) {
          expect(applyEdits(body, edits)).toEqual(edited);
        }
      }
    }),
    runs,
  );
});

test("fragments of any body are fragments of it, and their fragments too", () => {
  fc.assert(
    fc.property(samples, samples, fc.nat(), (one, other, seed) => {
      const [own, foreign] = [one, other].map(({ schema }) => parseStructural(schema).structural);
      if (own === undefined || foreign === undefined) return;
      const [body = {}] = fc.sample(edgeBody(own, foreign), { seed, numRuns: 1 }).map(frozen);
      const [part = {}] = fc.sample(fragmentOf(body, own), { seed, numRuns: 1 }).map(frozen);
      const [less = {}] = fc.sample(fragmentOf(part, own), { seed, numRuns: 1 });
      expect(isFragmentOf(part, body, own)).toBe(true);
      expect(isFragmentOf(less, body, own)).toBe(true);
    }),
    runs,
  );
});

test("small scopes of any schema contain each path once", () => {
  fc.assert(
    fc.property(samples, ({ schema }) => {
      const { structural } = parseStructural(schema);
      const scopes = [...smallScope(structural)];
      expect(scopes.filter(({ state }) => state === "absent").length).toBe(
        new Set(scopes.map(({ path }) => path)).size,
      );
    }),
    runs,
  );
});

test("a structural schema written back as JSON validates in the same way", () => {
  fc.assert(
    fc.property(anySchema, json, (schema, value) => {
      const { structural, errors, unsupported } = parseStructural(schema);
      fc.pre(errors.length === 0 && unsupported === undefined && isObject(schema));
      const again = compileValidator(rawSchema(structural), re2).validate(value);
      expect(again).toEqual(compileValidator(schema, re2).validate(value));
    }),
    { numRuns: tries({ test: 150, deep: 1_000 }) },
  );
});
