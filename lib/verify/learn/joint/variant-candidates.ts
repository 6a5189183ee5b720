import { otherSide, type Side, sides } from "../../../converter/side.ts";
import { equal } from "../../../json/equal.ts";
import type { JsonObject, JsonValue } from "../../../json/value.ts";
import { lastKey } from "../../../lens/check/similar-fields.ts";
import type { MemberTests } from "../../../lens/language/absence.ts";
import {
  haveSameParent,
  type Path,
  parsePath,
  pathText,
  startsWith,
} from "../../../lens/language/path.ts";
import type { VariantCase } from "../../../lens/language/rule.ts";
import { DrawState, seededSource } from "../../draw/draw.ts";
import { bodyOfValue, bodyWithValue } from "../../rules/set-value.ts";
import type { FieldPlace } from "../field-places.ts";
import { isZeroValue, type LeafValues } from "../leaf-values.ts";
import type { LearnedVersions } from "../learned-versions.ts";
import { observeBodies } from "../observed-bodies.ts";
import { trialValues } from "../trial-values.ts";
import type { JointCandidate, JointRuleBuilder } from "./joint-candidate.ts";

/**
 * The most fields to try together with each word of a tag (a field with an enum). The number is a choice: a union seldom has
 * more members, and the objects to send are the product of words and fields.
 */
const maxMembers = 12;

/** `variant` rules for each undecided enum that decides what becomes of undecided fields beside it. */
export function variantCandidates(
  versions: LearnedVersions,
  undecided: Readonly<Record<Side, readonly FieldPlace[]>>,
): readonly JointCandidate[] {
  return sides.flatMap((side) =>
    undecided[side].filter(isTag).flatMap((tag) => {
      const members = undecided[side]
        .filter((place) => place !== tag && haveSameParent(place.path, tag.path))
        .slice(0, maxMembers);
      const candidate = candidateOf(versions, side, {
        tag,
        cases: casesOf(versions, side, tag, members),
      });
      return candidate === undefined ? [] : [candidate];
    }),
  );
}

function isTag({ node }: FieldPlace): boolean {
  return node.type === "string" && node.validation?.enum !== undefined;
}

/** How the webhook converts objects with one word in the tag. */
interface TagCase {
  readonly word: string;
  /** The values that such a converted object has because of the word, by path. */
  readonly constants: ReadonlyMap<string, JsonValue>;
  /** The paths of fields beside the tag, each with the path of its value in the converted object. */
  readonly moves: readonly (readonly [from: Path, to: Path])[];
}

function casesOf(
  versions: LearnedVersions,
  side: Side,
  tag: FieldPlace,
  members: readonly FieldPlace[],
): readonly TagCase[] {
  const words = trialValues(tag.node, lastKey(tag.path)).filter((word) => typeof word === "string");
  const { schema } = versions[side];
  const probes = words.map((word) => {
    const alone = bodyOfValue(schema, tag.path, word);
    const trials = members.flatMap((place) =>
      trialValues(place.node, lastKey(place.path))
        .slice(0, 2)
        .map((value) => ({ place, value })),
    );
    const bodies = trials.map(({ place: { path }, value }) =>
      withMember(alone, { schema, path, value }),
    );
    return { word, trials, bodies: [alone, ...bodies] };
  });
  const results = observeBodies(
    versions,
    side,
    probes.flatMap(({ bodies }) => bodies),
  )[Symbol.iterator]();
  const observed = probes.map(({ word, trials }) => {
    const alone = results.next().value?.leaves;
    return {
      word,
      alone,
      trials: trials.map((trial) => ({ ...trial, leaves: results.next().value?.leaves })),
    };
  });
  return observed.map(({ word, alone, trials }) => ({
    word,
    constants: constantsIn(
      alone,
      observed.map((each) => each.alone),
    ),
    moves: members.flatMap((place) => {
      const own = trials.filter((trial) => trial.place === place);
      const to = ownTarget(alone, own);
      const target = to === undefined ? undefined : versions[otherSide(side)].places.get(to);
      return target === undefined ? [] : [[place.path, target.path] as const];
    }),
  }));
}

function withMember(
  body: JsonObject,
  setting: {
    readonly schema: LearnedVersions["from"]["schema"];
    readonly path: Path;
    readonly value: JsonValue;
  },
): JsonObject {
  return bodyWithValue(body, setting, new DrawState(seededSource(31))) ?? body;
}

/** The values among the leaves of a converted object that at least one other converted object does not have. */
function constantsIn(
  leaves: LeafValues | undefined,
  all: readonly (LeafValues | undefined)[],
): ReadonlyMap<string, JsonValue> {
  const found = new Map<string, JsonValue>();
  for (const [text, values] of leaves?.values ?? []) {
    const [value] = values;
    if (value === undefined || values.length > 1 || isZeroValue(value)) continue;
    const isShared = all.every((other) =>
      other?.values.get(text)?.some((each) => equal(each, value)),
    );
    if (!isShared) found.set(text, value);
  }
  return found;
}

/** The only path at which `alone` has no value and each trial's result has the trial's value; undefined for none or several. */
function ownTarget(
  alone: LeafValues | undefined,
  trials: readonly { readonly value: JsonValue; readonly leaves: LeafValues | undefined }[],
): string | undefined {
  const [first] = trials;
  const texts = [...(first?.leaves?.values.keys() ?? [])].filter(
    (text) =>
      alone?.values.get(text)?.every(isZeroValue) !== false &&
      trials.every(({ value, leaves }) =>
        leaves?.values.get(text)?.some((each) => equal(each, value)),
      ),
  );
  return texts.length === 1 ? texts[0] : undefined;
}

function candidateOf(
  versions: LearnedVersions,
  side: Side,
  { tag, cases }: { readonly tag: FieldPlace; readonly cases: readonly TagCase[] },
): JointCandidate | undefined {
  const opposite = otherSide(side);
  const distinct = cases.filter(({ constants, moves }) => constants.size > 0 || moves.length > 0);
  const targets = uniquePaths(
    distinct.flatMap(({ constants, moves }) => [
      ...[...constants.keys()].map((text) => parsePath(text) ?? []),
      ...moves.map(([, to]) => to),
    ]),
  );
  const members = uniquePaths(distinct.flatMap(({ moves }) => moves.map(([from]) => from)));
  const [first, ...more] = targets;
  const holder = tag.path.slice(0, -1);
  const map =
    versions[opposite].places.get(pathText(holder))?.form === "map" ? holder : commonStart(targets);
  const isInside = targets.every((path) => path.length > map.length && startsWith(path, map));
  if (distinct.length < 2 || first === undefined || !isInside) return undefined;
  const rule = {
    tag: lastKey(tag.path),
    cases: Object.fromEntries(distinct.map((each) => [each.word, caseOf(each, holder, map, side)])),
  };
  const ruleAt: JointRuleBuilder = (texts) => {
    const own = upFrom(texts[side][0], 1);
    const target = upFrom(texts[opposite][0], first.length - map.length);
    return side === "from"
      ? { op: "variant", from: own, to: target, ...rule }
      : { op: "variant", from: target, to: own, inverted: true, ...rule };
  };
  const ends = { [side]: [tag.path, ...members], [opposite]: [first, ...more] };
  return { paths: { from: [tag.path], to: [first], ...ends }, rules: [ruleAt] };
}

function caseOf({ constants, moves }: TagCase, holder: Path, map: Path, side: Side): VariantCase {
  const textBelow = (path: Path, start: Path): string => pathText(path.slice(start.length));
  const tests: MemberTests =
    constants.size > 0
      ? Object.fromEntries(
          [...constants].map(([text, value]) => [textBelow(parsePath(text) ?? [], map), value]),
        )
      : Object.fromEntries(
          moves.map(([, to]) => [
            pathText(to.slice(map.length, map.length + 1)),
            { present: true },
          ]),
        );
  const rules = moves.map(([from, to]) => {
    const ends = [textBelow(from, holder), textBelow(to, map)] as const;
    const [first, second] = side === "from" ? ends : ends.toReversed();
    return { op: "move" as const, from: first ?? "", to: second ?? "" };
  });
  return { where: tests, ...(rules.length > 0 && { rules }) };
}

function upFrom(text: string | undefined, steps: number): string {
  return pathText((parsePath(text ?? "") ?? []).slice(0, -steps));
}

function uniquePaths(paths: readonly Path[]): readonly Path[] {
  return [...new Map(paths.map((path) => [pathText(path), path])).values()];
}

function commonStart([first = [], ...others]: readonly Path[]): Path {
  const length = first.findIndex((step, index) => others.some((path) => path[index] !== step));
  return first.slice(0, length < 0 ? -1 : length);
}
