import { equal } from "../../json/equal.ts";
import type { JsonValue } from "../../json/value.ts";
import { isSamePath, type Path, parsePath } from "../../lens/language/path.ts";
import type { RuleData } from "../../lens/language/rule.ts";
import { literalsOf } from "../../lens/ops/authoring-registry.ts";
import type { Direction } from "../subject.ts";
import { rulesOfPair } from "./rules-of-pair.ts";

/** A value that a rule names, such as a word of its table or a constant, and a path of the rule in the source version. */
export interface PlacedLiteral {
  readonly rule: RuleData;
  readonly path: Path;
  readonly value: JsonValue;
}

/** All values that the rules of a direction name, at each path of their rule. Each pair of path and value appears once. */
export function ruleLiterals(pair: Direction): readonly PlacedLiteral[] {
  const found = rulesOfPair(pair);
  if (found === undefined) return [];
  const { rules, side } = found;
  const placed = rules.flatMap(({ rule, paths, first }) =>
    literalsOf(rule)
      .filter((own) => own.side === undefined || (own.side === "first") === (first === side))
      .flatMap(({ value, below = "." }) =>
        paths[side].map(
          (path): PlacedLiteral => ({
            rule,
            path: [...path, ...(parsePath(below) ?? [])],
            value,
          }),
        ),
      ),
  );
  return placed.filter(
    (each, index) =>
      placed.findIndex(
        (other) => isSamePath(other.path, each.path) && equal(other.value, each.value),
      ) === index,
  );
}
