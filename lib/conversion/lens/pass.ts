import { equal } from "../../json/equal.ts";
import {
  assign,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
  member,
} from "../../json/value.ts";
import { Growth } from "../growth.ts";
import { claimTree } from "./claims.ts";
import { type Many, noteUnread, type One, type Run, unreadable } from "./codec.ts";
import { type KeyPath, keyText, startsWith } from "./path.ts";
import { otherSide, type Side } from "./placed.ts";
import type { SchemaPair } from "./schema-node.ts";
import type { Scope } from "./scope.ts";
import { isEmptyMap, type Outcome, readClaims, takeClaims } from "./take.ts";

/** A rule made ready to run one way. */
export type Wired =
  | WiredOne
  | WiredMany
  | { readonly type: "leave"; readonly sources: readonly KeyPath[]; readonly isKept: boolean }
  | { readonly type: "constant"; readonly source: KeyPath; readonly value: JsonValue }
  | { readonly type: "fill"; readonly target: KeyPath; readonly value: JsonValue };

export interface WiredOne {
  readonly type: "one";
  readonly source: KeyPath;
  readonly target: KeyPath;
  readonly run: One;
  readonly inverse: One;
  /** What is read comes back the same, or {@link run} itself says that it does not. */
  readonly isExact: boolean;
  /** The value of an absent source whose parent is there. */
  readonly fill?: JsonValue;
  /** Where an absent source may come back as a value: where its parent is there, or anywhere. */
  readonly filledBack?: "beside" | "anywhere";
  /** A value that cannot be read may stay where it is; never where the paths differ. */
  readonly stays?: (value: JsonValue) => boolean;
  readonly fail?: string;
}

export interface WiredMany {
  readonly type: "many";
  readonly sources: readonly KeyPath[];
  readonly targets: readonly KeyPath[];
  /** Looked at beside the sources; run gets these values after those of the sources. */
  readonly reads: readonly KeyPath[];
  readonly run: Many;
  readonly inverse: Many;
  readonly isExact: boolean;
  /** Whether it comes back cannot be tried out on its own: one way or the other it reads more than it takes. */
  readonly isUnsure: boolean;
  /** Each target says all there is to say: one may be written where another cannot. */
  readonly isPartial: boolean;
  /** The value of the first target where the sources say nothing and its parent is there. */
  readonly fill?: JsonValue;
  /** Where absent sources may come back as a value. */
  readonly filledBack?: "beside" | "anywhere";
  readonly fail?: string;
}

/** Makes ready one direction of a scope: from a value of the source's to one of the target's. */
export function passOf(
  scope: Scope,
  source: Side,
  schemas: SchemaPair,
  rules: readonly Wired[],
): One {
  const target = otherSide(source);
  const [only] = rules;
  if (only?.type === "one" && only.source.length === 0 && only.target.length === 0) {
    return wholePass(only);
  }
  const tree = claimTree(scope, source, schemas);
  const targets = scope.rules.flatMap((rule) => rule[target]);
  const steps = stepsOf(scope, source, rules);
  const fills = rules.flatMap(fillsOf);
  return (value, run) => {
    if (!isObject(value)) return unreadable;
    const outcome: Outcome = { values: [], hits: [], slots: [], moved: [], unfilled: [] };
    readClaims(value, tree, outcome);
    for (const step of steps) {
      step(value, run, outcome);
      if (run.fault !== undefined) return unreadable;
    }
    let image = takeClaims(value, tree, outcome, run);
    for (let slot = 0; slot < targets.length; slot++) {
      const given = outcome.slots[slot];
      if (given !== undefined) image = put(image, value, targets[slot] ?? [], given, run);
    }
    for (const fill of fills) {
      if (!isFillable(image, fill)) continue;
      if (fill.isResidual) run.residual = true;
      image = withValue(image, value, fill.target, 0, fill.value) ?? image;
    }
    return image;
  };
}

interface Fill {
  readonly target: KeyPath;
  readonly value: JsonValue;
  /** True where what is filled in does not go away by itself on the way back. */
  readonly isResidual: boolean;
}

function fillsOf(rule: Wired): readonly Fill[] {
  if (rule.type === "fill") return [{ ...rule, isResidual: false }];
  if (rule.type !== "many" || rule.fill === undefined) return [];
  return rule.targets
    .slice(0, 1)
    .map((target) => ({ target, value: rule.fill ?? null, isResidual: true }));
}

/** A scope whose one rule reads the whole value, scalar or not. */
function wholePass({ run: one, inverse, isExact }: WiredOne): One {
  return (value, run) => {
    const image = one(value, run);
    if (image === unreadable) run.residual = true;
    else if (!isExact && !comesBack(value, image, inverse, run)) run.residual = true;
    return image;
  };
}

type StepFunction = (source: JsonObject, run: Run, outcome: Outcome) => void;

/** Where a rule's values stand in an outcome: its number, its first source and its first slot. */
interface Numbers {
  readonly rule: number;
  readonly source: number;
  readonly slot: number;
}

function stepsOf(scope: Scope, side: Side, rules: readonly Wired[]): readonly StepFunction[] {
  let [source, slot] = [0, 0];
  const steps: StepFunction[] = [];
  const claims = scope.rules.flatMap((rule) => rule[side]);
  for (const [index, rule] of rules.entries()) {
    const step = stepOf(rule, { rule: index, source, slot }, claims);
    if (step !== undefined) steps.push(step);
    source += scope.rules[index]?.[side].length ?? 0;
    slot += scope.rules[index]?.[otherSide(side)].length ?? 0;
  }
  return steps;
}

function stepOf(
  rule: Wired,
  numbers: Numbers,
  claims: readonly KeyPath[],
): StepFunction | undefined {
  if (rule.type === "one") return oneStep(rule, numbers);
  if (rule.type === "many") return manyStep(rule, numbers, claims);
  if (rule.type === "constant") return constantStep(rule, numbers);
  return rule.type === "leave" && rule.isKept ? keepStep(rule, numbers) : undefined;
}

function oneStep(rule: WiredOne, numbers: Numbers): StepFunction {
  const { source, slot } = numbers;
  return (object, run, outcome) => {
    const value = outcome.values[source];
    if (value === undefined) {
      outcome.slots[slot] = absentImage(object, rule, run);
      return;
    }
    const image = value === null ? null : (imageOf(value, rule, run) ?? rule.fill);
    outcome.slots[slot] = image;
    const isUnfilled = image === undefined && rule.filledBack !== undefined;
    outcome.moved[numbers.rule] =
      image !== undefined || (isUnfilled && rule.filledBack === "anywhere");
    if (isUnfilled) unfill(object, rule, numbers.rule, outcome, run);
  };
}

/** Notes that absence stands for a value: it comes back only where the parent that fills it does. */
function unfill(object: JsonObject, rule: WiredOne, index: number, outcome: Outcome, run: Run) {
  outcome.unfilled[index] = true;
  if (rule.filledBack === "anywhere" && !hasParent(object, rule.target)) run.residual = true;
}

/** What becomes of a source that is not there: nothing, or what fills its place. */
function absentImage(object: JsonObject, rule: WiredOne, run: Run): JsonValue | undefined {
  const { fill, filledBack, source } = rule;
  if (fill === undefined && filledBack === undefined) return undefined;
  const isParentThere = hasParent(object, source);
  if (filledBack === "anywhere" || (filledBack === "beside" && isParentThere)) run.residual = true;
  return isParentThere ? fill : undefined;
}

function imageOf(value: JsonValue, rule: WiredOne, run: Run): JsonValue | undefined {
  const told = run.unread.length;
  const image = rule.run(value, run);
  if (run.fault !== undefined || run.unread.length > told) {
    putBelow(pathOf(rule.source), told, run);
    if (run.fault !== undefined) return undefined;
  }
  if (image !== unreadable) {
    if (!rule.isExact && !comesBack(value, image, rule.inverse, run)) run.residual = true;
    return image;
  }
  run.residual = true;
  if (run.unread.length === told) noteUnread(pathOf(rule.source), run);
  if (rule.fail !== undefined) {
    run.fault = { path: run.unread[told] ?? pathOf(rule.source), message: rule.fail };
    return undefined;
  }
  const mayStay = rule.stays?.(value) === true && rule.inverse(value, aside(run)) === unreadable;
  return mayStay ? value : undefined;
}

/** Puts a step before the paths that were noted below it. */
function putBelow(step: string, told: number, run: Run): void {
  if (run.fault !== undefined) run.fault = { ...run.fault, path: joined(step, run.fault.path) };
  for (let index = told; index < run.unread.length; index++) {
    run.unread[index] = joined(step, run.unread[index] ?? "");
  }
}

/**
 * A run for trying something out: what it says does not count. The next trial of the same run takes its place. What
 * comes home is no longer than what went out, so that its growth has no bound.
 */
export function aside(run: Run): Run {
  run.trial ??= runFor(run, new Growth(Number.POSITIVE_INFINITY));
  const { trial } = run;
  trial.residual = false;
  trial.fault = undefined;
  trial.unread.length = 0;
  return trial;
}

/** A run of its own for one object. */
export function runFor({ name, namespace }: Pick<Run, "name" | "namespace">, growth: Growth): Run {
  return {
    growth,
    name,
    namespace,
    residual: false,
    fault: undefined,
    unread: [],
    trial: undefined,
  };
}

function comesBack(
  value: JsonValue,
  image: JsonValue | undefined,
  inverse: One,
  run: Run,
): boolean {
  if (image === undefined || image === null) return false;
  const home = inverse(image, aside(run));
  return home !== unreadable && equal(home, value);
}

function manyStep(rule: WiredMany, numbers: Numbers, claims: readonly KeyPath[]): StepFunction {
  const { sources, targets, reads } = rule;
  const untaken = targets.map((path) => claimAbove(path, claims) ?? path);
  return (object, run, outcome) => {
    const values: (JsonValue | undefined)[] = [];
    let isThere = false;
    for (let index = 0; index < sources.length; index++) {
      const value = outcome.values[numbers.source + index];
      values.push(value);
      if (value !== undefined) isThere = true;
    }
    if (!isThere) {
      if (rule.filledBack !== undefined) run.residual = true;
      return;
    }
    const beside = reads.map((path) => valueAt(object, path));
    const images = imagesOf(values, beside, rule, run);
    if (images === undefined) return;
    const blocked = untaken.map((path, at) => images[at] !== undefined && isBlocked(object, path));
    if (blocked.includes(true)) {
      run.residual = true;
      if (!rule.isPartial) return;
    }
    for (let at = 0; at < targets.length; at++) {
      if (images[at] === undefined || blocked[at] === true) continue;
      outcome.moved[numbers.rule] = true;
      outcome.slots[numbers.slot + at] = images[at];
    }
  };
}

function imagesOf(
  values: readonly (JsonValue | undefined)[],
  reads: readonly (JsonValue | undefined)[],
  rule: WiredMany,
  run: Run,
): readonly (JsonValue | undefined)[] | undefined {
  const images = rule.run(reads.length === 0 ? values : [...values, ...reads], run);
  if (run.fault !== undefined) {
    run.fault = { ...run.fault, path: joined(pathOf(rule.sources[0] ?? []), run.fault.path) };
    return undefined;
  }
  if (images === unreadable) {
    run.residual = true;
    if (rule.fail === undefined) noteUnread(pathOf(rule.sources[0] ?? []), run);
    else run.fault = { path: pathOf(rule.sources[0] ?? []), message: rule.fail };
    return undefined;
  }
  if (rule.isExact) return images;
  if (rule.isUnsure || !allComeBack(values, images, rule.inverse, run)) run.residual = true;
  return images;
}

function allComeBack(
  values: readonly (JsonValue | undefined)[],
  images: readonly (JsonValue | undefined)[],
  inverse: Many,
  run: Run,
): boolean {
  if (images.every((image) => image === undefined)) return false;
  const homes = inverse(images, aside(run));
  return homes !== unreadable && values.every((value, index) => equal(value, homes[index]));
}

function keepStep({ sources }: { sources: readonly KeyPath[] }, numbers: Numbers): StepFunction {
  return (_, run, { values }) => {
    for (let index = 0; index < sources.length; index++) {
      if (values[numbers.source + index] !== undefined) run.residual = true;
    }
  };
}

/** The way back of a fill: the very value goes, any other, or none where one would be filled in, is kept. */
function constantStep(
  { source, value: constant }: { source: KeyPath; value: JsonValue },
  numbers: Numbers,
): StepFunction {
  return (object, run, { values }) => {
    const value = values[numbers.source];
    if (value === undefined ? hasParent(object, source) : !equal(value, constant)) {
      run.residual = true;
    }
  };
}

/** True where the place of a fill is free, and the map above it there. */
function isFillable(image: JsonObject, { target }: Fill): boolean {
  const parent = valueAt(image, target.slice(0, -1));
  return isObject(parent) && !Object.hasOwn(parent, target.at(-1) ?? "");
}

/** The value at a path of keys; undefined where a map on the way is absent or none. */
export function valueAt(object: JsonValue | undefined, path: KeyPath): JsonValue | undefined {
  let value = object;
  for (const key of path) {
    if (!isObject(value)) return undefined;
    value = member(value, key);
  }
  return value;
}

function hasParent(object: JsonObject, path: KeyPath): boolean {
  return isObject(valueAt(object, path.slice(0, -1)));
}

/** The outermost place above a path that a rule takes: what stands there is gone when the path is written. */
function claimAbove(path: KeyPath, claims: readonly KeyPath[]): KeyPath | undefined {
  const above = claims.filter((claim) => claim.length < path.length && startsWith(path, claim));
  return above.sort((one, other) => one.length - other.length)[0];
}

/** True where something that is no map stands above a path. */
function isBlocked(object: JsonObject, path: KeyPath): boolean {
  let value: JsonValue | undefined = object;
  for (const key of path.slice(0, -1)) {
    if (!isObject(value)) return true;
    value = member(value, key);
    if (value === undefined) return false;
  }
  return !isObject(value);
}

/** An image with a value at a path, and the maps above it; without where something else stands there. */
function put(
  image: JsonObject,
  source: JsonObject,
  path: KeyPath,
  value: JsonValue,
  run: Run,
): JsonObject {
  if (meetsEmpty(image, path)) run.residual = true;
  const written = withValue(image, source, path, 0, value);
  if (written === undefined) run.residual = true;
  return written ?? image;
}

/** True where a map above a place is there, but empty: nothing would tell it from one that was made for the value. */
function meetsEmpty(image: JsonObject, path: KeyPath): boolean {
  let map: JsonValue | undefined = image;
  for (let index = 0; index < path.length - 1; index++) {
    map = member(map, path[index] ?? "");
    if (!isObject(map)) return false;
    if (isEmptyMap(map)) return true;
  }
  return false;
}

/** Writes into maps that the image has of its own, and into copies of those that it shares with the source. */
function withValue(
  image: JsonObject,
  source: JsonValue | undefined,
  path: KeyPath,
  depth: number,
  value: JsonValue,
): JsonObject | undefined {
  const key = path[depth] ?? "";
  let inner: JsonValue = value;
  if (depth < path.length - 1) {
    const found = member(image, key);
    const next = found === undefined ? {} : found;
    const below = isObject(source) ? member(source, key) : undefined;
    const written = isObject(next) ? withValue(next, below, path, depth + 1, value) : undefined;
    if (written === undefined) return undefined;
    inner = written;
  }
  if (image !== source) {
    assign(image as MutableJsonObject, key, inner);
    return image;
  }
  const own: MutableJsonObject = { ...image };
  assign(own, key, inner);
  return own;
}

/** An inner pass on every item of a list: as many, in order. */
export function itemsPass(inner: One, stays: (item: JsonValue, run: Run) => boolean): One {
  return (list, run) => {
    if (!isArray(list)) return unreadable;
    const images: JsonValue[] = [];
    for (const [index, item] of list.entries()) {
      const told = run.unread.length;
      const image = item === null ? null : inner(item, run);
      if (run.fault !== undefined || run.unread.length > told) {
        putBelow(`[${index}]`, told, run);
        if (run.fault !== undefined) return unreadable;
      }
      if (image !== unreadable && image !== undefined) images.push(image);
      else if (stays(item, run)) images.push(item);
      else return unreadable;
    }
    return images;
  };
}

/** An inner pass on every value of a map; what cannot be read is left out. */
export function valuesPass(inner: One, stays: (item: JsonValue, run: Run) => boolean): One {
  return (map, run) => {
    if (!isObject(map)) return unreadable;
    const images: MutableJsonObject = {};
    for (const key of Object.keys(map)) {
      const value = map[key] ?? null;
      const told = run.unread.length;
      const image = value === null ? null : inner(value, run);
      if (run.fault !== undefined || run.unread.length > told) {
        putBelow(pathOf([key]), told, run);
        if (run.fault !== undefined) return unreadable;
      }
      if (image !== unreadable && image !== undefined) assign(images, key, image);
      else if (stays(value, run)) assign(images, key, value);
      else {
        run.residual = true;
        noteUnread(pathOf([key]), run);
      }
    }
    return images;
  };
}

function pathOf(path: KeyPath): string {
  return path.map(keyText).join("").replace(/^\./, "");
}

function joined(outer: string, inner: string): string {
  if (outer === "" || inner === "") return outer + inner;
  return inner.startsWith("[") ? outer + inner : `${outer}.${inner}`;
}
