import type { Side } from "../../converter/side.ts";
import { isSamePath } from "../language/path.ts";
import { itemNode, memberNode, type SchemaNode } from "../language/schema-node.ts";
import { opOf } from "../ops/registry.ts";
import type { ValuePredicate } from "../ops/value-test.ts";
import type { RuleScope, ScopedLens, ScopeRule } from "./scoped-lens.ts";
import { partSelector } from "./selected-parts.ts";

/** The keys of the lists at and below one place of a version: those of the schema, and those that the lens declares. */
export interface KeySchema {
  readonly member: (key: string) => KeySchema;
  readonly item: () => KeySchema;
  /** The members that identify an item of this list; undefined for an atomic list. */
  readonly keys: readonly string[] | undefined;
  /** True for `align: exact`: an item that replaced another item gets none of that item's preserved values. */
  readonly alignsExactly: boolean;
  /** A test that is true for the items of this list that its rule converts; undefined if all are converted. */
  readonly selects: ValuePredicate | undefined;
  /** True if the nth item with a key is also the nth of the converted items with that key. */
  readonly countsKeys: boolean;
}

/** The position of a value in the scopes of a lens. */
interface ScopePath {
  readonly scope: RuleScope;
  /** The keys from the scope's root to the value. */
  readonly path: readonly string[];
}

/** The keys of the lists in the objects of one version. */
export function keySchemaOf(lens: ScopedLens, side: Side, schema: SchemaNode): KeySchema {
  return keySchemaAt(lens, side, schema, { scope: lens.root, path: [] });
}

function keySchemaAt(
  lens: ScopedLens,
  side: Side,
  schema: SchemaNode,
  given: ScopePath | undefined,
): KeySchema {
  const position = given && innermostScope(lens, side, given);
  const rule = position === undefined ? undefined : ruleAt(side, position);
  const inside = position === undefined ? undefined : memberScope(lens, rule, position);
  return {
    member: (key) =>
      keySchemaAt(
        lens,
        side,
        memberNode(schema, key),
        rule !== undefined && holdsValues(rule)
          ? partScope(rule)
          : inside && scopePathBelow(side, inside, key),
      ),
    item: () => keySchemaAt(lens, side, itemNode(schema), rule && itemScope(rule)),
    ...listShape(schema, side, rule),
  };
}

/** True for a rule that converts the values of a map one by one. */
function holdsValues({ action }: ScopeRule): boolean {
  return action.type === "values" || (action.type === "op" && action.parts?.key !== undefined);
}

/** The root of the scope of the rules for each item, value or part. */
function partScope({ action }: ScopeRule): ScopePath | undefined {
  const scope = action.type === "op" ? action.parts?.inner : "inner" in action && action.inner;
  return scope ? { scope, path: [] } : undefined;
}

/** The position of an item in the scopes of a lens. The rules for parts may start at a member of the item. */
function itemScope(rule: ScopeRule): ScopePath | undefined {
  const { action } = rule;
  if (action.type === "items") return { scope: action.inner, path: [] };
  const parts = action.type === "op" ? action.parts : undefined;
  if (parts === undefined) return undefined;
  const paths = { from: [parts.inItem], to: [parts.inItem] };
  const within: ScopeRule = { ...rule, ...paths, action: { type: "within", inner: parts.inner } };
  return { scope: { rules: [within] }, path: [] };
}

function listShape(
  schema: SchemaNode,
  side: Side,
  rule: ScopeRule | undefined,
): Omit<KeySchema, "member" | "item"> {
  const isMap = typeof schema !== "string" && schema.x.listType === "map";
  const declared = isMap ? schema.x.listMapKeys : undefined;
  const data = rule?.data;
  const op = data && opOf(data);
  const plain = { keys: declared, alignsExactly: false, selects: undefined, countsKeys: true };
  if (data === undefined || op === undefined) return plain;
  if (op.kind === "joint") {
    return {
      ...plain,
      keys: op.keys?.(data, side) ?? declared,
      selects: op.selects?.(data, side),
    };
  }
  if (op.kind === "value") return { ...plain, keys: op.keys?.(data) ?? declared };
  if (op.kind !== "container" || op.keys === undefined) return plain;
  const selects = partSelector({ data }, side);
  return {
    keys: op.keys(data, declared),
    alignsExactly: op.alignsExactly?.(data) ?? false,
    selects,
    countsKeys: selects === undefined,
  };
}

/** If a scope's only rule applies an inner lens to the whole value, the root of that lens's scope, else the same position. */
function innermostScope(lens: ScopedLens, side: Side, position: ScopePath): ScopePath {
  if (position.path.length > 0) return position;
  const scope = innerScope(lens, ruleAt(side, position));
  return scope === undefined ? position : innermostScope(lens, side, { scope, path: [] });
}

/** The scope of a rule whose inner rules apply to the rule's value itself, not to its items. */
function innerScope(lens: ScopedLens, rule: ScopeRule | undefined): RuleScope | undefined {
  if (rule?.action.type === "within") return rule.action.inner;
  // If parts have no key, a list has only one item, and the rules are for this item and the other version's whole value.
  if (rule?.action.type === "op" && rule.action.parts?.key === undefined)
    return rule.action.parts?.inner;
  return rule?.action.type === "named" ? lens.named.get(rule.action.lens) : undefined;
}

/** The rule that claims exactly `path`. */
function ruleAt(side: Side, { scope, path }: ScopePath): ScopeRule | undefined {
  return scope.rules.find((candidate) => candidate[side].some((claim) => isSamePath(claim, path)));
}

/**
 * The position where the rules for a value's members are: in the inner lens of the rule that claims the value, or in the same
 * scope if no rule claims it. Undefined if that rule has no inner lens.
 */
function memberScope(
  lens: ScopedLens,
  rule: ScopeRule | undefined,
  position: ScopePath,
): ScopePath | undefined {
  if (rule === undefined) return position;
  const scope = innerScope(lens, rule);
  return scope === undefined ? undefined : { scope, path: [] };
}

function scopePathBelow(
  side: Side,
  { scope, path }: ScopePath,
  key: string,
): ScopePath | undefined {
  const next = [...path, key];
  const isKnown = scope.rules.some((rule) =>
    rule[side].some((claim) => next.every((step, index) => claim[index] === step)),
  );
  return isKnown ? { scope, path: next } : undefined;
}
