import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { loadKinds } from "../../lib/cli/kinds/kinds.ts";
import { fixedLookup } from "../../lib/cluster/fixed-lookup.ts";
import type { JsonValue } from "../../lib/json/value.ts";
import type { Kind } from "../../lib/kind/kind.ts";
import { deadlineOf } from "../../lib/request/deadline.ts";
import { createService } from "../../lib/service/service.ts";
import { cpuRatio, longBatchMs } from "./cpu.ts";
import { type Group, type Row, row } from "./row.ts";

/** An object of one version, with values that the other cannot represent. */
interface Source {
  readonly name: string;
  /** The folder of its kind, and the kind. */
  readonly folder: string;
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly spec: unknown;
  /** Makers of entries that are refused, by what they name. */
  readonly refused: Readonly<Record<string, EntryMaker>>;
}

/** Makes an entry, as an address with a value. */
type EntryMaker = (index: number) => readonly [address: string, value: JsonValue];

/** What a review's object has of what is looked at here. */
interface Written {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec?: unknown;
}

/**
 * Converting an object whose preserved values are forged, each to be refused, beside the same object with as many bytes
 * of those that a conversion left: what an annotation may cost.
 */
export const forged: Group = {
  name: "forged",
  measure: async () => {
    const rows: Row[] = [];
    for (const source of [pizza(), alertmanagerConfig(), collector()]) {
      const kinds = await loadKinds([fileURLToPath(new URL(source.folder, import.meta.url))]);
      rows.push(...(await rowsOf(source, kinds)));
    }
    return rows;
  },
};

/** Metadata that no rule names, and fields that no schema has. */
const labels: EntryMaker = (index) => [`?.metadata.labels.z${index}`, "x"];
const unknownFields: EntryMaker = (index) => [`?.spec.z${index}`, "x"];
/** Fields of the schema with values that fit it, and that are not what the object says. */
const receivers: EntryMaker = (index) => [`spec.receivers[name="team-${index}"].snsConfigs`, []];

/** A megabyte takes a fifth of a second: fewer rounds show it as well. */
const roundsOf = (text: string): number => (text.length > 500_000 ? 3 : 15);

async function rowsOf(source: Source, kinds: readonly Kind[]): Promise<readonly Row[]> {
  const group = kinds.find(({ kind }) => kind === source.kind)?.group ?? "";
  const convert = converterOf(kinds);
  const metadata = { name: "a", namespace: "b", uid: "5c1e0000-9d1f-4c0b-8f6a-000000000001" };
  const original = {
    apiVersion: `${group}/${source.from}`,
    kind: source.kind,
    metadata,
    spec: source.spec,
  };
  const honest = await convert(original, `${group}/${source.to}`);
  const back = async (object: Written): Promise<Written> => convert(object, original.apiVersion);
  if (!isDeepStrictEqual((await back(honest)).spec, source.spec)) {
    throw new Error(`${source.name}: the preserved values are not applied`);
  }
  const rows: Row[] = [];
  for (const [what, entryOf] of Object.entries(source.refused)) {
    const other = forgedLike(honest, entryOf);
    const ratio = await cpuRatio(
      () => back(other),
      () => back(honest),
      { rounds: roundsOf(JSON.stringify(other)), batchMs: longBatchMs },
    );
    rows.push(row(`forged ${source.name}, ${what}`, ratio, "x honest", 3));
  }
  return rows;
}

function converterOf(kinds: readonly Kind[]) {
  const service = createService({ kinds, lookup: fixedLookup(kinds, []), log: () => undefined });
  // No end in time: the work that is done is measured, whatever the machine does beside.
  const deadline = { ...deadlineOf("30s"), expired: () => false };
  return async (object: Written, desiredAPIVersion: string): Promise<Written> => {
    const review = {
      kind: "ConversionReview",
      apiVersion: "apiextensions.k8s.io/v1",
      request: { uid: "4f0f7d0c", desiredAPIVersion, objects: [object] },
    };
    const { body } = await service.answer("convert", Buffer.from(JSON.stringify(review)), deadline);
    const { response } = JSON.parse(String(body));
    const [converted] = response.convertedObjects ?? [];
    if (converted === undefined) throw new Error(response.result.message);
    return converted;
  };
}

/** The object with forged entries in place of its preserved values: in one annotation, of as many bytes. */
function forgedLike(honest: Written, entryOf: EntryMaker): Written {
  const annotations = Object.entries(honest.metadata.annotations ?? {});
  const preserved = annotations.filter(([key]) => /\/kept\d*(\.|$)/.test(key));
  const [first = ""] = preserved.map(([key]) => key);
  const bytes = JSON.stringify(Object.fromEntries(preserved)).length;
  const entries: Record<string, readonly JsonValue[]> = {};
  for (let left = bytes - first.length, index = 0; left > 0; index++) {
    const [address, value] = entryOf(index);
    entries[address] = [value];
    left -= JSON.stringify({ [address]: [value] }).length;
  }
  const metadata = { ...honest.metadata, annotations: { [first]: JSON.stringify(entries) } };
  return { ...honest, metadata };
}

/** 60 kB in v1beta1, whose toppings lie in no order. */
function pizza(): Source {
  const toppings = Array.from({ length: 1800 }, (_, index) => `topping-${(index * 7) % 900}`);
  return {
    name: "Pizza 60 kB",
    folder: "../../examples/kinds",
    kind: "Pizza",
    from: "v1alpha1",
    to: "v1beta1",
    spec: { toppings },
    refused: { labels, "unknown fields": unknownFields },
  };
}

/** 1 MB of routes within routes, a few of which say `regex`. */
function alertmanagerConfig(): Source {
  const routes = Array.from({ length: 100 }, (_, index) => ({
    receiver: "team-0",
    routes: Array.from({ length: 80 }, (__, at) => routeOf(at, index < 10 && at === 0)),
  }));
  const teams = Array.from({ length: 300 }, (_, index) => ({ name: `team-${index}` }));
  return {
    name: "AlertmanagerConfig 1 MB",
    folder: "../operators/alertmanager-config",
    kind: "AlertmanagerConfig",
    from: "v1alpha1",
    to: "v1beta1",
    spec: { route: { receiver: "team-0", routes }, receivers: teams },
    refused: { labels, receivers },
  };
}

function routeOf(index: number, isRegex: boolean) {
  const test = isRegex ? { regex: true } : { matchType: "=" };
  return {
    receiver: "team-0",
    groupBy: ["job", "namespace", "cluster"],
    groupWait: "30s",
    matchers: [{ name: "service", value: `service-${index}`, ...test }],
  };
}

/** 20 kB of YAML in a string. */
function collector(): Source {
  const lines = Array.from({ length: 400 }, (_, index) => {
    return `  otlp/${index}: { endpoint: "host-${index}:4317" } # ours`;
  });
  return {
    name: "text: yaml 20 kB",
    folder: "../lenses/01-config-text",
    kind: "Collector",
    from: "v1alpha1",
    to: "v1beta1",
    spec: { config: `exporters:\n${lines.join("\n")}\n`, replicas: 1 },
    refused: { labels },
  };
}
