import { itemNode, memberNode, type SchemaNode } from "../language/schema-node.ts";
import type { Side } from "../language/side.ts";
import type { RuleScope, ScopedLens, ScopeRule } from "./scoped-lens.ts";

/** How values of one side are told apart: which lists have keys. From the schema, and from the lens where it names one. */
export interface KeySchema {
  readonly member: (key: string) => KeySchema;
  readonly item: () => KeySchema;
  /** The members that tell the items of this list apart; undefined for an atomic list. */
  readonly keys: readonly string[] | undefined;
  /** True where an item that was replaced inherits nothing. */
  readonly alignsExactly: boolean;
}

/** The place of a value within the lens. */
interface ScopePath {
  readonly scope: RuleScope;
  /** Keys below the scope's root. */
  readonly path: readonly string[];
}

/** The key schema of the bodies of one side. */
export function keySchemaOf(lens: ScopedLens, side: Side, schema: SchemaNode): KeySchema {
  return keySchemaAt(lens, side, schema, { scope: lens.root, path: [] });
}

function keySchemaAt(
  lens: ScopedLens,
  side: Side,
  schema: SchemaNode,
  given: ScopePath | undefined,
): KeySchema {
  const place = given && innermost(lens, side, given);
  const rule = place === undefined ? undefined : ruleAt(side, place);
  const inside = place === undefined ? undefined : memberScope(lens, rule, place);
  const each = rule?.data?.op === "each" || rule?.data?.op === "conditions" ? rule.data : undefined;
  return {
    member: (key) =>
      keySchemaAt(
        lens,
        side,
        memberNode(schema, key),
        rule?.action.type === "values"
          ? { scope: rule.action.inner, path: [] }
          : inside && below(side, inside, key),
      ),
    item: () =>
      keySchemaAt(
        lens,
        side,
        itemNode(schema),
        rule?.action.type === "items" ? { scope: rule.action.inner, path: [] } : undefined,
      ),
    keys: keysOfList(schema, each),
    alignsExactly: each?.op === "each" && each.align === "exact",
  };
}

function keysOfList(schema: SchemaNode, each: ScopeRule["data"]): readonly string[] | undefined {
  if (each?.op === "each" && each.key !== undefined) {
    return typeof each.key === "string" ? [each.key] : each.key;
  }
  if (typeof schema !== "string" && schema.x.listType === "map") return schema.x.listMapKeys;
  return each?.op === "conditions" ? ["type"] : undefined;
}

/** A place at the root of a scope whose one rule is an inner lens on all of it is the root of that lens's scope. */
function innermost(lens: ScopedLens, side: Side, place: ScopePath): ScopePath {
  if (place.path.length > 0) return place;
  const scope = innerScope(lens, ruleAt(side, place));
  return scope === undefined ? place : innermost(lens, side, { scope, path: [] });
}

/** The scope of a rule whose inner lens is on its very value. */
function innerScope(lens: ScopedLens, rule: ScopeRule | undefined): RuleScope | undefined {
  if (rule?.action.type === "within") return rule.action.inner;
  return rule?.action.type === "named" ? lens.named.get(rule.action.lens) : undefined;
}

/** The rule that claims a place, if one claims just this. */
function ruleAt(side: Side, { scope, path }: ScopePath): ScopeRule | undefined {
  return scope.rules.find((candidate) =>
    candidate[side].some(
      (claim) => claim.length === path.length && claim.every((key, index) => path[index] === key),
    ),
  );
}

/** Where the members of a place are looked for: within the rule that claims it, or further down its scope. */
function memberScope(
  lens: ScopedLens,
  rule: ScopeRule | undefined,
  place: ScopePath,
): ScopePath | undefined {
  if (rule === undefined) return place;
  const scope = innerScope(lens, rule);
  return scope === undefined ? undefined : { scope, path: [] };
}

function below(side: Side, { scope, path }: ScopePath, key: string): ScopePath | undefined {
  const next = [...path, key];
  const isKnown = scope.rules.some((rule) =>
    rule[side].some((claim) => next.every((step, index) => claim[index] === step)),
  );
  return isKnown ? { scope, path: next } : undefined;
}
