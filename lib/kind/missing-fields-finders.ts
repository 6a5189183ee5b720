import { type MissingFieldsFinder, missingFieldsFinder } from "../lens/edge/missing-fields.ts";
import { structuralForm } from "../schema/structural/form.ts";
import { type Kind, lensKind } from "./kind.ts";
import { stepsBetween } from "./kind-steps.ts";

/**
 * Returns a function that gives, for two versions, the finder of required fields that their conversion leaves empty.
 * Each finder is created once.
 */
export function missingFieldsFinders(
  kind: Kind,
): (from: string, to: string) => MissingFieldsFinder {
  const finders = new Map<string, MissingFieldsFinder>();
  return (from, to) => {
    const key = `${from} ${to}`;
    const finder = finders.get(key) ?? finderBetween(kind, from, to);
    finders.set(key, finder);
    return finder;
  };
}

function finderBetween(kind: Kind, from: string, to: string): MissingFieldsFinder {
  const schema = lensKind(kind).schemaOf(to);
  const steps = stepsBetween(kind, from, to).map(({ lens, side }) => lens && { lens, side });
  return missingFieldsFinder(schema === undefined ? "free" : structuralForm(schema), steps);
}
