import type { Side } from "../../converter/side.ts";
import type { CrdFacts, CrdVersion } from "../../crd/crd-facts.ts";
import { pruneDefaults } from "../../schema/defaulting/prune-defaults.ts";
import { structuralForm } from "../../schema/structural/form.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { bodySchema } from "../body-schema.ts";
import { type FieldPlace, fieldPlaces } from "./field-places.ts";
import type { Observer } from "./observer.ts";

/** A version of the kind whose conversion is learned. */
export interface LearnedVersion {
  readonly name: string;
  /** The schema of whole objects; `schema` is that of their bodies. */
  readonly resource: Structural;
  readonly schema: Structural;
  readonly places: ReadonlyMap<string, FieldPlace>;
}

/** The two versions between which a conversion is learned, and the webhook that converts. `from` is the older version. */
export interface LearnedVersions extends Readonly<Record<Side, LearnedVersion>> {
  readonly crd: CrdFacts;
  readonly observer: Observer;
}

/** A version of a CRD with its structural schema and the places in this schema. */
export function learnedVersion({ name, schema }: CrdVersion): LearnedVersion {
  const resource = pruneDefaults(structuralForm(schema));
  const body = bodySchema(resource);
  return { name, resource, schema: body, places: fieldPlaces(body) };
}
