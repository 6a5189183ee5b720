import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { isObject } from "../../lib/json/value.ts";
import { validateListTypes } from "../../lib/schema/list-types.ts";
import { parseStructural } from "../../lib/schema/parse-structural.ts";
import { loadRe2 } from "../../lib/schema/pattern.ts";
import { compileValidator } from "../../lib/schema/validate.ts";
import { validBody } from "../../lib/verify/arbitrary-object.ts";
import { rawSchema } from "../../lib/verify/draw/raw-schema.ts";
import { samples } from "../support/random-schemas.ts";
import { schema as anySchema, json } from "./schemas.ts";

beforeAll(loadRe2);

const runs = { numRuns: 2_000 };

test("a body of any schema is valid in it", () => {
  fc.assert(
    fc.property(samples, fc.nat(), ({ schema }, seed) => {
      const { structural } = parseStructural(schema);
      const validator = compileValidator(schema);
      for (const body of fc.sample(validBody(structural), { seed, numRuns: 5 })) {
        expect(validator.validate(body)).toEqual([]);
        expect(validateListTypes(body, structural)).toEqual([]);
      }
    }),
    runs,
  );
});

test("a structural schema written back as JSON validates alike", () => {
  fc.assert(
    fc.property(anySchema, json, (schema, value) => {
      const { structural, errors, unsupported } = parseStructural(schema);
      fc.pre(errors.length === 0 && unsupported === undefined && isObject(schema));
      const again = compileValidator(rawSchema(structural)).validate(value);
      expect(again).toEqual(compileValidator(schema).validate(value));
    }),
    { numRuns: 1_000 },
  );
});
