import { basename } from "node:path";
import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import type { LensData, RuleData } from "../../lens/language/rule.ts";
import { UsageError } from "../command.ts";
import { readText } from "../files/read-file.ts";
import { type LocatedDocument, type Position, readDocuments, type YamlPath } from "./documents.ts";
import { schemaFaults, type YamlFault } from "./faults.ts";
import { didYouMean } from "./nearest.ts";
import { rulesOf } from "./rules.ts";
import { membersOf, shallowDocument } from "./schema.ts";

/** What a `conversion.yaml` declares of its kind. */
export interface DeclaredConversion {
  /** One for each document. */
  readonly lenses: readonly LensData[];
  /** Undefined where no document sets it: the guard is off. */
  readonly conversionGuard: boolean | undefined;
}

/**
 * Reads a `conversion.yaml`. `kindVersions` are the versions that its lenses may join. Throws {@link UsageError} with
 * every fault, each with file, line and column.
 */
export function readConversion(file: string, kindVersions: readonly string[]): DeclaredConversion {
  const { lenses, conversionGuard, faults, duplicates } = parseConversion(readText(file), {
    file: basename(file),
    kindVersions,
  });
  const all = [...faults, ...duplicates];
  if (all.length === 0) return { lenses, conversionGuard };
  throw new UsageError(all.map((fault) => `${file}:${fault}`).join("\n"));
}

/** Where a text of lenses comes from. */
interface ConversionSource {
  readonly file: string;
  /** The versions that the kind's CRD lists. Only a kind.ts can declare others, which are conversion-only. */
  readonly kindVersions: readonly string[];
}

/** A text of lenses, parsed. */
export interface ParsedConversion extends DeclaredConversion {
  readonly faults: readonly string[];
  /** The compiler's E114, with line and column, for each further document of the same two versions. */
  readonly duplicates: readonly string[];
}

interface LocatedLens {
  readonly lens: LensData;
  readonly start: Position;
}

/** As {@link readConversion}, but parses a text. Faults are `line:column: path: what is wrong`. */
export function parseConversion(text: string, source: ConversionSource): ParsedConversion {
  const { documents, faults } = readDocuments(text);
  const lines = faults.map(({ line, column, text }) => `${line}:${column}: ${text}`);
  const read = documents.flatMap((document): readonly LocatedLens[] => {
    const report = ({ yamlPath, text }: YamlFault): void => {
      const { line, column } = document.positionOf(yamlPath);
      lines.push([`${line}:${column}`, ...yamlPathText(yamlPath), text].join(": "));
    };
    const lens = lensOf(document, source, report);
    return lens === undefined ? [] : [{ lens, start: document.positionOf([]) }];
  });
  const guard = declaredGuard(documents);
  return {
    lenses: read.map(({ lens }) => lens),
    conversionGuard: guard.value,
    faults: [...lines, ...guard.faults],
    duplicates: duplicatePairs(read),
  };
}

/** The guard that the documents set, for the whole kind. A document that contradicts an earlier one is a fault. */
function declaredGuard(documents: readonly LocatedDocument[]): {
  readonly value: boolean | undefined;
  readonly faults: readonly string[];
} {
  const settings = documents.flatMap(({ value, positionOf }) => {
    const guard = isObject(value) ? member(value, guardMember) : undefined;
    return typeof guard === "boolean" ? [{ guard, ...positionOf([guardMember]) }] : [];
  });
  const [first] = settings;
  const faults = settings.flatMap(({ guard, line, column }) =>
    first === undefined || guard === first.guard
      ? []
      : [
          `${line}:${column}: ${guardMember}: is ${guard}, and ${first.guard} at line ${first.line}; the guard is for the whole kind: set it once`,
        ],
  );
  return { value: first?.guard, faults };
}

const guardMember = "conversionGuard";

/** E114 for each document of two versions that an earlier document joins. */
function duplicatePairs(read: readonly LocatedLens[]): readonly string[] {
  const firsts = new Map<string, Position>();
  return read.flatMap(({ lens, start }) => {
    const pair = [lens.from, lens.to].sort().join(" and ");
    const first = firsts.get(pair);
    if (first === undefined) {
      firsts.set(pair, start);
      return [];
    }
    const { line, column } = start;
    return `${line}:${column}: E114 two lenses join ${pair}; the other is at line ${first.line}. Make them one`;
  });
}

function lensOf(
  { value, positionOf }: LocatedDocument,
  { file, kindVersions }: ConversionSource,
  report: (fault: YamlFault) => void,
): LensData | undefined {
  if (!isObject(value)) {
    report({ yamlPath: [], text: "must be a map with from, to and rules" });
    return undefined;
  }
  const faults = schemaFaults("document", value, membersOf(shallowDocument));
  for (const fault of faults) report(fault);
  if (faults.length > 0) return undefined;
  const { from, to } = value;
  const versions = { from: String(from), to: String(to) };
  const named = namedLenses(value);
  checkVersions(versions, kindVersions, report);
  const areKnown = [versions.from, versions.to].every((version) => kindVersions.includes(version));
  const reader = { versions, areKnown, lensNames: Object.keys(named), positionOf, report };
  const lenses = Object.entries(named).map(([name, rules]): [string, readonly RuleData[]] => [
    name,
    rulesOf(rules, ["lenses", name], reader),
  ]);
  return {
    ...versions,
    rules: rulesOf(value["rules"], ["rules"], reader),
    ...(lenses.length > 0 && { lenses: Object.fromEntries(lenses) }),
    ...optionsIn(value),
    file,
  };
}

function checkVersions(
  versions: Readonly<Record<"from" | "to", string>>,
  known: readonly string[],
  report: (fault: YamlFault) => void,
): void {
  for (const [side, version] of Object.entries(versions)) {
    if (known.includes(version)) continue;
    const near = didYouMean(version, known) || ` (it has ${known.join(", ")})`;
    report({ yamlPath: [side], text: `the kind has no version ${version}${near}` });
  }
  if (versions.from === versions.to)
    report({ yamlPath: ["to"], text: "is the same version as from" });
}

function optionsIn({ stash, entries }: JsonObject): Pick<LensData, "stash" | "entries"> {
  return {
    ...((stash === "split" || stash === "packed") && { stash }),
    ...((entries === "any" || entries === "valid") && { entries }),
  };
}

function namedLenses(value: JsonObject): JsonObject {
  const lenses: JsonValue | undefined = member(value, "lenses");
  return isObject(lenses) ? lenses : {};
}

/** `rules[2].table.a`; empty for the document itself. */
function yamlPathText(yamlPath: YamlPath): readonly string[] {
  const text = yamlPath
    .map((step) => (/^\d+$/.test(String(step)) ? `[${step}]` : `.${step}`))
    .join("");
  return text === "" ? [] : [text.replace(/^\./, "")];
}
