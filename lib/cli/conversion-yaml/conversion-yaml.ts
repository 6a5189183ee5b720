import { basename } from "node:path";
import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import type { LensData, RuleData } from "../../lens/language/rule.ts";
import { UsageError } from "../command.ts";
import { readText } from "../files/read-file.ts";
import { type LocatedDocument, type Place, type Position, readDocuments } from "./documents.ts";
import { type PartFault, schemaFaults } from "./faults.ts";
import { didYouMean } from "./nearest.ts";
import { rulesOf } from "./rules.ts";
import { membersOf, shallowDocument } from "./schema.ts";

/** What a `conversion.yaml` declares of its kind. */
export interface DeclaredConversion {
  /** One a document. */
  readonly lenses: readonly LensData[];
  /** Undefined where no document says it: the guard is off. */
  readonly conversionGuard: boolean | undefined;
}

/**
 * Reads a `conversion.yaml`, whose lenses join versions of those that the kind has. Throws {@link UsageError} with every
 * fault, each with file, line and column.
 */
export function readConversion(file: string, kindVersions: readonly string[]): DeclaredConversion {
  const { lenses, conversionGuard, faults, repeated } = parseConversion(readText(file), {
    file: basename(file),
    kindVersions,
  });
  const all = [...faults, ...repeated];
  if (all.length === 0) return { lenses, conversionGuard };
  throw new UsageError(all.map((fault) => `${file}:${fault}`).join("\n"));
}

/** What is known of a text of lenses. */
interface Source {
  readonly file: string;
  /** The versions that the kind's CRD lists; other ones (tombstones) are for a kind.ts to declare. */
  readonly kindVersions: readonly string[];
}

/** What a text of lenses says. */
export interface ParsedConversion extends DeclaredConversion {
  readonly faults: readonly string[];
  /** Documents of a pair of versions that has one already: the compiler's E114, with line and column. */
  readonly repeated: readonly string[];
}

interface ReadLens {
  readonly lens: LensData;
  readonly start: Position;
}

/** As {@link readConversion}, of a text; faults are `line:column: path: what is wrong`. */
export function parseConversion(text: string, source: Source): ParsedConversion {
  const { documents, faults } = readDocuments(text);
  const told = faults.map(({ line, column, text: what }) => `${line}:${column}: ${what}`);
  const read = documents.flatMap((document): readonly ReadLens[] => {
    const report = ({ place, text: what }: PartFault): void => {
      const { line, column } = document.positionOf(place);
      told.push([`${line}:${column}`, ...placeText(place), what].join(": "));
    };
    const lens = lensOf(document, source, report);
    return lens === undefined ? [] : [{ lens, start: document.positionOf([]) }];
  });
  const guard = guardIn(documents);
  return {
    lenses: read.map(({ lens }) => lens),
    conversionGuard: guard.value,
    faults: [...told, ...guard.faults],
    repeated: repeatedPairs(read),
  };
}

/** What the documents say of the guard, which is the whole kind's, and where one contradicts the first that says it. */
function guardIn(documents: readonly LocatedDocument[]): {
  readonly value: boolean | undefined;
  readonly faults: readonly string[];
} {
  const said = documents.flatMap(({ value, positionOf }) => {
    const guard = isObject(value) ? member(value, guardMember) : undefined;
    return typeof guard === "boolean" ? [{ guard, ...positionOf([guardMember]) }] : [];
  });
  const [first] = said;
  const faults = said.flatMap(({ guard, line, column }) =>
    first === undefined || guard === first.guard
      ? []
      : [
          `${line}:${column}: ${guardMember}: is ${guard}, and ${first.guard} at line ${first.line}; the guard is for the whole kind: say it once`,
        ],
  );
  return { value: first?.guard, faults };
}

const guardMember = "conversionGuard";

/** E114 for each document of two versions that an earlier one joins already. */
function repeatedPairs(read: readonly ReadLens[]): readonly string[] {
  const firsts = new Map<string, Position>();
  return read.flatMap(({ lens, start }) => {
    const pair = [lens.from, lens.to].sort().join(" and ");
    const first = firsts.get(pair);
    if (first === undefined) {
      firsts.set(pair, start);
      return [];
    }
    const { line, column } = start;
    return `${line}:${column}: E114 two lenses join ${pair}, the other at line ${first.line}. Make them one`;
  });
}

function lensOf(
  { value, positionOf }: LocatedDocument,
  { file, kindVersions }: Source,
  report: (fault: PartFault) => void,
): LensData | undefined {
  if (!isObject(value)) {
    report({ place: [], text: "must be a map with from, to and rules" });
    return undefined;
  }
  const faults = schemaFaults("document", value, membersOf(shallowDocument));
  for (const fault of faults) report(fault);
  if (faults.length > 0) return undefined;
  const { from, to } = value;
  const versions = { from: String(from), to: String(to) };
  const named = namedIn(value);
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
  report: (fault: PartFault) => void,
): void {
  for (const [side, version] of Object.entries(versions)) {
    if (known.includes(version)) continue;
    const near = didYouMean(version, known) || ` (it has ${known.join(", ")})`;
    report({ place: [side], text: `the kind has no version ${version}${near}` });
  }
  if (versions.from === versions.to) report({ place: ["to"], text: "is the version of from" });
}

function optionsIn({ stash, entries }: JsonObject): Pick<LensData, "stash" | "entries"> {
  return {
    ...((stash === "split" || stash === "packed") && { stash }),
    ...((entries === "any" || entries === "valid") && { entries }),
  };
}

function namedIn(value: JsonObject): JsonObject {
  const lenses: JsonValue | undefined = member(value, "lenses");
  return isObject(lenses) ? lenses : {};
}

/** `rules[2].table.a`, or nothing for the document itself. */
function placeText(place: Place): readonly string[] {
  const text = place
    .map((step) => (/^\d+$/.test(String(step)) ? `[${step}]` : `.${step}`))
    .join("");
  return text === "" ? [] : [text.replace(/^\./, "")];
}
