import { memoizedByObject } from "../json/memoized-by-object.ts";
import type { JsonObject } from "../json/value.ts";
import { isMetaField } from "../schema/pruning/prune.ts";
import type { Structural } from "../schema/structural/structural.ts";
import { isFullyValid } from "./draw/validity.ts";

/** A version's schema without apiVersion, kind and metadata: they are neither declared nor required. */
export const bodySchema: (schema: Structural) => Structural = memoizedByObject((schema) => {
  const { properties, validation } = schema;
  return {
    ...schema,
    ...(properties !== undefined && {
      properties: new Map([...properties].filter(([name]) => !isMetaField(name))),
    }),
    ...(validation?.required !== undefined && {
      validation: {
        ...validation,
        required: validation.required.filter((name) => !isMetaField(name)),
      },
    }),
  };
});

/**
 * True if the version's schema accepts a body (value validation, list types, embedded resources), both as given and after the
 * server drops nulls and sets defaults. Rules (`x-kubernetes-validations`) are not evaluated.
 */
export function isValidBody(body: JsonObject, schema: Structural): boolean {
  return isFullyValid(bodySchema(schema), body);
}
