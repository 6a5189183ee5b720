import { assertDefined } from "../../json/invariant.ts";
import { type Nfa, type NfaStep, nfaOf } from "./nfa.ts";
import { type CodePointRange, parseSyntax } from "./syntax.ts";

/** A state of the deterministic automaton (DFA): a set of NFA steps. */
interface DfaState {
  readonly steps: readonly number[];
  readonly matches: boolean;
  readonly matchesAtEnd: boolean;
  /** The next state for each class of code points. Filled when a text first needs it. */
  readonly next: (DfaState | undefined)[];
}

/** The most steps in all cached states of one pattern together, which need about 1 MB. */
const maxCachedSteps = 50_000;

/**
 * The automaton of a pattern in the common syntax (see {@link parseSyntax}), for which RE2 is not needed. Undefined for
 * other patterns and for invalid ones.
 */
export function automatonOf(pattern: string): Automaton | undefined {
  const syntax = parseSyntax(pattern);
  const program = syntax === undefined ? undefined : nfaOf(syntax);
  return program === undefined ? undefined : new Automaton(program);
}

/**
 * Searches texts for a pattern, in time linear in the text. The states of a DFA are built from the NFA when they are needed
 * and cached up to {@link maxCachedSteps}; beyond it, the NFA is simulated.
 */
export class Automaton {
  readonly #steps: readonly NfaStep[];
  readonly #entry: number;
  /** The first code point of each class except the first class. All code points of a class lead to the same states. */
  readonly #bounds: readonly number[];
  readonly #asciiClasses: Uint16Array;
  readonly #states = new Map<string, DfaState>();
  readonly #start: DfaState;
  #cachedSteps = 0;
  /** For each step, the value of `#closures` at its last visit: so no closure visits a step twice. */
  readonly #visitedIn: Uint32Array;
  #closures = 0;

  constructor({ steps, entry }: Nfa) {
    this.#steps = steps;
    this.#entry = entry;
    this.#bounds = boundsOf(steps);
    this.#asciiClasses = Uint16Array.from({ length: 128 }, (_, code) => this.#classOf(code));
    this.#visitedIn = new Uint32Array(steps.length);
    this.#start = this.#cache(this.#closure([entry], { atBegin: true, atEnd: false }), true);
  }

  /** True if the pattern matches anywhere in the text. */
  test(text: string): boolean {
    let state = this.#start;
    for (let index = 0; index < text.length; index++) {
      if (state.matches) return true;
      if (state.steps.length === 0) return false;
      const code = runeAt(text, index);
      if (code > 0xffff) index++;
      const charClass =
        code < 128
          ? assertDefined(this.#asciiClasses[code], "each ASCII character has a class")
          : this.#classOf(code);
      const next = state.next[charClass] ?? this.#follow(state, charClass);
      if (next === undefined) return this.#simulate(state.steps, text, index, code);
      state = next;
    }
    return state.matches || state.matchesAtEnd;
  }

  #classOf(code: number): number {
    let low = 0;
    let high = this.#bounds.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (assertDefined(this.#bounds[middle], "the middle index is within the bounds") <= code)
        low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The state after a character of the class; undefined if the cache is full. */
  #follow(state: DfaState, charClass: number): DfaState | undefined {
    if (this.#cachedSteps > maxCachedSteps) return undefined;
    const first =
      charClass === 0
        ? beforeAllBounds
        : assertDefined(
            this.#bounds[charClass - 1],
            "each class except the first has a first code point",
          );
    const steps = this.#advance(state.steps, first);
    const next = this.#states.get(steps.join()) ?? this.#cache(steps, false);
    state.next[charClass] = next;
    return next;
  }

  #cache(steps: readonly number[], atBegin: boolean): DfaState {
    const matchesAtEnd = this.#closure(steps, { atBegin, atEnd: true }).includes(0);
    const state: DfaState = { steps, matches: steps.includes(0), matchesAtEnd, next: [] };
    this.#cachedSteps += steps.length + 1;
    if (!atBegin) this.#states.set(steps.join(), state);
    return state;
  }

  /** Continues a search without caching states. `first` is the character at index `at`. */
  #simulate(from: readonly number[], text: string, at: number, first: number): boolean {
    let steps = this.#advance(from, first);
    for (let index = at + 1; index < text.length; index++) {
      if (steps.includes(0)) return true;
      if (steps.length === 0) return false;
      const code = runeAt(text, index);
      if (code > 0xffff) index++;
      steps = this.#advance(steps, code);
    }
    return this.#closure(steps, { atBegin: false, atEnd: true }).includes(0);
  }

  /**
   * The steps that are reached after a character. They include the entry of the pattern, since a match may start at any
   * character.
   */
  #advance(steps: readonly number[], code: number): readonly number[] {
    const reached = [this.#entry];
    for (const index of steps) {
      const step = this.#steps[index];
      if (step?.kind === "chars" && includesCode(step.ranges, code)) reached.push(step.next);
    }
    return this.#closure(reached, { atBegin: false, atEnd: false });
  }

  /** The steps that are reached from the given ones without consuming a character. */
  #closure(
    reached: readonly number[],
    at: { readonly atBegin: boolean; readonly atEnd: boolean },
  ): readonly number[] {
    const closure = ++this.#closures;
    const found: number[] = [];
    const open = [...reached];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (this.#visitedIn[index] === closure) continue;
      this.#visitedIn[index] = closure;
      const step = this.#steps[index];
      if (step?.kind === "split") for (const next of step.next) open.push(next);
      else if (step?.kind === "begin" && at.atBegin) open.push(step.next);
      else if (step?.kind === "end" && at.atEnd) open.push(step.next);
      else if (step?.kind !== "begin") found.push(index);
    }
    return found;
  }
}

/** A code point for the first class: it lies before all bounds and in no range of the pattern. */
const beforeAllBounds = -1;

/** The code point at an index. A lone surrogate becomes U+FFFD, as on the server. */
function runeAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit < 0xd800 || unit > 0xdfff) return unit;
  const code = assertDefined(text.codePointAt(index), "the index is within the text");
  return code > 0xffff ? code : 0xfffd;
}

function includesCode(ranges: readonly CodePointRange[], code: number): boolean {
  for (const range of ranges) if (code >= range[0] && code <= range[1]) return true;
  return false;
}

function boundsOf(steps: readonly NfaStep[]): readonly number[] {
  const bounds = new Set<number>();
  for (const step of steps) {
    if (step.kind !== "chars") continue;
    for (const [first, last] of step.ranges) bounds.add(first).add(last + 1);
  }
  return [...bounds].sort((a, b) => a - b);
}
