import { isArray, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { applyDefaults } from "../../schema/defaulting.ts";
import type { FieldError } from "../../schema/field-error.ts";
import { validateListTypes } from "../../schema/list-types.ts";
import { isPatternReady } from "../../schema/pattern.ts";
import { dropNonNullableNulls } from "../../schema/prune-nulls.ts";
import { prune } from "../../schema/pruning.ts";
import { installedRuleEngine } from "../../schema/rule-engine.ts";
import type { Structural } from "../../schema/structural.ts";
import { structuralForm } from "../../schema/structural-form.ts";
import { compileValidator, type Validator } from "../../schema/validate.ts";

/** A version's schema at work on objects of that version. */
export interface VersionSchema {
  /** The object as the server holds it: pruned, without nulls that may not be there, its defaults filled in. */
  settle(object: JsonObject): JsonObject;
  /**
   * What the server would refuse of a settled object: values, list types, and rules (`x-kubernetes-validations`) where
   * their engine is loaded; not the metadata of embedded resources. What did not change since `old` is forgiven as there.
   */
  faultsOf(object: JsonObject, old: JsonObject | undefined): readonly FieldError[];
}

/** A schema made ready when an object is first held against it. Patterns that need RE2 count where that is loaded. */
export function versionSchema(schema: JsonObject): VersionSchema {
  let made: Compiled | undefined;
  const compiled = (): Compiled => {
    made ??= compile(schema);
    return made;
  };
  return {
    settle: (object) => settled(object, compiled()),
    faultsOf: (object, old) => faultsOf(object, old, compiled()),
  };
}

interface Compiled {
  readonly structural: Structural;
  readonly validator: Validator;
}

function compile(schema: JsonObject): Compiled {
  return {
    structural: structuralForm(schema),
    validator: compileValidator(withReadyPatterns(schema)),
  };
}

/** A schema without the patterns that nobody loaded RE2 for. */
function withReadyPatterns(schema: JsonValue): JsonValue {
  if (isArray(schema)) return schema.map(withReadyPatterns);
  if (!isObject(schema)) return schema;
  const members = Object.entries(schema).flatMap(([key, value]) => {
    if (key === "pattern" && typeof value === "string" && !isPatternReady(value)) return [];
    return [[key, withReadyPatternsBelow(key, value)] as const];
  });
  return Object.fromEntries(members);
}

/** Below a keyword: a value stays as it is, and of fields any name is one, `default` and `pattern` too. */
function withReadyPatternsBelow(keyword: string, value: JsonValue): JsonValue {
  if (values.has(keyword)) return value;
  if (keyword !== "properties" || !isObject(value)) return withReadyPatterns(value);
  const fields = Object.entries(value).map(([name, schema]) => [name, withReadyPatterns(schema)]);
  return Object.fromEntries(fields);
}

/** Keywords that hold values, not schemas. */
const values: ReadonlySet<string> = new Set(["default", "enum", "example"]);

function settled(object: JsonObject, { structural }: Compiled): JsonObject {
  const { object: pruned } = prune(object, structural, { isResourceRoot: true });
  return applyDefaults(dropNonNullableNulls(pruned, structural), structural);
}

function faultsOf(
  object: JsonObject,
  old: JsonObject | undefined,
  { structural, validator }: Compiled,
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
  const options = old === undefined ? {} : { old, ratcheting };
  return installedRuleEngine()?.evaluateRules(structural, true, object, options).errors ?? [];
}
