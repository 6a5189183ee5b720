import { equal } from "../../json/equal.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { validateEmbeddedResources } from "../../schema/metadata/embedded-resources.ts";
import { isPatternReady } from "../../schema/pattern/pattern.ts";
import { structuralForm } from "../../schema/structural/form.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { validateListTypes } from "../../schema/validation/list-types.ts";
import { installedRuleEngine } from "../../schema/validation/rule-engine.ts";
import { compileValidator, type Validator } from "../../schema/validation/validate.ts";
import type { ObjectValidator, Validators } from "../../schema/validation/validators.ts";
import { prepareValidation } from "./prepare-validation.ts";

/**
 * Compiles all checks of the API server for whole objects of a version, and loads the engines for its patterns and rules
 * (RE2, CEL) if it needs them.
 */
export async function loadObjectValidator(schema: JsonObject): Promise<ObjectValidator> {
  await prepareValidation(schema);
  return objectValidator(schema);
}

/** Compiles the same checks after {@link prepareValidation}. Ignores patterns and rules whose engine is not loaded. */
export function objectValidator(schema: JsonObject): ObjectValidator {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const structural = structuralForm(schema);
  const ready = withReadyPatterns(schema);
  const validator = compileValidator(ready);
  const fresh: ObjectValidator = {
    faults: (object, old) => faultsOf(object, old, structural, validator),
    everyFault: (object) => [
      ...validator.validate(object),
      ...validateEmbeddedResources(object, structural, { isResourceRoot: false }),
      ...validateListTypes(object, structural),
      ...ruleFaults(object, structural),
    ],
  };
  // Not cached if a pattern was left out: a later caller may have loaded RE2.
  if (equal(ready, schema)) compiled.set(schema, fresh);
  return fresh;
}

const compiled = new WeakMap<JsonObject, ObjectValidator>();

/** Validators for callers that have awaited {@link prepareValidation} for all requested schemas. */
export const preparedValidators: Validators = { of: objectValidator };

function faultsOf(
  object: JsonObject,
  old: JsonObject | undefined,
  structural: Structural,
  validator: Validator,
): readonly FieldError[] {
  const ratcheting = old !== undefined;
  const wereListsBroken = old !== undefined && validateListTypes(old, structural).length > 0;
  const errors = [
    ...(old === undefined
      ? validator.validate(object)
      : validator.validateUpdate(object, old, { ratcheting })),
    ...(wereListsBroken ? [] : validateListTypes(object, structural)),
  ];
  if (errors.length > 0) return errors;
  const faults = ruleFaults(object, structural);
  if (faults.length === 0 || old === undefined) return faults;
  const before = new Set(ruleFaults(old, structural).map(faultText));
  return faults.filter((fault) => !before.has(faultText(fault)));
}

/** Does not run transition rules, which apply to writes in their own version. */
function ruleFaults(object: JsonObject, structural: Structural): readonly FieldError[] {
  return installedRuleEngine()?.evaluateRules(structural, true, object).errors ?? [];
}

function faultText({ field, detail }: FieldError): string {
  return `${field} ${detail}`;
}

/** A schema without the patterns that need RE2 if it is not loaded. */
function withReadyPatterns(schema: JsonValue): JsonValue {
  if (isArray(schema)) return schema.map(withReadyPatterns);
  if (!isObject(schema)) return schema;
  const members = Object.entries(schema).flatMap(([key, value]) => {
    if (key === "pattern" && typeof value === "string" && !isPatternReady(value)) return [];
    return [[key, withReadyPatternsBelow(key, value)] as const];
  });
  return Object.fromEntries(members);
}

/** The value of a keyword without such patterns. `properties` may have fields named `default` or `pattern`. */
function withReadyPatternsBelow(keyword: string, value: JsonValue): JsonValue {
  if (valueKeywords.has(keyword)) return value;
  if (keyword !== "properties" || !isObject(value)) return withReadyPatterns(value);
  const fields = Object.entries(value).map(([name, schema]) => [name, withReadyPatterns(schema)]);
  return Object.fromEntries(fields);
}

/** Keywords that hold values, not schemas. */
const valueKeywords: ReadonlySet<string> = new Set(["default", "enum", "example"]);
