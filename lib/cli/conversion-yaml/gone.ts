import type { CrdFacts } from "../../crd/crd-facts.ts";
import { err, ok, type Result } from "../../json/result.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { UsageError } from "../command.ts";
import type { LocatedDocument, TextPosition } from "./documents.ts";
import { yamlPathText } from "./faults.ts";
import type { LensFinder, SourceFault } from "./lens-source.ts";
import { didYouMean } from "./nearest.ts";

/** The `openAPIV3Schema` of each version that the CRD no longer lists, by version; null if it is not known. */
export type GoneSchemas = Readonly<Record<string, JsonObject | null>>;

/** The kind of a conversion.yaml. */
export interface ConvertedKind extends Pick<CrdFacts, "group" | "kind"> {
  /** Reads the definitions in a file. Throws {@link UsageError} if it has none. */
  readonly definitionsIn: (file: string) => readonly CrdFacts[];
}

interface GoneReader {
  /** The versions that the CRD lists. */
  readonly listed: readonly string[];
  /** The kind that the files must declare; if undefined, the files are not read. */
  readonly kind: ConvertedKind | undefined;
  readonly finder: LensFinder;
  readonly report: (fault: SourceFault) => void;
}

/** Reads the versions that documents list in `gone`. They apply to the whole kind. Faults are reported. */
export function readGoneVersions(
  documents: readonly LocatedDocument[],
  reader: GoneReader,
): GoneSchemas {
  const found = new Map<string, TextPosition & { readonly schema: JsonObject | null }>();
  for (const { value, positionOf } of documents) {
    const gone = isObject(value) ? member(value, "gone") : undefined;
    for (const [version, file] of Object.entries(isObject(gone) ? gone : {})) {
      const yamlPath = ["gone", version];
      const position = positionOf(yamlPath);
      const first = found.get(version);
      const schema =
        first === undefined
          ? schemaOf(version, file, reader)
          : err(`is already set at line ${first.line}, for the whole kind`);
      if (schema.ok) {
        found.set(version, { ...position, schema: schema.value });
        continue;
      }
      const text = [...yamlPathText(yamlPath), schema.error].join(": ");
      reader.report({ ...position, file: undefined, text });
      if (first === undefined) found.set(version, { ...position, schema: null });
    }
  }
  return Object.fromEntries([...found].map(([version, { schema }]) => [version, schema]));
}

/** The schema of a gone version in the file that declares it, or null for an entry `null`. Error: a message. */
function schemaOf(
  version: string,
  file: JsonValue,
  { listed, kind, finder }: GoneReader,
): Result<JsonObject | null, string> {
  if (listed.includes(version)) return err("is a version of the CRD, so it is not gone: remove it");
  // The document's schema reports what is neither a file nor null.
  if (typeof file !== "string") return ok(null);
  const found = finder.file(file);
  if ("fault" in found) return err(found.fault);
  if (kind === undefined) return ok(null);
  const read = definitionsIn(found.path, kind);
  if (!read.ok) return err(`${file} can't be read: ${read.error}`);
  const crd = read.value.find((each) => each.group === kind.group && each.kind === kind.kind);
  if (crd === undefined) {
    const names = read.value.map((each) => `${each.kind}.${each.group}`).join(", ");
    return err(`${file} declares ${names}, not ${kind.kind}.${kind.group}`);
  }
  const names = crd.versions.map(({ name }) => name);
  const near = didYouMean(version, names) || ` (it has ${names.join(", ")})`;
  const schema = crd.versions.find(({ name }) => name === version)?.schema;
  if (schema === undefined) return err(`${file} has no version ${version}${near}`);
  return Object.keys(schema).length > 0
    ? ok(schema)
    : err(
        `${file} has no schema of ${version}: write null instead of the file: the version's fields are then not checked`,
      );
}

/** Reads the definitions in a file. Error: the message of its {@link UsageError}. */
function definitionsIn(path: string, kind: ConvertedKind): Result<readonly CrdFacts[], string> {
  try {
    return ok(kind.definitionsIn(path));
  } catch (cause) {
    if (cause instanceof UsageError) return err(cause.message);
    throw cause;
  }
}
