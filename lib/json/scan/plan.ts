/** Which members of a map are read, by key: whole, or in part where they are maps. All others stay in the text. */
export type Reads = ReadonlyMap<string, Reads | "whole">;

/** Reads laid out to be looked up by the bytes of a key. */
export type ReadPlan = readonly PlannedMember[];

export interface PlannedMember {
  readonly key: string;
  /** The key with its quotes. */
  readonly bytes: Uint8Array;
  readonly below: ReadPlan | "whole";
}

/** Begins the names under which sparse maps hold what is not read. */
const mark = "\u0000";

/** Undefined where a key is none that sparse maps can have beside those names. */
export function readPlan(reads: Reads): ReadPlan | undefined {
  const plan: PlannedMember[] = [];
  for (const [key, read] of reads) {
    const below = read === "whole" ? read : readPlan(read);
    if (below === undefined || key.startsWith(mark)) return undefined;
    plan.push({ key, bytes: encoder.encode(JSON.stringify(key)), below });
  }
  return plan;
}

/** The name of the run of unread members with an index. */
export function runName(index: number): string {
  return runNames[index] ?? `${mark}${index}`;
}

const runNames = Array.from({ length: 32 }, (_, index) => `${mark}${index}`);
const encoder = new TextEncoder();
