import { parseConversion } from "../../lib/cli/conversion-yaml/conversion-yaml.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import { defineKind, type Kind } from "../../lib/kind/kind.ts";
import type { LensData } from "../../lib/lens/language/rule.ts";
import { checkKind } from "../../lib/verify/check-kind.ts";
import type { LawReport } from "../../lib/verify/check-laws.ts";
import type { LawName } from "../../lib/verify/laws/law.ts";

/** A kind of two versions, v1 and v2, with a lens between them. */
export interface TwoVersions {
  /** The properties of each version's body, or a whole schema with `properties`. */
  readonly v1: JsonObject;
  readonly v2: JsonObject;
  /** The text of `rules` in a conversion.yaml, or a lens as data. */
  readonly lens: string | Pick<LensData, "accept" | "rules" | "waive">;
}

/** Declares the kind Gadget. Throws if the rules as text have a fault. */
export function gadget({ v1, v2, lens }: TwoVersions): Kind {
  const version = (name: string, properties: JsonObject) => ({
    name,
    served: true,
    storage: name === "v1",
    schema: { type: "object", properties },
  });
  const crd = { group: "example.org", kind: "Gadget", plural: "gadgets", scope: "Namespaced" };
  return defineKind({
    crd: { ...crd, versions: [version("v1", v1), version("v2", v2)] },
    lenses: typeof lens === "string" ? lensesOf(lens) : [{ from: "v1", to: "v2", ...lens }],
  });
}

function lensesOf(rules: string): readonly LensData[] {
  const { lenses, faults } = parseConversion(`from: v1\nto: v2\n${rules}`, {
    file: "conversion.yaml",
    kindVersions: ["v1", "v2"],
  });
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return lenses;
}

/** The laws that a kind breaks, each once, as `law from-to: explanation`. */
export async function brokenLaws(
  kind: Kind,
  { runs = 200, only }: { readonly runs?: number; readonly only?: readonly LawName[] } = {},
): Promise<readonly string[]> {
  const { laws } = await checkKind(kind, { runs, ...(only !== undefined && { only }) });
  return laws.flatMap(({ law, from, to, failure }: LawReport) =>
    failure === undefined ? [] : [`${law} ${from}-${to}: ${failure.explanation}`],
  );
}

export const text: JsonObject = { type: "string" };
export const integer: JsonObject = { type: "integer" };

/** A map with declared members. */
export function map(properties: JsonObject, rest: JsonObject = {}): JsonObject {
  return { type: "object", properties, ...rest };
}

export function list(items: JsonObject, rest: JsonObject = {}): JsonObject {
  return { type: "array", items, ...rest };
}
