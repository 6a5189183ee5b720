import type { V1beta1, V1beta2 } from "./generated.ts";

type Old = NonNullable<
  NonNullable<NonNullable<V1beta1["status"]>["topologyAssignment"]>["domains"]
>;
type New = NonNullable<NonNullable<NonNullable<V1beta2["status"]>["topologyAssignment"]>["slices"]>;
type Slice = New[number];
type Domain = Old[number];
type Level = Slice["valuesPerLevel"][number];

/** The limit of domains that slices may represent: otherwise a small object could become a huge one. */
const maxDomains = 10_000;

/** One slice for all domains; undefined where a domain has not one value for each level. */
export function compressed(domains: Old, levels: number | undefined): New | undefined {
  if (!domains.every((domain) => isDomain(domain, levels))) return undefined;
  const [first] = domains;
  if (first === undefined) return [];
  const counts = domains.map(({ count }) => count);
  return [
    {
      domainCount: domains.length,
      valuesPerLevel: first.values.map((_, level) =>
        levelOf(domains.map(({ values }) => values[level] ?? "")),
      ),
      podCounts: counts.every((count) => count === counts[0])
        ? { universal: first.count }
        : { individual: counts },
    },
  ];
}

/** Objects are as old as they are: nothing is sure of them. */
function isDomain(domain: Partial<Domain> | null, levels: number | undefined): domain is Domain {
  const values = domain?.values;
  if (!Array.isArray(values) || values.length !== levels || !isInteger(domain?.count)) return false;
  return values.every((value) => typeof value === "string");
}

function isInteger(value: unknown): value is number | bigint {
  return Number.isInteger(value) || typeof value === "bigint";
}

function levelOf(values: readonly string[]): Level {
  const [first = ""] = values;
  if (values.every((value) => value === first)) return { universal: first };
  const prefix = values.reduce((common, value) => commonStart(common, value));
  const ends = values.map((value) => value.slice(prefix.length));
  const suffix = reversed(ends.map(reversed).reduce((common, end) => commonStart(common, end)));
  return {
    individual: {
      ...(prefix === "" ? {} : { prefix }),
      ...(suffix === "" ? {} : { suffix }),
      roots: ends.map((end) => end.slice(0, end.length - suffix.length)),
    },
  };
}

function commonStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}

function reversed(text: string): string {
  return text.split("").reverse().join("");
}

/** Each domain by itself; undefined where a slice does not say as much of each as there are levels and domains. */
export function expanded(slices: New, levels: number | undefined): Old | undefined {
  const domains = slices.map((slice) => domainsOf(slice, levels));
  const all = domains.flatMap((some) => some ?? []);
  return domains.includes(undefined) || all.length > maxDomains ? undefined : all;
}

function domainsOf(slice: Partial<Slice> | null, levels: number | undefined): Old | undefined {
  const { domainCount, valuesPerLevel, podCounts } = slice ?? {};
  const length = Number(domainCount);
  if (!isInteger(domainCount) || length > maxDomains || length < 0) return undefined;
  if (!Array.isArray(valuesPerLevel) || valuesPerLevel.length !== levels) return undefined;
  const columns = valuesPerLevel.map((level: Level | null) => valuesOf(level, length));
  const counts = countsOf(podCounts, length);
  if (counts === undefined) return undefined;
  const domains = counts.map((count, index) => ({
    values: columns.flatMap((column) => column?.[index] ?? []),
    count,
  }));
  return domains.every(({ values }) => values.length === levels) ? domains : undefined;
}

function valuesOf(level: Level | null, length: number): readonly string[] | undefined {
  const { universal, individual } = level ?? {};
  if (universal !== undefined && individual !== undefined) return undefined;
  if (typeof universal === "string") return Array.from({ length }, () => universal);
  const { prefix = "", suffix = "", roots } = individual ?? {};
  if (!Array.isArray(roots) || roots.length !== length) return undefined;
  return roots.map((root) => `${prefix}${root}${suffix}`);
}

function countsOf(
  counts: Slice["podCounts"] | null | undefined,
  length: number,
): readonly (number | bigint)[] | undefined {
  const { universal, individual } = counts ?? {};
  if (universal !== undefined && individual !== undefined) return undefined;
  if (isInteger(universal)) return Array.from({ length }, () => universal);
  return Array.isArray(individual) && individual.length === length && individual.every(isInteger)
    ? individual
    : undefined;
}
