import { equal } from "../../json/equal.ts";
import { Float, isArray, isObject, type JsonValue, member } from "../../json/value.ts";
import type { MemberTests, ValueTest } from "../language/absence.ts";
import { parseKeyPath, valueAt } from "../language/key-path.ts";
import type { KeyPath } from "../language/path.ts";
import { isPresent } from "./item-test.ts";

/** A function that tests a value. */
export type ValuePredicate = (value: JsonValue) => boolean;

/** Returns a test as a function. A test of a member whose path is not a path of keys is never true. */
export function predicateOf({ equals, in: words, less, more, where }: ValueTest): ValuePredicate {
  const tests: ValuePredicate[] = [];
  if (equals !== undefined) tests.push((value) => equal(value, equals));
  if (words !== undefined) tests.push((value) => words.some((word) => equal(value, word)));
  if (less !== undefined) tests.push((value) => compareJsonNumbers(value, less, (a, b) => a < b));
  if (more !== undefined) tests.push((value) => compareJsonNumbers(value, more, (a, b) => a > b));
  if (where !== undefined) tests.push(membersTest(where));
  return (value) => tests.every((test) => test(value));
}

/** Returns tests of members as one function, which is false for a value that is not a map. */
export function membersTest(where: MemberTests): ValuePredicate {
  const tests = Object.entries(where).map(([path, wanted]) =>
    memberTest(parseKeyPath(path), wanted),
  );
  return (value) => isObject(value) && tests.every((test) => test(value));
}

/** The values that tests of members mention, each with its path. */
export function testedValues(
  where: MemberTests,
): readonly (readonly [path: string, value: JsonValue])[] {
  return Object.entries(where).flatMap(([path, wanted]) =>
    wordsOf(wanted).map((word) => [path, word] as const),
  );
}

function wordsOf(wanted: JsonValue): readonly JsonValue[] {
  const [key, ...others] = isObject(wanted) ? Object.keys(wanted) : [];
  if (!isObject(wanted) || key === undefined || others.length > 0) return [wanted];
  const own = member(wanted, key);
  if (key === "present" && typeof own === "boolean") return [];
  if (key === "in" && isArray(own)) return own;
  return key === "not" && own !== undefined ? wordsOf(own) : [wanted];
}

function memberTest(path: KeyPath | undefined, wanted: JsonValue): ValuePredicate {
  const test = wantedTest(wanted);
  return (value) => path !== undefined && test(valueAt(value, path));
}

/** Returns the test of one member, which may be absent. */
export function wantedTest(wanted: JsonValue): (value: JsonValue | undefined) => boolean {
  return formTest(wanted) ?? isEqualTo(wanted);
}

/** True if the member must equal `wanted`. False for the forms `{in: [...]}`, `{not: value}` and `{present: boolean}`. */
export function isEqualityCondition(wanted: JsonValue): boolean {
  return formTest(wanted) === undefined;
}

/** Returns the test for the forms `{in: [...]}`, `{not: value}` and `{present: boolean}`; undefined for any other value. */
function formTest(wanted: JsonValue): ((value: JsonValue | undefined) => boolean) | undefined {
  const [key, ...others] = isObject(wanted) ? Object.keys(wanted) : [];
  if (!isObject(wanted) || key === undefined || others.length > 0) return undefined;
  const own = member(wanted, key);
  if (key === "present" && typeof own === "boolean") return (value) => isPresent(value) === own;
  if (key === "in" && isArray(own)) return (value) => own.some((one) => isEqualTo(one)(value));
  if (key !== "not" || own === undefined) return undefined;
  const test = wantedTest(own);
  return (value) => !test(value);
}

function isEqualTo(wanted: JsonValue): (value: JsonValue | undefined) => boolean {
  return (value) => value !== undefined && equal(value, wanted);
}

/** Compares two numbers; false if one of the values is not a number. */
function compareJsonNumbers(
  one: JsonValue,
  other: JsonValue,
  test: (one: number | bigint, other: number | bigint) => boolean,
): boolean {
  const [a, b] = [numberOf(one), numberOf(other)];
  return a !== undefined && b !== undefined && test(a, b);
}

function numberOf(value: JsonValue): number | bigint | undefined {
  if (value instanceof Float) return value.value;
  return typeof value === "number" || typeof value === "bigint" ? value : undefined;
}
