import type { JsonObject } from "../../json/value.ts";
import { drawBody } from "../arbitrary-object.ts";
import { bodySchema } from "../body-schema.ts";
import { DrawState, seededSource } from "../draw/draw.ts";
import { ruleLiterals } from "../rules/rule-literals.ts";
import { bodyWithValue } from "../rules/set-value.ts";
import type { Direction } from "../subject.ts";
import { objectOf } from "./object-body.ts";
import { seedBodies } from "./seeds.ts";
import { isValidObject } from "./valid-object.ts";

/** Bodies that the laws try first. They are the same in every run. */
interface FirstBodies {
  readonly valid: readonly JsonObject[];
  /** A body for each value that a rule names, if no valid body with that value was found. */
  readonly invalid: readonly JsonObject[];
}

/**
 * The most attempts to find a valid body with a value. The number is a choice: a value that is invalid in several bodies is
 * mostly invalid in all, and there is a search for each value that a rule names.
 */
const maxTries = 6;

/** The bodies of samples and examples, and for each value that a rule names a body with the value at the rule's path. */
export function firstBodies(pair: Direction): FirstBodies {
  const { subject, from } = pair;
  const schema = bodySchema(from.schema);
  const seeds = seedBodies(subject, from);
  const source = seededSource(4);
  const draw = new DrawState(source);
  const valid: JsonObject[] = [...seeds];
  const invalid: JsonObject[] = [];
  for (const { path, value } of ruleLiterals(pair)) {
    let spare: JsonObject | undefined;
    let found: JsonObject | undefined;
    for (let tries = 0; tries < maxTries && found === undefined; tries++) {
      const base = seeds[tries] ?? drawBody(from.schema, source);
      const body = bodyWithValue(base, { schema, path, value }, draw);
      if (body === undefined) continue;
      if (isValidObject(objectOf(subject, from, body), pair)) found = body;
      spare ??= body;
    }
    if (found !== undefined) valid.push(found);
    else if (spare !== undefined) invalid.push(spare);
  }
  return { valid, invalid };
}
