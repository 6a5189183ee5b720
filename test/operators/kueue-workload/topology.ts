// kueue packs the domains of an assignment into slices, in which the common beginning and end of names is written once
// (pkg/util/tas/tas_assignment.go). Packing gives one slice; any number of slices can be unpacked.

interface Domain {
  readonly values: readonly string[];
  readonly count: Count;
}

type Count = number | bigint;

/** The most domains that are unpacked: without a limit, a few bytes of a slice could stand for any number. */
const maxDomains = 100_000;

/** Converts domains of v1beta1 to slices of v1beta2, and back. Values of another form cannot be parsed. */
export const slices = {
  forward: ([domains]: readonly unknown[], [levels]: readonly unknown[]) => {
    if (domains === undefined || domains === null) return [domains];
    if (!Array.isArray(domains) || !Array.isArray(levels)) return undefined;
    if (domains.length === 0) return [[]];
    const all = domains.map((domain) => domainOf(domain, levels.length));
    return all.some((domain) => domain === undefined)
      ? undefined
      : [
          [
            slice(
              all.filter((domain) => domain !== undefined),
              levels.length,
            ),
          ],
        ];
  },
  backward: ([slices]: readonly unknown[], [levels]: readonly unknown[]) => {
    if (slices === undefined || slices === null) return [slices];
    if (!Array.isArray(slices) || !Array.isArray(levels)) return undefined;
    const all = slices.map((one) => domainsIn(one, levels.length));
    return all.some((domains) => domains === undefined) ? undefined : [all.flat()];
  },
};

function domainOf(domain: unknown, levels: number): Domain | undefined {
  const { count, values } = membersOf(domain);
  if (!isCount(count) || !Array.isArray(values)) return undefined;
  return values.length >= levels && values.every(isText) ? { values, count } : undefined;
}

function slice(domains: readonly Domain[], levels: number) {
  const counts = domains.map(({ count }) => count);
  const isUniversal = counts.every((count) => count === counts[0]);
  return {
    domainCount: domains.length,
    valuesPerLevel: Array.from({ length: levels }, (_, level) =>
      packed(domains.flatMap(({ values }) => values.slice(level, level + 1))),
    ),
    podCounts: isUniversal ? { universal: counts[0] } : { individual: counts },
  };
}

function packed(texts: readonly string[]) {
  const [first = ""] = texts;
  if (texts.every((text) => text === first)) return { universal: first };
  const shortest = Math.min(...texts.map(({ length }) => length));
  // If the common prefix and suffix overlap, as in "ababa" and "aba", kueue counts the characters as part of the suffix.
  const suffix = commonLength(shortest, (length) =>
    texts.every((text) => text.endsWith(first.slice(first.length - length))),
  );
  const prefix = commonLength(shortest - suffix, (length) =>
    texts.every((text) => text.startsWith(first.slice(0, length))),
  );
  return {
    individual: {
      ...(prefix > 0 && { prefix: first.slice(0, prefix) }),
      ...(suffix > 0 && { suffix: first.slice(first.length - suffix) }),
      roots: texts.map((text) => text.slice(prefix, text.length - suffix)),
    },
  };
}

/** The greatest length up to a limit such that a test is true for it and for all smaller lengths. */
function commonLength(limit: number, holds: (length: number) => boolean): number {
  let length = 0;
  while (length < limit && holds(length + 1)) length++;
  return length;
}

function domainsIn(slice: unknown, levels: number): readonly Domain[] | undefined {
  const { domainCount, valuesPerLevel, podCounts } = membersOf(slice);
  const length = Number(domainCount);
  if (!isCount(domainCount) || !Array.isArray(valuesPerLevel) || length > maxDomains)
    return undefined;
  if (valuesPerLevel.length < levels) return undefined;
  const all = Array.from({ length }, (_, index): Domain | undefined => {
    const count = countAt(podCounts, index);
    const values = valuesPerLevel.slice(0, levels).map((level: unknown) => textAt(level, index));
    return isCount(count) && values.every(isText) ? { values, count } : undefined;
  });
  const found = all.filter((domain) => domain !== undefined);
  return found.length === all.length ? found : undefined;
}

function countAt(podCounts: unknown, index: number): unknown {
  const { universal, individual } = membersOf(podCounts);
  return universal ?? (Array.isArray(individual) ? individual[index] : undefined);
}

function textAt(level: unknown, index: number): string | undefined {
  const { universal, individual } = membersOf(level);
  if (isText(universal)) return universal;
  const { prefix = "", suffix = "", roots } = membersOf(individual);
  const root: unknown = Array.isArray(roots) ? roots[index] : undefined;
  return isText(root) && isText(prefix) && isText(suffix) ? `${prefix}${root}${suffix}` : undefined;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isCount(value: unknown): value is Count {
  return typeof value === "number" || typeof value === "bigint";
}
