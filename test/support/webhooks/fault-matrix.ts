import { readObjects } from "../../../lib/cli/files/yaml.ts";
import { mapAt } from "../../../lib/json/members.ts";
import { isArray, isObject, type JsonObject, member } from "../../../lib/json/value.ts";

/** What faults.yaml says of a faulty webhook. */
export interface FaultRow {
  /** The law that the webhook is written for. */
  readonly law: string;
  /** The laws that it breaks with every seed, by name, its own among them. */
  readonly always: readonly string[];
  /** The laws that it breaks with some seeds. */
  readonly sometimes: readonly string[];
  /** The seeds that show both. */
  readonly seeds: readonly number[];
}

/** The rows of faults.yaml by the names of the webhooks. Throws for a second law without a reason. */
export function faultMatrix(): ReadonlyMap<string, FaultRow> {
  const [rows = {}] = readObjects("test/support/webhooks/faults.yaml");
  return new Map(Object.entries(rows).map(([name, row]) => [name, rowIn(name, row)]));
}

/** The row of a faulty webhook. Throws if there is none. */
export function faultRow({ name }: { readonly name: string }): FaultRow {
  const row = faultMatrix().get(name);
  if (row === undefined) throw new Error(`${name}: faults.yaml has no row for it`);
  return row;
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
    if (typeof reason !== "string" || reason === "") throw new Error(`${name}: why ${law}?`);
    return law;
  });
}
