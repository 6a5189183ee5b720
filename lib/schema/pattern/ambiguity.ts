import { anyChar, type CharSet } from "./char-set.ts";
import type { PlainPattern, Syntax } from "./plain-syntax.ts";

/**
 * The positions of a pattern (Glushkov's automaton): each stands for one set of characters in it, and `follow` says
 * which ones may come after which.
 */
interface Positions {
  readonly sets: CharSet[];
  readonly follow: Set<number>[];
}

/** How a part of a pattern begins and ends. */
interface Ends {
  readonly nullable: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

/** One part can be matched in two ways that no position tells apart: backtracking may try them all. */
class AmbiguousError extends Error {
  override readonly name = "AmbiguousError";
}

const maxPositions = 60;
const maxVisits = 50_000;

/**
 * True when a backtracking matcher surely takes time linear to the text: the number of ways to match any beginning of
 * a text is bounded. That holds when parts are told apart by positions, and no two positions p, q have a text that
 * leads from p to p, from p to q and from q to q. A search from every place counts as one more loop. Counted repeats
 * are taken for unlimited ones, which have at least as many ways. False also where finding out would take long.
 * Source: Weber and Seidl, On the degree of ambiguity of finite automata, 1991, criterion IDA.
 */
export function isLinear({ branches }: PlainPattern): boolean {
  const positions: Positions = { sets: [], follow: [] };
  try {
    const search = addPosition(anyChar, positions);
    link([search], [search], positions);
    for (const { fromStart, body } of branches) {
      const { first } = build(body, positions);
      if (!fromStart) link([search], first, positions);
    }
  } catch (error) {
    if (error instanceof AmbiguousError) return false;
    throw error;
  }
  return !isPolynomial(positions);
}

function addPosition(set: CharSet, positions: Positions): number {
  if (positions.sets.length === maxPositions) throw new AmbiguousError();
  positions.follow.push(new Set());
  return positions.sets.push(set) - 1;
}

function build(syntax: Syntax, positions: Positions): Ends {
  switch (syntax.kind) {
    case "chars": {
      const position = addPosition(syntax.set, positions);
      return { nullable: false, first: [position], last: [position] };
    }
    case "sequence":
      return buildSequence(syntax.parts, positions);
    case "choice":
      return buildChoice(syntax.branches, positions);
    case "repeat": {
      const body = build(syntax.body, positions);
      if (body.nullable) throw new AmbiguousError();
      if (syntax.max > 1) link(body.last, body.first, positions);
      return { ...body, nullable: syntax.min === 0 };
    }
  }
}

function buildSequence(parts: readonly Syntax[], positions: Positions): Ends {
  let all: Ends = { nullable: true, first: [], last: [] };
  for (const part of parts) {
    const next = build(part, positions);
    link(all.last, next.first, positions);
    all = {
      nullable: all.nullable && next.nullable,
      first: all.nullable ? [...all.first, ...next.first] : all.first,
      last: next.nullable ? [...all.last, ...next.last] : next.last,
    };
  }
  return all;
}

function buildChoice(branches: readonly Syntax[], positions: Positions): Ends {
  const ends = branches.map((branch) => build(branch, positions));
  const empty = ends.filter(({ nullable }) => nullable).length;
  if (empty > 1) throw new AmbiguousError();
  return {
    nullable: empty === 1,
    first: ends.flatMap(({ first }) => first),
    last: ends.flatMap(({ last }) => last),
  };
}

function link(from: readonly number[], to: readonly number[], positions: Positions): void {
  for (const position of from) {
    for (const next of to) {
      const follow = positions.follow[position];
      if (follow === undefined || follow.has(next)) throw new AmbiguousError();
      follow.add(next);
    }
  }
}

/** True when two positions satisfy the criterion, or the search for them is given up. */
function isPolynomial({ sets, follow }: Positions): boolean {
  const masks = masksOf(sets);
  if (masks === undefined) return true;
  const reach = follow.map((_, position) => reachableFrom(position, follow));
  const budget = { visits: maxVisits };
  const reaches = (from: number, to: number): boolean => reach[from]?.has(to) === true;
  for (let p = 0; p < sets.length; p++) {
    if (!reaches(p, p)) continue;
    for (let q = 0; q < sets.length; q++) {
      if (p === q || !reaches(q, q) || !reaches(p, q)) continue;
      const allowed: Allowed = [(a) => reaches(a, p), (b) => reaches(b, q), (c) => reaches(c, q)];
      if (findTriple([p, p, q], [p, q, q], follow, masks, allowed, budget)) return true;
    }
  }
  return false;
}

type Triple = readonly [number, number, number];
type Allowed = readonly [Test, Test, Test];
type Test = (position: number) => boolean;

/** True when one text leads three runs from one triple of positions to another, or the budget is spent. */
function findTriple(
  start: Triple,
  goal: Triple,
  follow: readonly ReadonlySet<number>[],
  masks: readonly number[],
  allowed: Allowed,
  budget: { visits: number },
): boolean {
  const seen = new Set<number>();
  const stack: Triple[] = [start];
  for (let triple = stack.pop(); triple !== undefined; triple = stack.pop()) {
    for (const next of triplesAfter(triple, follow, masks, allowed)) {
      if (next.every((position, index) => position === goal[index])) return true;
      const key = (next[0] * maxPositions + next[1]) * maxPositions + next[2];
      if (seen.has(key)) continue;
      if (budget.visits-- === 0) return true;
      seen.add(key);
      stack.push(next);
    }
  }
  return false;
}

function* triplesAfter(
  [a, b, c]: Triple,
  follow: readonly ReadonlySet<number>[],
  masks: readonly number[],
  [allowsA, allowsB, allowsC]: Allowed,
): Generator<Triple> {
  for (const nextA of follow[a] ?? []) {
    const mask = masks[nextA] ?? 0;
    if (!allowsA(nextA)) continue;
    for (const nextB of follow[b] ?? []) {
      const both = mask & (masks[nextB] ?? 0);
      if (both === 0 || !allowsB(nextB)) continue;
      for (const nextC of follow[c] ?? []) {
        if ((both & (masks[nextC] ?? 0)) !== 0 && allowsC(nextC)) yield [nextA, nextB, nextC];
      }
    }
  }
}

function reachableFrom(start: number, follow: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  const reached = new Set<number>();
  const stack = [start];
  for (let position = stack.pop(); position !== undefined; position = stack.pop()) {
    for (const next of follow[position] ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      stack.push(next);
    }
  }
  return reached;
}

/** Each set as bits: one for every kind of characters that the sets tell apart. Undefined for more than 31 kinds. */
function masksOf(sets: readonly CharSet[]): number[] | undefined {
  const bounds = new Set(sets.flat().flatMap(([first, last]) => [first, last + 1]));
  const kinds = new Set<string>();
  const masks = sets.map(() => 0);
  for (const bound of bounds) {
    const members = sets.map((set) => set.some(([first, last]) => bound >= first && bound <= last));
    const kind = members.map(Number).join("");
    if (kinds.has(kind) || !kind.includes("1")) continue;
    if (kinds.size === 31) return undefined;
    const bit = 1 << kinds.size;
    kinds.add(kind);
    for (const [index, isMember] of members.entries()) {
      if (isMember) masks[index] = (masks[index] ?? 0) | bit;
    }
  }
  return masks;
}
