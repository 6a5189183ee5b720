import type { CodePointRange, Syntax } from "./syntax.ts";

/** One step of a nondeterministic automaton (NFA). `next` has indices of steps; step 0 is the match. */
export type NfaStep =
  | { readonly kind: "match" }
  | { readonly kind: "chars"; readonly ranges: readonly CodePointRange[]; readonly next: number }
  | { readonly kind: "begin" | "end"; readonly next: number }
  | { readonly kind: "split"; readonly next: readonly number[] };

/** The steps of a pattern, and the index of the first one. */
export interface Nfa {
  readonly steps: readonly NfaStep[];
  readonly entry: number;
}

/**
 * The most steps of an NFA. Patterns that need more are run by RE2. The number is a choice: the memory of a pattern and the time
 * for each character grow with its steps; with a lower limit, more patterns would need RE2, which has to be loaded.
 */
const maxSteps = 4000;

/** Compiles a pattern with Thompson's construction. Undefined if it needs more than {@link maxSteps} steps. */
export function nfaOf(syntax: Syntax): Nfa | undefined {
  const steps: NfaStep[] = [{ kind: "match" }];
  const entry = emit(syntax, 0, steps);
  return entry === undefined ? undefined : { steps, entry };
}

/**
 * Appends the steps for a part of the pattern, followed by step `next`. Returns the index of the part's first step;
 * undefined if there are too many steps.
 */
function emit(syntax: Syntax, next: number, steps: NfaStep[]): number | undefined {
  if (steps.length > maxSteps) return undefined;
  switch (syntax.kind) {
    case "chars":
      return steps.push({ kind: "chars", ranges: syntax.ranges, next }) - 1;
    case "begin":
    case "end":
      return steps.push({ kind: syntax.kind, next }) - 1;
    case "sequence":
      return emitSequence(syntax.parts, next, steps);
    case "alternatives":
      return emitAlternatives(syntax.parts, next, steps);
    case "repeat":
      return emitRepeat(syntax, next, steps);
  }
}

function emitSequence(
  parts: readonly Syntax[],
  next: number,
  steps: NfaStep[],
): number | undefined {
  let entry: number | undefined = next;
  for (const part of parts.toReversed()) {
    if (entry !== undefined) entry = emit(part, entry, steps);
  }
  return entry;
}

function emitAlternatives(
  parts: readonly Syntax[],
  next: number,
  steps: NfaStep[],
): number | undefined {
  const entries: number[] = [];
  for (const part of parts) {
    const entry = emit(part, next, steps);
    if (entry === undefined) return undefined;
    entries.push(entry);
  }
  return steps.push({ kind: "split", next: entries }) - 1;
}

function emitRepeat(
  { part, min, max }: Extract<Syntax, { kind: "repeat" }>,
  next: number,
  steps: NfaStep[],
): number | undefined {
  const endless = max === Number.POSITIVE_INFINITY;
  let entry = endless ? emitLoop(part, next, steps) : next;
  for (let count = endless ? min : max; count > 0; count--) {
    const body: number | undefined = entry === undefined ? undefined : emit(part, entry, steps);
    if (body === undefined) return undefined;
    entry = count > min ? steps.push({ kind: "split", next: [body, next] }) - 1 : body;
  }
  return entry;
}

/** Appends the steps for any number of repetitions of a part. */
function emitLoop(part: Syntax, next: number, steps: NfaStep[]): number | undefined {
  const ways = [next];
  const entry = steps.push({ kind: "split", next: ways }) - 1;
  const body = emit(part, entry, steps);
  if (body === undefined) return undefined;
  ways.push(body);
  return entry;
}
