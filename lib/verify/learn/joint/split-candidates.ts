import { otherSide, type Side, sides } from "../../../converter/side.ts";
import { lastKey } from "../../../lens/check/similar-fields.ts";
import { haveSameParent, parsePath } from "../../../lens/language/path.ts";
import { DrawState, seededSource } from "../../draw/draw.ts";
import { bodyOfValue, bodyWithValue } from "../../rules/set-value.ts";
import type { FieldPlace } from "../field-places.ts";
import type { LeafValues } from "../leaf-values.ts";
import type { LearnedVersions } from "../learned-versions.ts";
import { observeBodies } from "../observed-bodies.ts";
import { trialValues } from "../trial-values.ts";
import type { JointCandidate, JointRuleBuilder } from "./joint-candidate.ts";

/**
 * The most pairs of fields to try in a version. The number is a choice: pairs grow with the square of the fields, and eleven
 * undecided text fields of a map have 55.
 */
const maxPairs = 60;

/** Two text fields of one map, each with a value to try. */
interface TriedParts {
  readonly places: readonly [FieldPlace, FieldPlace];
  readonly values: readonly [string, string];
}

/** `split` rules for each two undecided text fields whose values, in one object, both appear in one converted text. */
export function splitCandidates(
  versions: LearnedVersions,
  undecided: Readonly<Record<Side, readonly FieldPlace[]>>,
): readonly JointCandidate[] {
  return sides.flatMap((side) => {
    const tried = partsIn(undecided[side]).slice(0, maxPairs);
    const observed = observeBodies(
      versions,
      side,
      tried.map((parts) => bodyOfParts(versions, side, parts)),
    );
    return tried.flatMap((parts, index) => candidatesOf(side, parts, observed[index]?.leaves));
  });
}

function partsIn(places: readonly FieldPlace[]): readonly TriedParts[] {
  const texts = places.filter(
    ({ node: { type, validation } }) => type === "string" && !validation?.enum,
  );
  return texts.flatMap((one, index) =>
    texts.slice(index + 1).flatMap((other): readonly TriedParts[] => {
      const values = haveSameParent(one.path, other.path) ? distinctTexts(one, other) : undefined;
      return values === undefined ? [] : [{ places: [one, other], values }];
    }),
  );
}

/** A value for each of two fields, so that neither value contains the other; undefined if none are found. */
function distinctTexts(one: FieldPlace, other: FieldPlace): TriedParts["values"] | undefined {
  for (const first of textsFor(one)) {
    const second = textsFor(other).find((text) => !text.includes(first) && !first.includes(text));
    if (second !== undefined) return [first, second];
  }
  return undefined;
}

function textsFor({ node, path }: FieldPlace): readonly string[] {
  return trialValues(node, lastKey(path)).filter((value) => typeof value === "string");
}

function bodyOfParts(versions: LearnedVersions, side: Side, { places, values }: TriedParts) {
  const { schema } = versions[side];
  const [one, other] = places;
  const body = bodyOfValue(schema, one.path, values[0]);
  const setting = { schema, path: other.path, value: values[1] };
  return bodyWithValue(body, setting, new DrawState(seededSource(37))) ?? body;
}

function candidatesOf(
  side: Side,
  { places, values }: TriedParts,
  leaves: LeafValues | undefined,
): readonly JointCandidate[] {
  const names = places.map(({ path }) => lastKey(path));
  return [...(leaves?.values ?? [])].flatMap(([text, found]) => {
    const [value] = found;
    const path = parsePath(text);
    if (typeof value !== "string" || found.length > 1 || path === undefined) return [];
    const template = templateOf(value, values, names);
    if (template === undefined) return [];
    const ruleAt: JointRuleBuilder = (texts) => {
      const parts = Object.fromEntries(
        names.map((name, index) => [name, texts[side][index] ?? ""]),
      );
      const [whole = ""] = texts[otherSide(side)];
      return {
        op: "split",
        ...(side === "to" ? { from: whole, to: parts } : { from: parts, to: whole }),
        template,
      };
    };
    const [one, other] = places;
    const paths = { from: [path], to: [path], [side]: [one.path, other.path] } as const;
    return [{ paths, rules: [ruleAt], texts: textsBy(template) }];
  });
}

/** The template of a text that contains two values; undefined if it lacks one of them, or has nothing between them. */
function templateOf(
  text: string,
  values: readonly string[],
  names: readonly string[],
): string | undefined {
  const found = values.map((value) => text.indexOf(value));
  if (found.includes(-1)) return undefined;
  const order = [0, 1].toSorted((one, other) => (found[one] ?? 0) - (found[other] ?? 0));
  let template = "";
  let end = 0;
  for (const index of order) {
    const start = found[index] ?? 0;
    const isApart = start > end || template === "";
    if (!isApart) return undefined;
    template += `${text.slice(end, start)}{${names[index]}}`;
    end = start + (values[index] ?? "").length;
  }
  return template + text.slice(end);
}

/** Texts that show where a webhook splits: with the separators twice, without a part, and without separators. */
function textsBy(template: string): readonly string[] {
  const parts = (first: string, second: string): string =>
    template.replace(/\{[^}]*\}/, () => first).replace(/\{[^}]*\}/, () => second);
  return [parts("a", parts("b", "c")), parts("", "b"), parts("a", ""), "a"];
}
