import { readObjects } from "../../../lib/cli/files/yaml.ts";
import { mapAt } from "../../../lib/json/members.ts";
import { isArray, isObject, type JsonObject, member } from "../../../lib/json/value.ts";

/** The golden files of the faulty webhooks: of faults.ts, and of admission.ts. */
type MatrixFile = "faults.yaml" | "admission.yaml";

/** The row of a faulty webhook in a golden file. */
export interface FaultRow {
  /** The law that the webhook is written for. */
  readonly law: string;
  /** The laws that it breaks with every seed, by name, its own among them. */
  readonly always: readonly string[];
  /** The laws that it breaks with some seeds. */
  readonly sometimes: readonly string[];
  /** The seeds with which the webhook is tried. */
  readonly seeds: readonly number[];
}

/** The rows of a golden file by the names of the webhooks. Throws if a law in `always` or `sometimes` has no reason. */
export function faultMatrix(file: MatrixFile): ReadonlyMap<string, FaultRow> {
  const [rows = {}] = readObjects(`test/support/webhooks/${file}`);
  return new Map(Object.entries(rows).map(([name, row]) => [name, rowIn(name, row)]));
}

/** The row of a faulty webhook. Throws if there is none. */
export function faultRow(file: MatrixFile, { name }: { readonly name: string }): FaultRow {
  const row = faultMatrix(file).get(name);
  if (row === undefined) throw new Error(`${name}: ${file} has no row for it`);
  return row;
}

/** The laws that are broken with every seed, and those that are broken with only some. `broken` has a list of laws for each seed. */
export function brokenLaws(
  broken: readonly (readonly string[])[],
): Pick<FaultRow, "always" | "sometimes"> {
  const all = [...new Set(broken.flat())].sort();
  const isAlways = (law: string): boolean => broken.every((laws) => laws.includes(law));
  return { always: all.filter(isAlways), sometimes: all.filter((law) => !isAlways(law)) };
}

function rowIn(name: string, row: unknown): FaultRow {
  if (!isObject(row)) throw new Error(`${name}: is not a map`);
  const law = String(member(row, "law"));
  const seeds = member(row, "seeds");
  return {
    law,
    always: [law, ...explained(name, mapAt(row, "always"))].sort(),
    sometimes: [...explained(name, mapAt(row, "sometimes"))].sort(),
    seeds: isArray(seeds) ? seeds.map(Number) : [1],
  };
}

/** The laws of a map from laws to reasons. */
function explained(name: string, reasons: JsonObject): readonly string[] {
  return Object.entries(reasons).map(([law, reason]) => {
    if (typeof reason !== "string" || reason === "")
      throw new Error(`${name}: no reason for ${law}`);
    return law;
  });
}
