import type { UpstreamFault } from "./faults-of-upstream.ts";
import type { ConversionVector, VectorResult } from "./run-vector.ts";

interface Count {
  vectors: number;
  answered: number;
  fair: number;
  strict: number;
  stashes: number;
}

/** Counts the results of conversion vectors, by kind and direction. */
export class Summary {
  readonly #counts = new Map<string, Count>();
  readonly #explained = new Map<UpstreamFault, number>();

  add({ kind, from, to }: ConversionVector, result: VectorResult): void {
    const [group = "", own = ""] = from.split("/");
    const direction = `${kind}.${group} ${own} to ${to.split("/")[1]}`;
    for (const name of [direction, "all conversions"]) {
      const count = this.#counts.get(name) ?? newCount();
      this.#counts.set(name, count);
      count.vectors += 1;
      if (result.isFair !== undefined) count.answered += 1;
      if (result.isFair === true) count.fair += 1;
      if (result.isStrict === true) count.strict += 1;
      if (result.leavesStash) count.stashes += 1;
    }
    for (const fault of new Set(result.explained)) {
      this.#explained.set(fault, (this.#explained.get(fault) ?? 0) + 1);
    }
  }

  /** True where a rule of upstream's faults explains a difference. */
  has(fault: UpstreamFault): boolean {
    return this.#explained.has(fault);
  }

  lines(): readonly string[] {
    const directions = [...this.#counts].filter(([name]) => name !== "all conversions");
    const total = [...this.#counts].filter(([name]) => name === "all conversions");
    const explained = [...this.#explained].map(
      ([{ kind, to, path, did, reason }, count]) =>
        `  upstream's fault in ${count}: ${kind} to ${to}: ${path} ${did}: ${reason}`,
    );
    return [...[...directions, ...total].map(([name, count]) => lineOf(name, count)), ...explained];
  }
}

function newCount(): Count {
  return { vectors: 0, answered: 0, fair: 0, strict: 0, stashes: 0 };
}

function lineOf(name: string, { vectors, answered, fair, strict, stashes }: Count): string {
  const said = `fair ${percent(fair, answered)}, strict ${percent(strict, answered)}`;
  return `${name}: ${vectors} vectors, ${said}, ${stashes} leave a stash`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} % (${part})`;
}
