import { otherSide, type Side, sides } from "../../converter/side.ts";
import type { JsonValue } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import { type Path, parsePath, pathText } from "../../lens/language/path.ts";
import { bodyOf } from "../samples/object-body.ts";
import { shortText } from "../values/differences.ts";
import { assumedPaths, type FieldAssumption, needsRule } from "./assumptions.ts";
import type { Counterexample } from "./counterexample.ts";
import type { UnresolvedField } from "./field-pairs.ts";
import type { LearnedVersions } from "./learned-versions.ts";
import type { MissingCounterexample, RefutedAssumptions } from "./proof.ts";
import { type PlacedPair, pairPaths } from "./rules-of-fields.ts";

/** A place for which no rule is known, with what the webhook did with it. */
export interface UnresolvedPath {
  /** The paths of the place, by version. */
  readonly paths: Readonly<Record<Side, readonly Path[]>>;
  /** A description of the place for the author of the lens, in one line or more. */
  readonly text: string;
}

/** The places of fields for which no rule could be inferred, those with the same reason together. */
export function unresolvedPaths(
  versions: LearnedVersions,
  open: readonly UnresolvedField[],
): readonly UnresolvedPath[] {
  const groups = Map.groupBy(open, ({ side, reason }) => `${side} ${reason}`);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [openPlace(versions, [first, ...others])],
  );
}

/** The place of a pair of corresponding fields between which no rule can convert. */
export function inexpressiblePlace(versions: LearnedVersions, pair: PlacedPair): UnresolvedPath {
  return {
    paths: { from: pairPaths(pair, "from"), to: pairPaths(pair, "to") },
    text: `${versions.from.name} ${pathText(pair.from)} becomes ${versions.to.name} ${pathText(pair.to)}, but the lists or maps around them do not correspond one to one`,
  };
}

/** The paths of the undecided fields of a version. */
export function pathsOfOpenFields(open: readonly UnresolvedField[], side: Side): Path[] {
  return open
    .filter((each) => each.side === side)
    .flatMap(({ text }) => {
      const path = parsePath(text);
      return path === undefined ? [] : [path];
    });
}

/** Fields of one version that are undecided for the same reason. */
type OpenFields = readonly [UnresolvedField, ...UnresolvedField[]];

function openPlace(versions: LearnedVersions, fields: OpenFields): UnresolvedPath {
  const [{ side, reason, trial }] = fields;
  const texts = fields.slice(0, maxFieldsOrAssumptions).map(({ text }) => text);
  const more =
    fields.length > maxFieldsOrAssumptions
      ? [`${fields.length - maxFieldsOrAssumptions} more`]
      : [];
  const lines = [`${versions[side].name} ${[...texts, ...more].join(", ")} ${reason}`];
  if (trial?.converted !== undefined) {
    lines.push(probeText(versions, side, trial.body, bodyOf(trial.converted)));
  }
  const paths = pathsOfOpenFields(fields, side);
  return {
    paths: side === "from" ? { from: paths, to: [] } : { from: [], to: paths },
    text: lines.join("\n"),
  };
}

function onSide(side: Side, path: Path): UnresolvedPath["paths"] {
  return side === "from" ? { from: [path], to: [] } : { from: [], to: [path] };
}

/**
 * The most fields or assumptions that a sentence names. The number is a choice: they fit on a line or two of the drafted lens.
 */
const maxFieldsOrAssumptions = 6;

/** The places of assumptions that do not hold. */
export function refutedPlace(
  versions: LearnedVersions,
  { assumptions, counterexample }: RefutedAssumptions,
): UnresolvedPath {
  const paths = (side: Side): readonly Path[] => [
    ...assumptions.flatMap((assumption) => assumedPaths(assumption, side)),
    ...(typeof counterexample !== "string" && otherSide(counterexample.side) === side
      ? [counterexample.difference.path]
      : []),
  ];
  const texts = assumptions
    .slice(0, maxFieldsOrAssumptions)
    .map((assumption) => assumptionText(versions, assumption));
  const more =
    assumptions.length > maxFieldsOrAssumptions
      ? [`and ${assumptions.length - maxFieldsOrAssumptions} more`]
      : [];
  const what = [...texts, ...more].join("; ");
  return {
    paths: { from: paths("from"), to: paths("to") },
    text:
      typeof counterexample === "string"
        ? `${what}, ${missingTexts[counterexample]}`
        : `${what}: alone, but not in every object\n${exampleText(versions, counterexample)}`,
  };
}

const missingTexts: Readonly<Record<MissingCounterexample, string>> = {
  "too-few-objects": "but too few objects could be made that have it",
  "still-different":
    "but with it the rules and the webhook differ, and no single rule was found that causes this",
};

function assumptionText(versions: LearnedVersions, assumption: FieldAssumption): string {
  if (assumption.type === "keep") {
    return `${versions[assumption.side].name} ${pathText(assumption.path)} is in no field of ${versions[otherSide(assumption.side)].name}`;
  }
  const [from, to] = sides.map((side) =>
    assumedPaths(assumption, side).map(pathText).join(" and "),
  );
  if (!needsRule(assumption)) return `${from} is the same in both versions`;
  return `${versions.from.name} ${from} becomes ${to}`;
}

/** The place of a difference at a path that no assumption covers. */
export function unexplainedPlace(
  versions: LearnedVersions,
  example: Counterexample,
): UnresolvedPath {
  const side = otherSide(example.side);
  const { path } = example.difference;
  const text = `${versions[side].name} ${pathText(path)} is set by something that no rule covers`;
  return { paths: onSide(side, path), text: `${text}\n${exampleText(versions, example)}` };
}

function exampleText(
  versions: LearnedVersions,
  { side, body, converted, difference }: Counterexample,
): string {
  const given = `the rules give ${shortText(difference.one)} at ${pathText(difference.path)}, the webhook ${shortText(difference.other)}`;
  return `${probeText(versions, side, body, converted)}\n  ${given}`;
}

function probeText(
  versions: LearnedVersions,
  side: Side,
  body: JsonValue,
  converted: JsonValue,
): string {
  return `  ${versions[side].name} ${longText(body)} → ${versions[otherSide(side)].name} ${longText(converted)}`;
}

/**
 * The most characters of an object in a comment of the drafted lens. The number is a choice: some four lines, which show an
 * object that was made smaller as a whole.
 */
const maxShown = 400;

function longText(value: JsonValue): string {
  const text = stringify(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}
