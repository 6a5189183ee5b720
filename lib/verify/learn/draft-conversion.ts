import { Allowance } from "../../converter/allowance.ts";
import { otherSide, type Side, sides } from "../../converter/side.ts";
import { objectValidators } from "../../crd/validator/object-validators.ts";
import type { JsonObject } from "../../json/value.ts";
import { lensEdge } from "../../lens/edge/edge.ts";
import type { RuleData } from "../../lens/language/rule.ts";
import { yamlText } from "../../lens/ops/text/yaml-text.ts";
import { prunedAndDefaulted } from "../pruned-and-defaulted.ts";
import { bodyOf } from "../samples/object-body.ts";
import type { LearnedVersions } from "./learned-versions.ts";
import { objectOfBody, probedMetadata } from "./observed-bodies.ts";

/** Converts a body of the version `side` to the other version; undefined if the conversion is refused. */
export type BodyConversion = (side: Side, body: JsonObject) => JsonObject | undefined;

/** The conversion by these rules. Compiles the rules before it returns, and throws an `InvalidLens` if this is not possible. */
export function draftConversion(
  versions: LearnedVersions,
  rules: readonly RuleData[],
): BodyConversion {
  const { crd, from, to } = versions;
  const kind = {
    group: crd.group,
    kind: crd.kind,
    versions: [from.name, to.name],
    schemaOf: (version: string) => crd.versions.find(({ name }) => name === version)?.schema,
  };
  const edge = lensEdge(kind, { from: from.name, to: to.name, rules }, { yaml: yamlText });
  const convert: BodyConversion = (side, body) => {
    const source = { body, labels: {}, annotations: {}, ...probedMetadata };
    const converter = side === "from" ? edge.forward : edge.backward;
    const result = converter(source, new Allowance({ validators: objectValidators }));
    return result.ok ? result.value.body : undefined;
  };
  for (const side of sides) convert(side, {});
  return convert;
}

/**
 * The body of a converted object as the server holds it: pruned, with defaults. `from`: the version that it was converted from.
 */
export function storedBody(
  versions: LearnedVersions,
  from: Side,
  converted: JsonObject,
): JsonObject {
  const side = otherSide(from);
  const object = objectOfBody(versions, side, bodyOf(converted));
  return bodyOf(prunedAndDefaulted(object, { schema: versions[side].resource }));
}
