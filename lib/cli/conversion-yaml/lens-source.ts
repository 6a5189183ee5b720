import { existsSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { splitText } from "../../json/text-parts.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import type { RulePosition } from "../../lens/language/rule.ts";
import { isInside, realPath } from "../files/project-folder.ts";
import { isFolder, namesIn, readText } from "../files/read-file.ts";
import {
  type LocatedDocument,
  type LocatedFault,
  type Position,
  readDocuments,
  type YamlPath,
} from "./documents.ts";
import { schemaFaults, type YamlFault, yamlPathText } from "./faults.ts";
import { didYouMean } from "./nearest.ts";
import { membersOf, shallowDocument, shallowLens, sharedDocument } from "./schema.ts";

/** A file whose lenses an `include` can name. */
export interface LensSource {
  /** Relative to the kind's folder; undefined for the kind's own conversion.yaml. */
  readonly file: string | undefined;
  /** The file's own path, links resolved: two names of one file are one source. */
  readonly path: string;
  readonly lenses: ReadonlyMap<string, NamedLensText>;
}

/** A named lens as it is written. */
export interface NamedLensText {
  /** The lens's name; for a lens of another file, the file and the name. */
  readonly id: string;
  readonly source: LensSource;
  /** The list of rules, or what the author wrote instead of one. */
  readonly rules: JsonValue | undefined;
  readonly yamlPath: YamlPath;
  readonly positionOf: (yamlPath: YamlPath) => Position;
}

/** What is wrong with a part of a file. */
export interface SourceFault extends LocatedFault {
  /** The file with the fault, relative to the kind's folder; undefined for the kind's own conversion.yaml. */
  readonly file: string | undefined;
  /** Where the faulty lens is included. */
  readonly includedAt?: RulePosition | undefined;
}

/** The lenses that documents name under `lenses`. */
export function sourceOf(
  file: string | undefined,
  path: string,
  documents: readonly LocatedDocument[],
): LensSource {
  const lenses = new Map<string, NamedLensText>();
  const source: LensSource = { file, path, lenses };
  for (const { value, positionOf } of documents) {
    const named = isObject(value) ? member(value, "lenses") : undefined;
    for (const [name, lens] of Object.entries(isObject(named) ? named : {})) {
      const id = file === undefined ? name : `${file}#${name}`;
      const own = { id, source, positionOf };
      const text = isArray(lens)
        ? { ...own, rules: lens, yamlPath: ["lenses", name] }
        : {
            ...own,
            rules: isObject(lens) ? member(lens, "rules") : undefined,
            yamlPath: ["lenses", name, "rules"],
          };
      if (!lenses.has(name)) lenses.set(name, text);
    }
  }
  return source;
}

/** Where the files of a kind are. */
interface KindLocation {
  /** The kind's folder. */
  readonly folder: string;
  /** The folder that included files must be in. */
  readonly project: string;
  /** The path of the kind's conversion.yaml, links resolved. */
  readonly conversion: string;
}

/** The code of a hook: `file#name` from the kind's folder. */
export interface HookReference {
  readonly code: string;
  readonly name: string;
}

/** A file's documents. */
interface NamedDocuments {
  /** Relative to the kind's folder. */
  readonly file: string;
  readonly documents: readonly LocatedDocument[];
  /** False where the file is not YAML, which is reported. */
  readonly isRead: boolean;
}

/** What to do about a cycle of files. */
export const noCycles = "files can't include each other. Put what both need into a third file";

/** Finds the lenses that includes name, in the including file and in others, which are read once. */
export class LensFinder {
  readonly #files: KindLocation;
  readonly #report: (fault: SourceFault) => void;
  readonly #sources = new Map<string, LensSource>();

  /** `report` gets what is wrong within an included file. */
  constructor(files: KindLocation, report: (fault: SourceFault) => void) {
    this.#files = files;
    this.#report = report;
  }

  /** The lens of a reference, `name` or `file#name`; else what is wrong with the reference. */
  find(reference: string, within: LensSource): NamedLensText | string {
    const [file, ...rest] = splitText(reference, "#");
    if (rest.length === 0) return lensNamed(reference, within);
    const name = rest.join("#");
    if (file === "") return lensNamed(name, within);
    const path = normalize(join(dirname(within.file ?? "."), file));
    if (realPath(join(this.#files.folder, path)) === this.#files.conversion) {
      return within.file === undefined
        ? lensNamed(name, within)
        : `${file} includes ${within.file} itself: ${noCycles}`;
    }
    const source = this.#open(path, file);
    return typeof source === "string" ? source : lensNamed(name, source);
  }

  /** The code of a hook, `file#export`; else what is wrong with the reference. */
  code(reference: string, within: LensSource): HookReference | { readonly fault: string } {
    const [, file, name] = /^(\.{1,2}\/.+)#([A-Za-z_$][\w$]*)$/.exec(reference) ?? [];
    if (file === undefined || name === undefined) {
      return { fault: "must be a file and the name that it exports, as ./hooks.ts#slices" };
    }
    const path = normalize(join(dirname(within.file ?? "."), file));
    const fault = this.#pathFault(path, file);
    const fromKind = path.startsWith("../") ? path : `./${path}`;
    return fault === undefined ? { code: `${fromKind}#${name}`, name } : { fault };
  }

  /** The path of a file that the kind's conversion.yaml names; else what is wrong with the name. */
  file(written: string): { readonly path: string } | { readonly fault: string } {
    const file = normalize(written);
    const fault = this.#pathFault(file, written);
    return fault === undefined ? { path: realPath(join(this.#files.folder, file)) } : { fault };
  }

  /** The documents of a file that the kind's conversion.yaml names; else what is wrong with the name. */
  documents(written: string): NamedDocuments | string {
    const found = this.file(written);
    if ("fault" in found) return found.fault;
    const file = normalize(written);
    const { documents, faults } = readDocuments(readText(found.path));
    for (const fault of faults) this.#report({ ...fault, file });
    return { file, documents, isRead: faults.length === 0 };
  }

  /** What is wrong with a file by its path from the kind's folder; `written` is the path as the author wrote it. */
  #pathFault(file: string, written: string): string | undefined {
    const { folder, project } = this.#files;
    const path = realPath(join(folder, file));
    if (!isInside(path, project)) return `${written} is outside the project folder ${project}`;
    if (!existsSync(path)) return `there is no file ${written}${nearFile(join(folder, file))}`;
    return isFolder(path) ? `${written} is a folder, not a file` : undefined;
  }

  /** Opens a file whose path has no fault; else what is wrong with the file. */
  #open(file: string, written: string): LensSource | string {
    const path = realPath(join(this.#files.folder, file));
    const opened = this.#sources.get(path);
    if (opened !== undefined) return opened;
    const fault = this.#pathFault(file, written);
    if (fault !== undefined) return fault;
    const { documents, faults } = readDocuments(readText(path));
    const all = [...faults, ...documents.flatMap(documentFaults)];
    for (const fault of all) this.#report({ ...fault, file });
    const source = sourceOf(file, path, documents);
    this.#sources.set(path, source);
    return source;
  }
}

function lensNamed(name: string, { file, lenses }: LensSource): NamedLensText | string {
  const found = lenses.get(name);
  if (found !== undefined) return found;
  const names = [...lenses.keys()];
  const all = names.length === 0 ? " (it has none)" : ` (it has ${names.join(", ")})`;
  const near = didYouMean(name, names);
  return file === undefined
    ? `there is no lens ${name}${near}`
    : `${file} has no lens ${name}${near || all}`;
}

/** `; did you mean x.yaml?` with the most similar name in the same folder. */
function nearFile(file: string): string {
  const folder = dirname(file);
  return isFolder(folder) ? didYouMean(basename(file), namesIn(folder)) : "";
}

/** What is wrong with a document of an included file as a whole. */
function documentFaults({ value, positionOf }: LocatedDocument): readonly LocatedFault[] {
  if (!isObject(value)) return [{ ...positionOf([]), text: "must be a map with lenses" }];
  const isShared = !["from", "to", "rules"].some((name) => member(value, name) !== undefined);
  const faults = isShared
    ? schemaFaults("shared", value, membersOf(sharedDocument))
    : schemaFaults("document", value, membersOf(shallowDocument));
  return [...faults, ...lensFaults(value)].map(({ yamlPath, text }) => ({
    ...positionOf(yamlPath),
    text: [...yamlPathText(yamlPath), text].join(": "),
  }));
}

/** What is wrong with the form of a document's named lenses, where they are maps. */
export function lensFaults(document: JsonObject): readonly YamlFault[] {
  const lenses = member(document, "lenses");
  return Object.entries(isObject(lenses) ? lenses : {}).flatMap(([name, lens]) =>
    isObject(lens)
      ? schemaFaults("lens", lens, membersOf(shallowLens)).map(({ yamlPath, text }) => ({
          yamlPath: ["lenses", name, ...yamlPath],
          text,
        }))
      : [],
  );
}
