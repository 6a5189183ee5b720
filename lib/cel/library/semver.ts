import { quote } from "../../go/print.ts";
import { compareText } from "../../go/text-order.ts";
import { err, ok, type Result } from "../../json/result.ts";
import { splitText } from "../../json/text-parts.ts";
import { intOf, maxUint64 } from "../value/int.ts";
import { CelError, type CelValue, errorOr, Opaque } from "../value/value.ts";
import type { Implementation, Library } from "./declaration.ts";

/** A semantic version: three numbers and the pre-release identifiers. */
interface SemanticVersion {
  readonly numbers: readonly [major: bigint, minor: bigint, patch: bigint];
  /** The pre-release identifiers. A numeric identifier is a bigint. */
  readonly pre: readonly (bigint | string)[];
  readonly text: string;
}

class Semver extends Opaque {
  readonly typeName = "kubernetes.Semver";
  readonly version: SemanticVersion;

  constructor(version: SemanticVersion) {
    super();
    this.version = version;
  }

  equals(other: CelValue): boolean | CelError {
    return other instanceof Semver
      ? compareSemanticVersions(this.version, other.version) === 0
      : errorOr(other);
  }

  override toString(): string {
    return this.version.text;
  }
}

function compareBigInts(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares two versions: -1, 0 or 1. A pre-release is less than its release; build metadata is ignored. */
function compareSemanticVersions(a: SemanticVersion, b: SemanticVersion): number {
  for (const index of [0, 1, 2] as const) {
    const result = compareBigInts(a.numbers[index], b.numbers[index]);
    if (result !== 0) return result;
  }
  if (a.pre.length === 0 || b.pre.length === 0) return Math.sign(b.pre.length - a.pre.length);
  for (const [index, part] of a.pre.entries()) {
    const other = b.pre[index];
    const result = other === undefined ? 1 : comparePart(part, other);
    if (result !== 0) return result;
  }
  return a.pre.length < b.pre.length ? -1 : 0;
}

function comparePart(a: bigint | string, b: bigint | string): number {
  if (typeof a === "bigint") return typeof b === "bigint" ? compareBigInts(a, b) : -1;
  return typeof b === "bigint" ? 1 : compareText(a, b);
}

function parseNumber(text: string, name: string): Result<bigint, string> {
  if (!/^\d*$/.test(text))
    return err(`Invalid character(s) found in ${name} number ${quote(text)}`);
  if (/^0\d/.test(text)) {
    const title = name.charAt(0).toUpperCase() + name.slice(1);
    return err(`${title} number must not contain leading zeroes ${quote(text)}`);
  }
  return parseUint(text);
}

function parseUint(text: string): Result<bigint, string> {
  const fault = (reason: string): Result<never, string> =>
    err(`strconv.ParseUint: parsing ${quote(text)}: ${reason}`);
  if (text === "") return fault("invalid syntax");
  const value = BigInt(text);
  return value > maxUint64 ? fault("value out of range") : ok(value);
}

function parsePre(text: string): Result<bigint | string, string> {
  if (text === "") return err("Prerelease is empty");
  if (/^\d+$/.test(text)) {
    return /^0\d/.test(text)
      ? err(`Numeric PreRelease version must not contain leading zeroes ${quote(text)}`)
      : parseUint(text);
  }
  return /^[A-Za-z\d-]+$/.test(text)
    ? ok(text)
    : err(`Invalid character(s) found in prerelease ${quote(text)}`);
}

function buildFault(parts: readonly string[]): string | undefined {
  for (const part of parts) {
    if (part === "") return "Build meta data is empty";
    if (!/^[A-Za-z\d-]+$/.test(part)) {
      return `Invalid character(s) found in build meta data ${quote(part)}`;
    }
  }
  return undefined;
}

/** Parses a semantic version. Source: https://github.com/blang/semver/blob/v4.0.0/v4/semver.go Parse. */
function parseSemanticVersion(text: string): Result<SemanticVersion, string> {
  if (text === "") return err("Version string empty");
  const [, major, minor, rest] = /^([^.]*)\.([^.]*)\.(.*)$/s.exec(text) ?? [];
  if (major === undefined || minor === undefined || rest === undefined) {
    return err("No Major.Minor.Patch elements found");
  }
  const plus = rest.indexOf("+");
  const released = plus < 0 ? rest : rest.slice(0, plus);
  const dash = released.indexOf("-");
  const patch = dash < 0 ? released : released.slice(0, dash);
  const majorNumber = parseNumber(major, "major");
  if (!majorNumber.ok) return majorNumber;
  const minorNumber = parseNumber(minor, "minor");
  if (!minorNumber.ok) return minorNumber;
  const patchNumber = parseNumber(patch, "patch");
  if (!patchNumber.ok) return patchNumber;
  const pre: (bigint | string)[] = [];
  for (const part of dash < 0 ? [] : released.slice(dash + 1).split(".")) {
    const read = parsePre(part);
    if (!read.ok) return read;
    pre.push(read.value);
  }
  const fault = buildFault(plus < 0 ? [] : rest.slice(plus + 1).split("."));
  return fault === undefined
    ? ok({ numbers: [majorNumber.value, minorNumber.value, patchNumber.value], pre, text })
    : err(fault);
}

/**
 * Parses a version leniently: a missing minor or patch number is 0, and a leading `v` and leading zeros are removed.
 */
function normalizedVersion(text: string): Result<SemanticVersion, string> {
  const [first, second, ...rest] = splitText(text.replace(/^v/, ""), ".");
  const third = rest.length === 0 ? undefined : rest.join(".");
  const parts = [first, second, third].filter((part) => part !== undefined);
  const plain = parts.map((part) => {
    if (part.length < 2) return part;
    const short = part.replace(/^0+/, "");
    return /^\d/.test(short) ? short : `0${short}`;
  });
  if (plain.length < 3 && plain.slice(-1).some((last) => /[+-]/.test(last))) {
    return err("short version cannot contain PreRelease/Build meta data");
  }
  while (plain.length < 3) plain.push("0");
  return parseSemanticVersion(plain.join("."));
}

function readSemanticVersion(
  text: CelValue,
  isLoose: CelValue,
): Result<SemanticVersion, string> | CelError {
  if (typeof text !== "string" || typeof isLoose !== "boolean") return errorOr(text);
  return isLoose ? normalizedVersion(text) : parseSemanticVersion(text);
}

function semverOf(text: CelValue, isLoose: CelValue): CelValue {
  const version = readSemanticVersion(text, isLoose);
  if (version instanceof CelError) return version;
  return version.ok ? new Semver(version.value) : new CelError(version.error);
}

function isSemver(text: CelValue, isLoose: CelValue): CelValue {
  const version = readSemanticVersion(text, isLoose);
  return version instanceof CelError ? version : version.ok;
}

function versionPart(index: 0 | 1 | 2): Implementation {
  return (version = null) =>
    version instanceof Semver
      ? intOf(BigInt.asIntN(64, version.version.numbers[index]))
      : errorOr(version);
}

function ofOrder(result: (order: number) => CelValue): Implementation {
  return (a = null, b = null) =>
    a instanceof Semver && b instanceof Semver
      ? result(compareSemanticVersions(a.version, b.version))
      : errorOr(a);
}

/**
 * The functions for semantic versions.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/cel/library/semverlib.go, version 1.
 */
export const semverLibrary: Library = {
  declarations: `
semver string_to_semver (string) Semver
isSemver is_semver_string (string) bool
isGreaterThan - Semver.(Semver) bool
isLessThan - Semver.(Semver) bool
compareTo - Semver.(Semver) int
major - Semver.() int
minor - Semver.() int
patch - Semver.() int
semver string_bool_to_semver (string,bool) Semver
isSemver is_semver_string_bool (string,bool) bool`,
  implementations: {
    string_to_semver: (text = null) => semverOf(text, false),
    string_bool_to_semver: (text = null, isLoose = null) => semverOf(text, isLoose),
    is_semver_string: (text = null) => isSemver(text, false),
    is_semver_string_bool: (text = null, isLoose = null) => isSemver(text, isLoose),
  },
  byFunction: {
    isGreaterThan: ofOrder((order) => order > 0),
    isLessThan: ofOrder((order) => order < 0),
    compareTo: ofOrder((order) => order),
    major: versionPart(0),
    minor: versionPart(1),
    patch: versionPart(2),
  },
};
