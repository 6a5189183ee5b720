import { type Program, programOf, type Step } from "./program.ts";
import { parseSyntax } from "./syntax.ts";

/** One state of the deterministic automaton: the steps that may come next. */
interface State {
  readonly steps: readonly number[];
  readonly matches: boolean;
  readonly matchesAtEnd: boolean;
  /** By class of code points, filled as texts ask for it. */
  readonly next: (State | undefined)[];
}

/** What is kept of the deterministic automaton, in steps of its states: about 1 MB. */
const maxKeptSteps = 50_000;

/**
 * The automaton of a pattern of everyday syntax, which needs no RE2; undefined for all other patterns, and for texts
 * that are none.
 */
export function automatonOf(pattern: string): Automaton | undefined {
  const syntax = parseSyntax(pattern);
  const program = syntax === undefined ? undefined : programOf(syntax);
  return program === undefined ? undefined : new Automaton(program);
}

/**
 * Searches texts for a pattern in time linear to their length: all ways to match are followed at once, so nothing is
 * tried twice. Sets of ways that have been met are kept as states, up to a limit.
 */
export class Automaton {
  readonly #steps: readonly Step[];
  readonly #entry: number;
  /** Where the classes of code points begin: all of one class lead to the same states. */
  readonly #bounds: readonly number[];
  readonly #asciiClasses: Uint16Array;
  readonly #states = new Map<string, State>();
  readonly #start: State;
  #keptSteps = 0;
  /** The round in which a step was met last. */
  readonly #metIn: Uint32Array;
  #round = 0;

  constructor({ steps, entry }: Program) {
    this.#steps = steps;
    this.#entry = entry;
    this.#bounds = boundsOf(steps);
    this.#asciiClasses = Uint16Array.from({ length: 128 }, (_, code) => this.#classOf(code));
    this.#metIn = new Uint32Array(steps.length);
    this.#start = this.#keep(this.#closure([entry], { atBegin: true, atEnd: false }), true);
  }

  /** True when the pattern matches somewhere in the text. */
  test(text: string): boolean {
    let state = this.#start;
    for (let index = 0; index < text.length; index++) {
      if (state.matches) return true;
      if (state.steps.length === 0) return false;
      const code = runeAt(text, index);
      if (code > 0xffff) index++;
      const charClass = code < 128 ? (this.#asciiClasses[code] ?? 0) : this.#classOf(code);
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
      if ((this.#bounds[middle] ?? 0) <= code) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The state after a character of a class; undefined where no more may be kept. */
  #follow(state: State, charClass: number): State | undefined {
    if (this.#keptSteps > maxKeptSteps) return undefined;
    const steps = this.#advance(state.steps, this.#bounds[charClass - 1] ?? -1);
    const next = this.#states.get(steps.join()) ?? this.#keep(steps, false);
    state.next[charClass] = next;
    return next;
  }

  #keep(steps: readonly number[], atBegin: boolean): State {
    const matchesAtEnd = this.#closure(steps, { atBegin, atEnd: true }).includes(0);
    const state: State = { steps, matches: steps.includes(0), matchesAtEnd, next: [] };
    this.#keptSteps += steps.length + 1;
    if (!atBegin) this.#states.set(steps.join(), state);
    return state;
  }

  /** Goes on without keeping states, from a character that has been read. */
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

  /** The steps that may come after a character; a search may also start anew. */
  #advance(steps: readonly number[], code: number): readonly number[] {
    const reached = [this.#entry];
    for (const index of steps) {
      const step = this.#steps[index];
      if (step?.kind === "chars" && holds(step.ranges, code)) reached.push(step.next);
    }
    return this.#closure(reached, { atBegin: false, atEnd: false });
  }

  /** All steps that the given ones lead to without a character: characters, the match, and ends still to come. */
  #closure(
    reached: readonly number[],
    at: { readonly atBegin: boolean; readonly atEnd: boolean },
  ): readonly number[] {
    const round = ++this.#round;
    const found: number[] = [];
    const open = [...reached];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (this.#metIn[index] === round) continue;
      this.#metIn[index] = round;
      const step = this.#steps[index];
      if (step?.kind === "split") for (const next of step.next) open.push(next);
      else if (step?.kind === "begin" && at.atBegin) open.push(step.next);
      else if (step?.kind === "end" && at.atEnd) open.push(step.next);
      else if (step?.kind !== "begin") found.push(index);
    }
    return found;
  }
}

/** The code point at an index; half a surrogate pair reads as U+FFFD, as the server reads it. */
function runeAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit < 0xd800 || unit > 0xdfff) return unit;
  const code = text.codePointAt(index) ?? 0;
  return code > 0xffff ? code : 0xfffd;
}

function holds(ranges: readonly number[], code: number): boolean {
  for (let index = 0; index < ranges.length; index += 2) {
    if (code >= (ranges[index] ?? 0) && code <= (ranges[index + 1] ?? 0)) return true;
  }
  return false;
}

function boundsOf(steps: readonly Step[]): readonly number[] {
  const bounds = new Set<number>();
  for (const step of steps) {
    if (step.kind !== "chars") continue;
    for (const [index, code] of step.ranges.entries()) {
      bounds.add(index % 2 === 0 ? code : code + 1);
    }
  }
  return [...bounds].sort((a, b) => a - b);
}
