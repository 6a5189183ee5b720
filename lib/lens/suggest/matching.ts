import { type Side, sides } from "../../converter/side.ts";
import { isSameName, isSecretName, nameSimilarity, wordsOfName } from "../check/name-similarity.ts";
import { lastKey, placeAndMembers, similarityReason } from "../check/similar-fields.ts";
import { type Path, pathText, startsWith } from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import { isEqualSchema } from "../ops/analysis/equal-schema.ts";
import type { SchemaPlace } from "../ops/analysis/place-pair.ts";
import { isContainer, schemaSimilarity } from "./schema-similarity.ts";
import { suggestMove, suggestQuantity, suggestRule } from "./suggest-rule.ts";

/** Two paths, one of each version, with their schemas. */
export interface MatchedPlaces {
  readonly from: SchemaPlace;
  readonly to: SchemaPlace;
}

/** The members of two corresponding maps that only one version has. */
export interface UnpairedMembers {
  readonly from: SchemaPlace[];
  readonly to: SchemaPlace[];
  /** By side, paths that are in a pair already. */
  readonly taken: Readonly<Record<Side, readonly Path[]>>;
}

/** Two fields that correspond to each other, with their rule and the reason. */
interface PlaceMatch extends MatchedPlaces {
  /** Undefined for two containers, whose rules are drafted afterwards. */
  readonly rule: RuleData | undefined;
  readonly reason: string;
}

/** Returns the rule and the reason for two fields that may correspond; undefined if they don't. */
type Suggest = (pair: Candidates) => Omit<PlaceMatch, keyof MatchedPlaces> | undefined;

interface Candidates extends MatchedPlaces {
  /** True for two members of the corresponding maps themselves. Otherwise one of them is in a map below these. */
  readonly areBeside: boolean;
}

/**
 * The fields that correspond: containers first, then other fields, then those whose names changed in the same way. A field that
 * could be in several pairs is in none.
 */
export function matchFields(pool: UnpairedMembers): readonly PlaceMatch[] {
  const found: PlaceMatch[] = [];
  for (const suggest of [containerPair, fieldPair]) found.push(...newMatches(pool, found, suggest));
  const renames = repeatedRenames(pool);
  found.push(...newMatches(pool, found, (pair) => repeatedRenamePair(pair, renames)));
  return found;
}

/** The new pairs of fields that have no other possible partner. */
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
      .flatMap(placeAndMembers)
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

/**
 * Suggests a pair of two maps or lists whose members agree, if all words of one's name are in the other's name. Unless they are
 * members of the same map, these must be at least two words.
 */
function containerPair({ from, to, areBeside }: Candidates): ReturnType<Suggest> {
  const [fromKey, toKey] = [lastKey(from.path), lastKey(to.path)];
  if (!isContainer(from.node) || !isContainer(to.node) || !mayBeNamed(from.path, to.path)) {
    return undefined;
  }
  const share = schemaSimilarity(from, to);
  const common = wordsOfName(fromKey).filter((word) => wordsOfName(toKey).includes(word));
  const fewest = Math.min(wordsOfName(fromKey).length, wordsOfName(toKey).length);
  const isNamed = common.length === fewest && (areBeside ? fewest > 0 : fewest > 1);
  if (share === undefined || !isNamed) return undefined;
  const members = share === 1 ? "all members" : "at least half of the members";
  const name = isSameName(fromKey, toKey) ? "the same name" : `"${common.join(" ")}" in both names`;
  return { rule: undefined, reason: `${name}, and ${members} agree` };
}

/**
 * Suggests a pair of two fields, unless both are containers: with similar names in the same map, with the same name of several
 * words in different maps, with the same words in their paths, or as {@link suggestQuantity} pairs them.
 */
function fieldPair({ from, to, areBeside }: Candidates): ReturnType<Suggest> {
  const [fromKey, toKey] = [lastKey(from.path), lastKey(to.path)];
  const areContainers = isContainer(from.node) && isContainer(to.node);
  if (areContainers || !mayBeNamed(from.path, to.path)) return undefined;
  const similarity = nameSimilarity(fromKey, toKey);
  // In another map, a name of one word does not identify the field.
  const isNamed =
    areBeside ||
    (["same", "unit"].includes(similarity ?? "") &&
      wordsOfName(shorterName(fromKey, toKey)).length > 1);
  const suggestion =
    (isNamed ? suggestRule(from, to) : undefined) ??
    (lettersIn(from.path) === lettersIn(to.path) ? suggestMove(from, to) : undefined) ??
    suggestQuantity(from, to);
  if (suggestion === undefined) return undefined;
  const above = areBeside ? "" : ", in a map that only one version has";
  const likeReason = similarityReason(fromKey, toKey);
  const reason = likeReason === undefined ? "the same words in the path" : `${likeReason}${above}`;
  return { rule: suggestion.rule, reason: suggestion.reason ?? reason };
}

/** The letters, digits and wildcards of a path, in lower case: the same for `storageSize` and `storage.size`. */
function lettersIn(path: Path): string {
  return pathText(path)
    .replaceAll(/[^\p{L}\p{N}*{}[\]]/gu, "")
    .toLowerCase();
}

/** How the name changed in a pair: `override → spec` for `stepOverrides` and `stepSpecs`. */
function renameOf({ from, to }: MatchedPlaces): string | undefined {
  const [words, others] = [lastKey(from.path), lastKey(to.path)].map(wordsOfName);
  if (words === undefined || others === undefined) return undefined;
  const [fromWords, toWords] = [
    words.filter((word) => !others.includes(word)),
    others.filter((word) => !words.includes(word)),
  ];
  const isChange = fromWords.length > 0 && toWords.length > 0 && fromWords.length < words.length;
  return isChange ? `${fromWords.join(" ")} → ${toWords.join(" ")}` : undefined;
}

/** The changes of names that at least two pairs of fields would have. */
function repeatedRenames(pool: UnpairedMembers): ReadonlySet<string> {
  const changes = pool.from.flatMap((from) =>
    pool.to.flatMap((to) => (mayBeRenamed({ from, to }) ? (renameOf({ from, to }) ?? []) : [])),
  );
  return new Set(changes.filter((change, index) => changes.indexOf(change) !== index));
}

function mayBeRenamed({ from, to }: MatchedPlaces): boolean {
  return mayBeNamed(from.path, to.path) && schemaSimilarity(from, to) !== undefined;
}

/** A pair of fields whose name changed as in another pair. */
function repeatedRenamePair(
  { from, to, areBeside }: Candidates,
  renames: ReadonlySet<string>,
): ReturnType<Suggest> {
  const change = areBeside && mayBeRenamed({ from, to }) ? renameOf({ from, to }) : undefined;
  if (change === undefined || !renames.has(change)) return undefined;
  const reason = `the name changed in the same way as another: ${change}`;
  if (isContainer(from.node)) return { rule: undefined, reason };
  return { rule: { op: "move", from: pathText(from.path), to: pathText(to.path) }, reason };
}

function shorterName(one: string, other: string): string {
  return one.length < other.length ? one : other;
}

/** False for two different names if one may be that of a secret: a value in the wrong field could disclose a credential. */
function mayBeNamed(from: Path, to: Path): boolean {
  const [names, others] = [from.filter(isKey), to.filter(isKey)];
  const start = names.findIndex((name, index) => name !== others[index]);
  const [own, theirs] = [names, others].map((all) => all.slice(Math.max(start, 0)));
  const secrets = [own ?? [], theirs ?? []].map((all) => all.filter(isSecretName));
  if (secrets.flat().length === 0) return true;
  return names.at(-1) === others.at(-1) && isEqualSchema(secrets[0], secrets[1]);
}

function isKey(step: Path[number]): step is string {
  return typeof step === "string";
}
