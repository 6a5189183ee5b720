import type { ServedKind } from "../../api-server/served-kind.ts";
import { fixedLookup } from "../../cluster/fixed-lookup.ts";
import { type Lookup, LookupUnavailable } from "../../cluster/lookup.ts";
import { member } from "../../json/value.ts";
import type { Kind } from "../../kind/kind.ts";
import { groupKindText } from "../../protocol/gvk.ts";
import { UsageError } from "../command.ts";
import { readObjects } from "../files/yaml.ts";
import { embeddedLookup, namedKinds } from "../kinds/embedded-lookup.ts";
import type { KindInFolder } from "../kinds/kinds.ts";
import { servedKind } from "../server/served-kinds.ts";
import { embeddedWebhook, type WebhookClient } from "../server/webhook-client.ts";
import { type FileFault, findCases, type TestCase } from "./case-files.ts";
import type { CaseResult } from "./case-result.ts";
import { runCase } from "./run-case.ts";

/** The results of one kind's cases. */
export interface KindResults {
  /** The kind with its group: `Pizza.restaurant.example.com`. */
  readonly kind: string;
  readonly results: readonly CaseResult[];
  /** Faults of files that are not tests, or can't be read. */
  readonly faults: readonly FileFault[];
}

interface CaseOptions {
  readonly name?: RegExp;
  readonly isUpdate: boolean;
  /** A deployed webhook to call instead of this build's. */
  readonly deployed?: WebhookClient;
}

/** Runs the cases of the chosen kinds, one after another. `all` are the kinds that the webhook serves. */
export async function runCases(
  chosen: readonly KindInFolder[],
  all: readonly KindInFolder[],
  options: CaseOptions,
): Promise<readonly KindResults[]> {
  const results: KindResults[] = [];
  for (const { kind, folder } of chosen) {
    const { cases, faults } = findCases(folder);
    const own = cases.filter(({ name }) => options.name?.test(name) !== false);
    const ran = own.length === 0 ? { results: [], faults: [] } : await runEach(own, all, options);
    results.push({
      kind: groupKindText(kind),
      results: ran.results,
      faults: [...faults, ...ran.faults],
    });
  }
  return results;
}

async function runEach(
  cases: readonly TestCase[],
  all: readonly KindInFolder[],
  { isUpdate, deployed }: CaseOptions,
): Promise<Pick<KindResults, "results" | "faults">> {
  const served: readonly ServedKind[] = all.map(servedKind);
  const results: CaseResult[] = [];
  const faults: FileFault[] = [];
  for (const test of cases) {
    try {
      const webhook = deployed ?? webhookOf(test, all);
      results.push(await runCase(test, { kinds: served, webhook, isUpdate }));
    } catch (fault) {
      if (!(fault instanceof UsageError)) throw fault;
      faults.push(faultIn(test.file, fault.message));
    }
  }
  return { results, faults };
}

/** Turns a message into a fault. A position at its start, `file:line: `, becomes the fault's file and line. */
function faultIn(file: string, text: string): FileFault {
  const [, named = file, line = "1", message = text] = /^(.+?):(\d+): (.*)$/s.exec(text) ?? [];
  return { file: named, line: Number(line), message };
}

/** Runs one case with this build's webhook and compares its goldens. Errors as {@link runCase}. */
export async function runOwnCase(
  test: TestCase,
  all: readonly KindInFolder[],
): Promise<CaseResult> {
  const setting = { kinds: all.map(servedKind), webhook: webhookOf(test, all), isUpdate: false };
  return runCase(test, setting);
}

function webhookOf({ lookups }: TestCase, all: readonly KindInFolder[]): WebhookClient {
  const kinds = all.map(({ kind }) => kind);
  return embeddedWebhook(
    kinds,
    lookups === undefined ? embeddedLookup(kinds, undefined) : lookupIn(lookups, kinds),
  );
}

/** The lookup for a folder with a `lookups.yaml`: it finds the objects in the file, or fails if that has `unavailable: true`. */
function lookupIn(file: string, kinds: readonly Kind[]): Lookup {
  const objects = readObjects(file);
  const isUnavailable = objects.some((object) => member(object, "unavailable") === true);
  return isUnavailable ? unavailable : fixedLookup(namedKinds(kinds), objects);
}

const failedLookup = async (): Promise<never> => {
  throw new LookupUnavailable("lookups.yaml says unavailable: true");
};

const unavailable: Lookup = { exists: failedLookup, get: failedLookup, list: failedLookup };
