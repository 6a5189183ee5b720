import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
} from "../../json/value.ts";
import type { ConstraintName } from "../../schema/constraint/constraint.ts";
import type { ConstraintViolation } from "../../schema/constraint/constraint-violation.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { invalid } from "../../schema/field-error/field-faults.ts";
import { fieldMessage } from "../../schema/field-error/field-message.ts";
import { childPath, rootPath } from "../../schema/field-error/path.ts";
import type { Re2 } from "../../schema/pattern/pattern.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { MapListItems } from "../../schema/validation/map-list.ts";
import { schemaPathOf } from "../../schema/validation/result.ts";
import { objectCostLimit, type RuleEngine } from "../../schema/validation/rule-engine.ts";
import {
  itemPlace,
  memberPlace,
  type ValuePlace,
  valuePlace,
} from "../../schema/validation/value-place.ts";
import type { Variables } from "../program.ts";
import { withTypeAndObjectMeta } from "../schema/resource-root.ts";
import { schemaValue } from "../schema/schema-value.ts";
import { CelError, Optional } from "../value/value.ts";
import type { CompiledRule } from "./compiled-rule.ts";
import { evaluateMessage, ruleMessage, shownRule } from "./messages.ts";
import { OldValueCorrelation } from "./old-value.ts";
import { evaluationFault, outOfBudget, ruleFault } from "./rule-fault.ts";
import { type RuleTree, ruleTree } from "./rule-tree.ts";

/**
 * Creates the engine that evaluates all rules of a schema for an object.
 *
 * Errors: evaluating throws Re2MissingError if a rule needs RE2 and `re2` is undefined.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/cel/validation.go
 * Validate.
 */
export function ruleEngine(re2: Re2 | undefined): RuleEngine {
  const treeOf = ruleTrees(re2);
  return {
    evaluateRules: (structural, isRoot, object, options = {}) => {
      const tree = treeOf(structural, isRoot);
      const run = new RulesRun(options.budget ?? objectCostLimit);
      const old = options.old ?? null;
      const isRatcheting = options.ratcheting === true && options.old !== undefined;
      const correlation = isRatcheting
        ? OldValueCorrelation.of(object, old, structural)
        : OldValueCorrelation.none;
      if (tree !== undefined)
        run.visit(tree, {
          value: object,
          old,
          correlation,
          place: { path: options.path ?? rootPath, at: undefined },
        });
      const errors = run.refusals.map(({ error }) => error);
      return { errors, refusals: run.refusals, warnings: run.warnings, remaining: run.remaining };
    },
  };
}

/** Returns a function that gives the compiled rules of a schema, from a cache. */
function ruleTrees(
  re2: Re2 | undefined,
): (structural: Structural, isRoot: boolean) => RuleTree | undefined {
  const [ofRoots, ofParts] = [new RuleTrees(), new RuleTrees()];
  return (structural, isRoot) => {
    const trees = isRoot ? ofRoots : ofParts;
    const known = trees.get(structural);
    if (known !== undefined) return known.tree;
    const tree = ruleTree(structural, isRoot, re2);
    trees.set(structural, { tree });
    return tree;
  };
}

const RuleTrees = WeakMap<Structural, { readonly tree: RuleTree | undefined }>;

/** A value to validate, its old value and its position in the object. */
interface RuleTarget {
  readonly value: JsonValue;
  /** Null on create, and if no old value corresponds to the value. */
  readonly old: JsonValue;
  readonly correlation: OldValueCorrelation;
  readonly place: ValuePlace;
}

class RulesRun {
  readonly refusals: ConstraintViolation[] = [];
  readonly warnings: string[] = [];
  remaining: number;

  constructor(budget: number) {
    this.remaining = budget;
  }

  /** Evaluates the rules for a value and the values within it, except null: only a rule of the parent can test for null. */
  visit(node: RuleTree | undefined, target: RuleTarget): void {
    if (node === undefined || target.value === null) return;
    this.#runRules(node, target);
    for (const branch of node.allOf) {
      if (this.#isOver()) return;
      this.visit(branch, { ...target, correlation: target.correlation.withoutOwn() });
    }
    if (this.#isOver()) return;
    if (isArray(target.value)) this.#visitItems(node, target, target.value);
    else if (isObject(target.value)) this.#visitMembers(node, target, target.value);
  }

  #isOver(): boolean {
    return this.remaining < 0;
  }

  #visitItems(node: RuleTree, { old, correlation, place }: RuleTarget, list: JsonArray): void {
    const { items, schema } = node;
    if (items === undefined) return;
    const isMap = schema.type === "array" && schema.x.listType === "map";
    const keys = isMap ? (schema.x.listMapKeys ?? []) : [];
    const before = new MapListItems(isArray(old) ? old : [], keys);
    for (const [index, value] of list.entries()) {
      if (this.#isOver()) return;
      const was = before.find(value) ?? null;
      this.visit(items, {
        value,
        old: was,
        correlation: correlation.index(index),
        place: itemPlace(place, index),
      });
    }
  }

  #visitMembers(node: RuleTree, { old, correlation, place }: RuleTarget, map: JsonObject): void {
    const evaluateBelow = (
      child: RuleTree | undefined,
      name: string,
      value: JsonValue,
      at: ValuePlace,
    ): void => {
      if (child === undefined || this.#isOver()) return;
      const was = isObject(old) ? (member(old, name) ?? null) : null;
      this.visit(child, {
        value,
        old: was,
        correlation: correlation.key(name),
        place: at,
      });
    };
    const members = Object.entries(map);
    for (const [name, value] of members) {
      evaluateBelow(node.additionalProperties, name, value, valuePlace(place, name));
    }
    for (const [name, value] of members) {
      evaluateBelow(node.properties.get(name), name, value, memberPlace(place, name));
    }
  }

  #runRules(node: RuleTree, target: RuleTarget): void {
    const rules = node.rules();
    const { type } = node.schema;
    if (typeof rules === "string") {
      this.#add(invalid(target.place.path, type, `rule compiler initialization error: ${rules}`));
      return;
    }
    if (rules.length === 0) return;
    if (this.remaining <= 0) {
      this.#stop(invalid(target.place.path, type, outOfBudget));
      return;
    }
    const schema = node.isRoot ? withTypeAndObjectMeta(node.schema) : node.schema;
    const variables = variablesOf(rules, schema, target);
    for (const rule of rules) {
      if (this.#isOver()) return;
      this.#runRule(rule, schema, target, variables);
    }
  }

  /** Reports an error and ends the evaluation of rules. */
  #stop(error: FieldError): void {
    this.#add(error);
    this.remaining = -1;
  }

  /**
   * Records an error. `constraint` is the rule that was violated or whose evaluation failed; undefined if a rule does not
   * compile or a cost limit was exceeded.
   */
  #add(error: FieldError, constraint?: ConstraintName): void {
    const origin = constraint && { origin: constraint.keyword };
    this.refusals.push({ error: { ...error, ...origin }, constraint });
  }

  #runRule(
    compiled: CompiledRule,
    schema: Structural,
    target: RuleTarget,
    variables: RuleVariables,
  ): void {
    const { rule, program, error, usesOldSelf } = compiled;
    const { type } = schema;
    if (error !== undefined) {
      this.#add(invalid(target.place.path, type, `rule compile error: ${error}`));
    }
    if (program === undefined) return;
    const isOptional = rule.optionalOldSelf === true;
    if (usesOldSelf && target.old === null && !isOptional) return;
    const { value, cost, isExceeded } = program.evaluate(
      isOptional ? variables.optional : variables.plain,
    );
    if (cost > this.remaining) {
      this.#stop(invalid(target.place.path, type, outOfBudget));
      return;
    }
    this.remaining -= cost;
    if (value instanceof CelError) {
      const fault = invalid(target.place.path, type, evaluationFault(value, shownRule(rule)));
      if (isExceeded) this.#stop(fault);
      else this.#add(fault, { path: schemaPathOf(target.place.at), keyword: "rule", rule });
    } else if (value !== true) this.#fail(compiled, schema, target, variables);
  }

  /**
   * Reports a violated rule. It is only a warning if ratcheting applies: the value did not change and the rule does not
   * use `oldSelf`.
   */
  #fail(
    compiled: CompiledRule,
    schema: Structural,
    target: RuleTarget,
    variables: RuleVariables,
  ): void {
    const { rule, fieldPath, message, usesOldSelf } = compiled;
    const path =
      fieldPath === undefined ? target.place.path : childPath(target.place.path, fieldPath);
    const failed = { path: schemaPathOf(target.place.at), keyword: "rule", rule } as const;
    const add = (error: FieldError, constraint?: ConstraintName): void => {
      const isForgiven = !usesOldSelf && target.correlation.isUnchanged();
      if (isForgiven) this.warnings.push(fieldMessage(error));
      else this.#add(error, constraint);
    };
    let detail = ruleMessage(rule);
    if (message?.program !== undefined) {
      const expression = rule.messageExpression ?? "";
      const read = evaluateMessage(message.program, expression, variables.plain, this.remaining);
      if (read.isOutOfBudget) {
        add(invalid(path, schema.type, read.text));
        this.remaining = -1;
        return;
      }
      this.remaining -= read.cost;
      detail = read.text ?? detail;
    }
    add(ruleFault(path, schema, target.value, detail, rule.reason), failed);
  }
}

/** The variables for rules without and with `optionalOldSelf`. */
interface RuleVariables {
  readonly plain: Variables;
  readonly optional: Variables;
}

function variablesOf(
  rules: readonly CompiledRule[],
  schema: Structural,
  { value, old }: RuleTarget,
): RuleVariables {
  const self = schemaValue(value, schema);
  const plain = { self };
  if (!rules.some(({ usesOldSelf }) => usesOldSelf)) return { plain, optional: plain };
  if (old === null) return { plain, optional: { self, oldSelf: Optional.none } };
  const oldSelf = schemaValue(old, schema);
  return { plain: { self, oldSelf }, optional: { self, oldSelf: new Optional(oldSelf) } };
}
