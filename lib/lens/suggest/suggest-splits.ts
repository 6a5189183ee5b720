import { otherSide, type Side, sides } from "../../converter/side.ts";
import { lastKey } from "../check/similar-fields.ts";
import { pathText } from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import type { SchemaPlace } from "../ops/analysis/place-pair.ts";
import { typeText } from "../ops/analysis/type-text.ts";

/** A suggested split of a string, with the fields that it covers. */
interface Split {
  readonly rule: RuleData;
  readonly reason: string;
  readonly places: readonly SchemaPlace[];
}

/** Suggests splits of strings whose name consists of the names of other strings: `hostPort` for `host` and `port`. */
export function suggestSplits(
  pool: Readonly<Record<Side, readonly SchemaPlace[]>>,
): readonly Split[] {
  return sides.flatMap((side) =>
    pool[side].flatMap((whole): readonly Split[] => {
      const parts = pool[otherSide(side)].filter((other) => isPart(whole, other));
      const name = parts.map(({ path }) => lastKey(path)).join("");
      if (parts.length < 2 || name.toLowerCase() !== lastKey(whole.path).toLowerCase()) return [];
      const reason = `${pathText(whole.path)}: its name consists of the parts' names; the separator ":" is a guess`;
      return [{ rule: splitRule(side, whole, parts), reason, places: [whole, ...parts] }];
    }),
  );
}

function isPart(whole: SchemaPlace, part: SchemaPlace): boolean {
  const [key, own] = [lastKey(whole.path), lastKey(part.path)].map((text) => text.toLowerCase());
  const isText = [whole, part].every(({ node }) => typeText(node) === "string");
  return isText && key !== undefined && own !== undefined && key !== own && key.includes(own);
}

function splitRule(side: Side, whole: SchemaPlace, parts: readonly SchemaPlace[]): RuleData {
  const named = Object.fromEntries(parts.map(({ path }) => [lastKey(path), pathText(path)]));
  const template = Object.keys(named)
    .map((name) => `{${name}}`)
    .join(":");
  const text = pathText(whole.path);
  return side === "from"
    ? { op: "split", from: text, to: named, template }
    : { op: "split", from: named, to: text, template };
}
