import { otherSide, type Side, sides } from "../../converter/side.ts";
import { lastKey } from "../check/nearest.ts";
import { pathText } from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import type { Spot } from "../ops/analysis/site.ts";
import { typeText } from "../ops/analysis/type-text.ts";

/** A split of a string, with the fields that it takes. */
interface Split {
  readonly rule: RuleData;
  readonly reason: string;
  readonly spots: readonly Spot[];
}

/** Splits of strings whose name consists of other strings' names (`hostPort`: `host`, `port`). */
export function splitsIn(pool: Readonly<Record<Side, readonly Spot[]>>): readonly Split[] {
  return sides.flatMap((side) =>
    pool[side].flatMap((whole): readonly Split[] => {
      const parts = pool[otherSide(side)].filter((other) => isPart(whole, other));
      const name = parts.map(({ path }) => lastKey(path)).join("");
      if (parts.length < 2 || name.toLowerCase() !== lastKey(whole.path).toLowerCase()) return [];
      const reason = `${pathText(whole.path)}: its name is made of theirs; guessed ":" between them`;
      return [{ rule: splitRule(side, whole, parts), reason, spots: [whole, ...parts] }];
    }),
  );
}

function isPart(whole: Spot, part: Spot): boolean {
  const [key, own] = [lastKey(whole.path), lastKey(part.path)].map((text) => text.toLowerCase());
  const isText = [whole, part].every(({ node }) => typeText(node) === "string");
  return isText && key !== undefined && own !== undefined && key !== own && key.includes(own);
}

function splitRule(side: Side, whole: Spot, parts: readonly Spot[]): RuleData {
  const named = Object.fromEntries(parts.map(({ path }) => [lastKey(path), pathText(path)]));
  const template = Object.keys(named)
    .map((name) => `{${name}}`)
    .join(":");
  const text = pathText(whole.path);
  return side === "from"
    ? { op: "split", from: text, to: named, template }
    : { op: "split", from: named, to: text, template };
}
