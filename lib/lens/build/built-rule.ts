import { isObject, type JsonValue } from "../../json/value.ts";
import type { AnyRule, RuleData } from "../language/rule.ts";
import { isRef, type Scope } from "./recorder.ts";

/** A rule as the builder's functions give it: its data, where its paths start, and the named lenses that it uses. */
export interface Rule {
  readonly data: RuleData;
  readonly scope: Scope;
  readonly uses: readonly NamedLens[];
}

/** Rules as data, and the named lenses that they use. */
export interface InnerRules {
  readonly rules: readonly RuleData[];
  readonly uses: readonly NamedLens[];
}

/** Rules under a name, to be used at several places, also within themselves. */
export interface NamedLens {
  readonly name: string;
  /** Its rules between two versions: those of the lens that uses it. */
  readonly build: (versions: Scope["versions"]) => InnerRules;
}

/** What a rule does with a value that it cannot read; without it the value is kept and reported. */
export interface Failure {
  readonly fail: string;
}

/** What every rule may say besides. */
export interface RuleOptions {
  /** `fail("text")`: the review fails with this text where the rule cannot read a value. */
  readonly unreadable?: Failure;
  /** Why it is right that one side allows less than the other. */
  readonly narrow?: string;
}

/** The review's failure, for `unreadable`. */
export function fail(text: string): Failure {
  return { fail: text };
}

/** The members of a rule's data that every rule may have. */
export function common({ unreadable, narrow }: RuleOptions): AnyRule {
  return {
    ...(unreadable === undefined ? {} : { fail: unreadable.fail }),
    ...(narrow === undefined ? {} : { narrow }),
  };
}

/** A value as JSON; throws a TypeError for a path, a function or undefined. */
export function jsonOf(value: unknown): JsonValue {
  if (isRef(value)) throw new TypeError("a path stands where a value belongs");
  if (isJson(value)) return value;
  throw new TypeError(`${String(value)} is no JSON value`);
}

function isJson(value: unknown): value is JsonValue {
  if (value === null || ["string", "number", "bigint", "boolean"].includes(typeof value))
    return true;
  if (Array.isArray(value)) return value.every(isJson);
  return isObject(value) && Object.values(value).every(isJson);
}
