import { basename, dirname, join } from "node:path";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import type { LensData } from "../../lens/language/rule.ts";
import { isWaivable, type Waiver } from "../../lens/language/waiver.ts";
import { UsageError } from "../command.ts";
import { projectFolderOf, realPath } from "../files/project-folder.ts";
import { readText } from "../files/read-file.ts";
import { acceptIn } from "./accept.ts";
import { type LocatedDocument, readDocuments, type TextPosition } from "./documents.ts";
import { examplesIn } from "./examples.ts";
import { Expansion, tooLargeText } from "./expansion.ts";
import { FaultList } from "./fault-list.ts";
import { schemaFaults, type YamlFault, yamlPathText } from "./faults.ts";
import { type ConvertedKind, type GoneSchemas, readGoneVersions } from "./gone.ts";
import { declaredGuard, declaredOldStash } from "./kind-settings.ts";
import {
  LensFinder,
  type LensSource,
  lensFaults,
  lensSource,
  type NamedLensText,
  type SourceFault,
} from "./lens-source.ts";
import { didYouMean } from "./nearest.ts";
import type { RuleReader } from "./rule-reader.ts";
import { readRules } from "./rules.ts";
import { schemaPropertyNames, shallowDocument } from "./schema.ts";

interface DeclaredConversion {
  /** The lenses, one for each document. */
  readonly lenses: readonly LensData[];
  /** True if the conversion guard is on; undefined (which means off) if no document sets it. */
  readonly conversionGuard: boolean | undefined;
  /** The annotation with values that a former webhook preserved, which lenses also read; undefined if no document sets it. */
  readonly oldStash: string | undefined;
  /** The schemas of versions that the CRD no longer lists. */
  readonly gone: GoneSchemas;
}

/**
 * Reads a `conversion.yaml`. `kindVersions` are the versions that the CRD lists. Throws {@link UsageError} with all faults, each
 * with file, line and column.
 */
export function readConversion(
  file: string,
  kindVersions: readonly string[],
  kind?: ConversionSource["kind"],
): DeclaredConversion {
  const { faults, includedFaults, duplicates, ...declared } = parseConversion(readText(file), {
    file: basename(file),
    kindVersions,
    folder: dirname(file),
    kind,
  });
  const all = [
    ...[...faults, ...duplicates].map((fault) => `${file}:${fault}`),
    ...includedFaults.map((fault) => `${join(dirname(file), fault)}`),
  ];
  if (all.length === 0) return declared;
  throw new UsageError(all.join("\n"));
}

interface ConversionSource {
  readonly file: string;
  /** The versions that the kind's CRD lists. */
  readonly kindVersions: readonly string[];
  /** The kind's folder, to which the paths of included files are relative. Default: the current folder. */
  readonly folder?: string;
  /** The kind. If it is absent, the schemas of gone versions are not read. */
  readonly kind?: ConvertedKind | undefined;
}

/** A parsed `conversion.yaml`, with its faults. */
export interface ParsedConversion extends DeclaredConversion {
  readonly faults: readonly string[];
  /** The faults of included files: each text starts with the file, relative to the kind's folder. */
  readonly includedFaults: readonly string[];
  /** An error E114, with line and column, for each document whose two versions an earlier document joins already. */
  readonly duplicates: readonly string[];
}

interface LocatedLens {
  readonly lens: LensData;
  readonly start: TextPosition;
}

/** Parses the text of a `conversion.yaml`. Faults have the form `line:column: path: message`. Included files are read. */
export function parseConversion(
  text: string,
  { file, kindVersions: listed, folder = ".", kind }: ConversionSource,
): ParsedConversion {
  const { documents, faults } = readDocuments(text);
  const found = new FaultList();
  for (const fault of faults) found.add({ ...fault, file: undefined });
  const path = realPath(join(folder, file));
  const report = (fault: SourceFault): void => found.add(fault);
  const finder = new LensFinder(
    { folder, project: projectFolderOf(folder), conversion: path },
    report,
  );
  const gone = readGoneVersions(documents, { listed, kind, finder, report });
  const kindVersions = [...listed, ...Object.keys(gone)];
  const read = documents.flatMap((document): readonly LocatedLens[] => {
    const source = lensSource(undefined, path, [document]);
    const lens = lensOf(document, { file, kindVersions, source, finder, report });
    return lens === undefined ? [] : [{ lens, start: document.positionOf([]) }];
  });
  const lenses = read.map(({ lens }) => lens);
  if (documents.length === 0 && faults.length === 0 && listed.length > 1) {
    const text = `is empty, but the CRD has the versions ${listed.join(", ")}: write from, to and rules; customhouse new drafts them`;
    report({ line: 1, column: 1, file: undefined, text });
  }
  const guard = declaredGuard(documents);
  const oldStash = declaredOldStash(documents, { group: kind?.group, lenses });
  return {
    lenses,
    conversionGuard: guard.value,
    oldStash: oldStash.value,
    gone,
    faults: [...found.own, ...guard.faults, ...oldStash.faults],
    includedFaults: found.included(file),
    duplicates: duplicatePairs(read),
  };
}

/** An error E114 for each document whose two versions an earlier document joins already. */
function duplicatePairs(read: readonly LocatedLens[]): readonly string[] {
  const firsts = new Map<string, TextPosition>();
  return read.flatMap(({ lens, start }) => {
    const pair = [lens.from, lens.to].sort().join(" and ");
    const first = firsts.get(pair);
    if (first === undefined) {
      firsts.set(pair, start);
      return [];
    }
    const { line, column } = start;
    return `${line}:${column}: E114 two conversions join ${pair}; the other is at line ${first.line}. Merge them into one`;
  });
}

interface DocumentContext {
  readonly file: string;
  readonly kindVersions: readonly string[];
  readonly source: LensSource;
  readonly finder: LensFinder;
  readonly report: (fault: SourceFault) => void;
}

function lensOf(
  { value, positionOf }: LocatedDocument,
  { file, kindVersions, source, finder, report }: DocumentContext,
): LensData | undefined {
  const reportOwn = ({ yamlPath, text }: YamlFault): void =>
    report({
      ...positionOf(yamlPath),
      file: undefined,
      text: [...yamlPathText(yamlPath), text].join(": "),
    });
  if (!isObject(value)) {
    reportOwn({ yamlPath: [], text: "must be a map with from, to and rules" });
    return undefined;
  }
  const faults = [
    ...schemaFaults("document", value, schemaPropertyNames(shallowDocument)),
    ...lensFaults(value),
  ];
  for (const fault of faults) reportOwn(fault);
  if (faults.length > 0) return undefined;
  const versions = { from: String(value["from"]), to: String(value["to"]) };
  checkVersions(versions, kindVersions, reportOwn);
  checkWaivers(optionsIn(value), versions, reportOwn);
  const areKnown = [versions.from, versions.to].every((version) => kindVersions.includes(version));
  const read = new Set<NamedLensText>();
  const expansion = new Expansion(finder, read);
  const reader: RuleReader = {
    ...{ versions, areKnown, source, positionOf, report, expansion },
    includes: [],
    ended: 0,
  };
  const rules = readRules(value["rules"], ["rules"], reader);
  if (expansion.isTooLarge) reportOwn({ yamlPath: ["rules"], text: tooLargeText });
  for (const lens of source.lenses.values()) {
    // A named lens that no rule includes is read too, so that its faults are reported.
    if (read.has(lens)) continue;
    const alone = { ...reader, expansion: new Expansion(finder, read), includes: [lens] };
    readRules(lens.rules, lens.yamlPath, alone);
  }
  const { lenses } = expansion;
  return {
    ...versions,
    rules,
    ...(Object.keys(lenses).length > 0 && { lenses }),
    ...acceptIn(value, { versions, areKnown, positionOf, report: reportOwn }),
    ...examplesIn({ positionOf }, value, { versions, finder, report }),
    ...optionsIn(value),
    file,
  };
}

function waiverOf(value: JsonValue): readonly Waiver[] {
  if (!isObject(value)) return [];
  const { law, from, to, why } = value;
  return isWaivable(law) ? [{ law, from: String(from), to: String(to), why: String(why) }] : [];
}

/** Reports each waiver whose `from` and `to` are not the two versions of its lens. */
function checkWaivers(
  { waive = [] }: Pick<LensData, "waive">,
  versions: Readonly<Record<"from" | "to", string>>,
  report: (fault: YamlFault) => void,
): void {
  const names = [versions.from, versions.to];
  for (const [index, waiver] of waive.entries()) {
    for (const end of ["from", "to"] as const) {
      if (names.includes(waiver[end])) continue;
      const text = `the lens has no version ${waiver[end]} (it has ${names.join(" and ")})`;
      report({ yamlPath: ["waive", index, end], text });
    }
    if (waiver.from === waiver.to) {
      report({ yamlPath: ["waive", index, "to"], text: "is the same version as from" });
    }
  }
}

function checkVersions(
  versions: Readonly<Record<"from" | "to", string>>,
  known: readonly string[],
  report: (fault: YamlFault) => void,
): void {
  for (const [side, version] of Object.entries(versions)) {
    if (known.includes(version)) continue;
    const near = didYouMean(version, known) || ` (it has ${known.join(", ")}).`;
    const text = `E115 the kind has no version ${version}${near} If stored objects may still name it, add it to gone`;
    report({ yamlPath: [side], text });
  }
  if (versions.from === versions.to)
    report({ yamlPath: ["to"], text: "is the same version as from" });
}

function optionsIn({ stash, waive }: JsonObject): Pick<LensData, "stash" | "waive"> {
  return {
    ...(isArray(waive) && { waive: waive.flatMap(waiverOf) }),
    ...((stash === "split" || stash === "packed") && { stash }),
  };
}
