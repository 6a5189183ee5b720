import { type Side, sides } from "../../converter/side.ts";
import { isSameName, isSecretName, nameLikeness, wordsOfName } from "../check/like-names.ts";
import { lastKey, likenessReason, reachable } from "../check/nearest.ts";
import { type Path, pathText, startsWith } from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import type { SchemaPlace } from "../ops/analysis/place-pair.ts";
import { sameForm } from "../ops/analysis/same-form.ts";
import { agreement, isContainer } from "./agreement.ts";
import { suggestMove, suggestQuantity, suggestRule } from "./suggest-rule.ts";

/** Two places, one of each version. */
export interface MatchedPlaces {
  readonly from: SchemaPlace;
  readonly to: SchemaPlace;
}

/** The members of two paired maps that one version alone has. */
export interface UnpairedMembers {
  readonly from: SchemaPlace[];
  readonly to: SchemaPlace[];
  /** Paths below them that are in a pair already. */
  readonly taken: Readonly<Record<Side, readonly Path[]>>;
}

/** Two places that correspond to each other. */
interface PlaceMatch extends MatchedPlaces {
  /** Undefined for two containers: what is in them is to be drafted. */
  readonly rule: RuleData | undefined;
  readonly reason: string;
}

/** Why two places may correspond; undefined where they do not. */
type Suggest = (pair: Candidates) => Omit<PlaceMatch, keyof MatchedPlaces> | undefined;

interface Candidates extends MatchedPlaces {
  /** True for two members of the paired maps themselves: then one has a map more above it. */
  readonly areBeside: boolean;
}

/**
 * The places that correspond: containers first, then other fields, then those whose names changed alike. A place that could
 * be in several pairs is in none.
 */
export function matched(pool: UnpairedMembers): readonly PlaceMatch[] {
  const found: PlaceMatch[] = [];
  for (const suggest of [containerPair, fieldPair]) found.push(...newMatches(pool, found, suggest));
  const changes = repeatedChanges(pool);
  found.push(...newMatches(pool, found, (pair) => likewisePair(pair, changes)));
  return found;
}

/** The pairs of places, not in a pair yet, that are each other's only partner. */
function newMatches(
  pool: UnpairedMembers,
  found: readonly PlaceMatch[],
  suggest: Suggest,
): readonly PlaceMatch[] {
  const taken = {
    from: [...pool.taken.from, ...found.map(({ from }) => from.path)],
    to: [...pool.taken.to, ...found.map(({ to }) => to.path)],
  };
  const open = (side: Side): readonly SchemaPlace[] =>
    pool[side]
      .flatMap(reachable)
      .filter(({ path }) => taken[side].every((own) => isApart(own, path)));
  const all = open("from").flatMap((from) =>
    open("to").flatMap((to): readonly PlaceMatch[] => {
      const [isOwn, isOther] = [pool.from.includes(from), pool.to.includes(to)];
      if (!isOwn && !isOther) return [];
      const suggestion = suggest({ from, to, areBeside: isOwn && isOther });
      return suggestion === undefined ? [] : [{ from, to, ...suggestion }];
    }),
  );
  return all.filter((match) =>
    all.every((other) => other === match || sides.every((side) => areApart(match, other, side))),
  );
}

function areApart(one: MatchedPlaces, other: MatchedPlaces, side: Side): boolean {
  return isApart(one[side].path, other[side].path);
}

function isApart(one: Path, other: Path): boolean {
  return !startsWith(one, other) && !startsWith(other, one);
}

/** Two maps or lists whose members agree, and of whose names one has all words of the other. */
function containerPair({ from, to, areBeside }: Candidates): ReturnType<Suggest> {
  const [key, other] = [lastKey(from.path), lastKey(to.path)];
  if (!isContainer(from.node) || !isContainer(to.node) || !mayBeNamed(from.path, to.path)) {
    return undefined;
  }
  const share = agreement(from, to);
  const common = wordsOfName(key).filter((word) => wordsOfName(other).includes(word));
  const fewest = Math.min(wordsOfName(key).length, wordsOfName(other).length);
  const isNamed = common.length === fewest && (areBeside ? fewest > 0 : fewest > 1);
  if (share === undefined || !isNamed) return undefined;
  const members = share === 1 ? "all members" : "at least half of the members";
  const name = isSameName(key, other) ? "the same name" : `"${common.join(" ")}" in both names`;
  return { rule: undefined, reason: `${name}, and ${members} agree` };
}

/** Two fields with like names below one map, or with one name where one version has a map more above it. */
function fieldPair({ from, to, areBeside }: Candidates): ReturnType<Suggest> {
  const [key, other] = [lastKey(from.path), lastKey(to.path)];
  const areContainers = isContainer(from.node) && isContainer(to.node);
  if (areContainers || !mayBeNamed(from.path, to.path)) return undefined;
  const likeness = nameLikeness(key, other);
  // Below another map, a name of one word does not tell which field it is.
  const isNamed =
    areBeside ||
    (["same", "unit"].includes(likeness ?? "") && wordsOfName(shorter(key, other)).length > 1);
  const suggestion =
    (isNamed ? suggestRule(from, to) : undefined) ??
    (wordsIn(from.path) === wordsIn(to.path) ? suggestMove(from, to) : undefined) ??
    suggestQuantity(from, to);
  if (suggestion === undefined) return undefined;
  const above = areBeside ? "" : ", in a map that only one version has";
  const likeReason = likenessReason(key, other);
  const reason = likeReason === undefined ? "the same words in the path" : `${likeReason}${above}`;
  return { rule: suggestion.rule, reason: suggestion.reason ?? reason };
}

/** The letters of a path in lower case: `storageSize` and `storage.size` have the same. */
function wordsIn(path: Path): string {
  return pathText(path)
    .replaceAll(/[^\p{L}\p{N}*{}[\]]/gu, "")
    .toLowerCase();
}

/** How a name changed within a pair: `Overrides` to `Specs` in `stepOverrides` and `stepSpecs`. */
function changeOf({ from, to }: MatchedPlaces): string | undefined {
  const [words, others] = [lastKey(from.path), lastKey(to.path)].map(wordsOfName);
  if (words === undefined || others === undefined) return undefined;
  const [own, theirs] = [
    words.filter((word) => !others.includes(word)),
    others.filter((word) => !words.includes(word)),
  ];
  const isChange = own.length > 0 && theirs.length > 0 && own.length < words.length;
  return isChange ? `${own.join(" ")} → ${theirs.join(" ")}` : undefined;
}

/** The changes of names that at least two pairs of fields would have. */
function repeatedChanges(pool: UnpairedMembers): ReadonlySet<string> {
  const changes = pool.from.flatMap((from) =>
    pool.to.flatMap((to) => (mayBeLikewise({ from, to }) ? (changeOf({ from, to }) ?? []) : [])),
  );
  return new Set(changes.filter((change, index) => changes.indexOf(change) !== index));
}

function mayBeLikewise({ from, to }: MatchedPlaces): boolean {
  return mayBeNamed(from.path, to.path) && agreement(from, to) !== undefined;
}

function likewisePair(
  { from, to, areBeside }: Candidates,
  changes: ReadonlySet<string>,
): ReturnType<Suggest> {
  const change = areBeside && mayBeLikewise({ from, to }) ? changeOf({ from, to }) : undefined;
  if (change === undefined || !changes.has(change)) return undefined;
  const reason = `the name changed as another did: ${change}`;
  if (isContainer(from.node)) return { rule: undefined, reason };
  return { rule: { op: "move", from: pathText(from.path), to: pathText(to.path) }, reason };
}

function shorter(one: string, other: string): string {
  return one.length < other.length ? one : other;
}

/** False for two different names of which one is of a secret: a value at the wrong place would be a credential. */
function mayBeNamed(from: Path, to: Path): boolean {
  const [names, others] = [from.filter(isKey), to.filter(isKey)];
  const start = names.findIndex((name, index) => name !== others[index]);
  const [own, theirs] = [names, others].map((all) => all.slice(Math.max(start, 0)));
  const secrets = [own ?? [], theirs ?? []].map((all) => all.filter(isSecretName));
  if (secrets.flat().length === 0) return true;
  return names.at(-1) === others.at(-1) && sameForm(secrets[0], secrets[1]);
}

function isKey(step: Path[number]): step is string {
  return typeof step === "string";
}
