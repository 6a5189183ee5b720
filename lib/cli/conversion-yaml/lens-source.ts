import { existsSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { splitText } from "../../json/text-parts.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import type { RulePosition } from "../../lens/language/rule.ts";
import { isInside, realPath } from "../files/project-folder.ts";
import { isFolder, namesInFolder, readText } from "../files/read-file.ts";
import {
  type LocatedDocument,
  type LocatedFault,
  readDocuments,
  type TextPosition,
  type YamlPath,
} from "./documents.ts";
import { schemaFaults, type YamlFault, yamlPathText } from "./faults.ts";
import { didYouMean } from "./nearest.ts";
import { schemaPropertyNames, shallowDocument, shallowLens, sharedDocument } from "./schema.ts";

/** A file with named lenses, which rules can `include`. */
export interface LensSource {
  /** The path relative to the kind's folder; undefined for the kind's own conversion.yaml. */
  readonly file: string | undefined;
  /** The absolute path with links resolved, so that two names of one file lead to one source. */
  readonly path: string;
  readonly lenses: ReadonlyMap<string, NamedLensText>;
}

/** A named lens as written in a file, before its rules are read. */
export interface NamedLensText {
  /** The lens's name; for a lens of another file, `file#name`. */
  readonly id: string;
  readonly source: LensSource;
  /** The list of rules, not validated: the author may have written any other value. */
  readonly rules: JsonValue | undefined;
  readonly yamlPath: YamlPath;
  readonly positionOf: (yamlPath: YamlPath) => TextPosition;
}

/** A fault in a conversion.yaml or an included file. */
export interface SourceFault extends LocatedFault {
  /** The file with the fault, relative to the kind's folder; undefined for the kind's own conversion.yaml. */
  readonly file: string | undefined;
  /** The position of the include that leads to the fault. */
  readonly includedAt?: RulePosition | undefined;
}

/** Collects the named lenses (`lenses`) of a file's documents. */
export function lensSource(
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

interface KindLocation {
  readonly folder: string;
  /** The folder that included files must be in. */
  readonly project: string;
  /** The path of the kind's conversion.yaml, links resolved. */
  readonly conversion: string;
}

/** A hook. `code` is `file#export`, relative to the kind's folder; `name` is the export. */
export interface HookReference {
  readonly code: string;
  readonly name: string;
}

/** The documents of a file that a conversion.yaml names. */
interface NamedDocuments {
  /** Relative to the kind's folder. */
  readonly file: string;
  readonly documents: readonly LocatedDocument[];
  /** False if the file is not YAML. That is reported already. */
  readonly isRead: boolean;
}

/** The remedy for files that include each other. */
export const includeCycleRemedy =
  "files can't include each other. Move the lenses that both need to a third file";

/** Finds the lenses, hooks and files that a conversion.yaml and its included files name. Each included file is read once. */
export class LensFinder {
  readonly #files: KindLocation;
  readonly #report: (fault: SourceFault) => void;
  readonly #sources = new Map<string, LensSource>();

  /** `report` receives the faults of included files. */
  constructor(files: KindLocation, report: (fault: SourceFault) => void) {
    this.#files = files;
    this.#report = report;
  }

  /** The lens of a reference, `name` or `file#name`; a message if the reference is wrong. */
  find(reference: string, within: LensSource): NamedLensText | string {
    const [file, ...rest] = splitText(reference, "#");
    if (rest.length === 0) return lensNamed(reference, within);
    const name = rest.join("#");
    if (file === "") return lensNamed(name, within);
    const path = normalize(join(dirname(within.file ?? "."), file));
    if (realPath(join(this.#files.folder, path)) === this.#files.conversion) {
      return within.file === undefined
        ? lensNamed(name, within)
        : `${file} includes ${within.file} itself: ${includeCycleRemedy}`;
    }
    const source = this.#open(path, file);
    return typeof source === "string" ? source : lensNamed(name, source);
  }

  /** The hook of a reference, `file#export`; a message if the reference is wrong. */
  code(reference: string, within: LensSource): HookReference | { readonly fault: string } {
    const [, file, name] = /^(\.{1,2}\/.+)#([A-Za-z_$][\w$]*)$/.exec(reference) ?? [];
    if (file === undefined || name === undefined) {
      return {
        fault:
          "must be FILE#EXPORT with a path that begins with ./ or ../, such as ./hooks.ts#slices",
      };
    }
    const path = normalize(join(dirname(within.file ?? "."), file));
    const fault = this.#pathFault(path, file);
    const fromKind = path.startsWith("../") ? path : `./${path}`;
    return fault === undefined ? { code: `${fromKind}#${name}`, name } : { fault };
  }

  /** The absolute path of a file that the kind's conversion.yaml names; a message if the name is wrong. */
  file(written: string): { readonly path: string } | { readonly fault: string } {
    const file = normalize(written);
    const fault = this.#pathFault(file, written);
    return fault === undefined ? { path: realPath(join(this.#files.folder, file)) } : { fault };
  }

  /** The documents of a file that the kind's conversion.yaml names; a message if the name is wrong. */
  documents(written: string): NamedDocuments | string {
    const found = this.file(written);
    if ("fault" in found) return found.fault;
    const file = normalize(written);
    const { documents, faults } = readDocuments(readText(found.path));
    for (const fault of faults) this.#report({ ...fault, file });
    return { file, documents, isRead: faults.length === 0 };
  }

  /** Why a file can't be used; undefined if it can. `file` is relative to the kind's folder, `written` as the author wrote it. */
  #pathFault(file: string, written: string): string | undefined {
    const { folder, project } = this.#files;
    const path = realPath(join(folder, file));
    if (!isInside(path, project)) return `${written} is outside the project folder ${project}`;
    if (!existsSync(path)) return `there is no file ${written}${nearFile(join(folder, file))}`;
    return isFolder(path) ? `${written} is a folder, not a file` : undefined;
  }

  /** Reads a file with named lenses, or returns it from the cache; a message if its path is wrong. Other faults are reported. */
  #open(file: string, written: string): LensSource | string {
    const path = realPath(join(this.#files.folder, file));
    const opened = this.#sources.get(path);
    if (opened !== undefined) return opened;
    const fault = this.#pathFault(file, written);
    if (fault !== undefined) return fault;
    const { documents, faults } = readDocuments(readText(path));
    const all = [...faults, ...documents.flatMap(documentFaults)];
    for (const fault of all) this.#report({ ...fault, file });
    const source = lensSource(file, path, documents);
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

/** `; did you mean x.yaml?` with the most similar name in the file's folder; empty if none is similar. */
function nearFile(file: string): string {
  const folder = dirname(file);
  return isFolder(folder) ? didYouMean(basename(file), namesInFolder(folder)) : "";
}

/** The faults in the form of a document of an included file, without those of its rules. */
function documentFaults({ value, positionOf }: LocatedDocument): readonly LocatedFault[] {
  if (!isObject(value)) return [{ ...positionOf([]), text: "must be a map with lenses" }];
  const isShared = !["from", "to", "rules"].some((name) => member(value, name) !== undefined);
  const faults = isShared
    ? schemaFaults("shared", value, schemaPropertyNames(sharedDocument))
    : schemaFaults("document", value, schemaPropertyNames(shallowDocument));
  return [...faults, ...lensFaults(value)].map(({ yamlPath, text }) => ({
    ...positionOf(yamlPath),
    text: [...yamlPathText(yamlPath), text].join(": "),
  }));
}

/** The faults in the form of a document's named lenses that are maps. (A lens can also be a list of rules.) */
export function lensFaults(document: JsonObject): readonly YamlFault[] {
  const lenses = member(document, "lenses");
  return Object.entries(isObject(lenses) ? lenses : {}).flatMap(([name, lens]) =>
    isObject(lens)
      ? schemaFaults("lens", lens, schemaPropertyNames(shallowLens)).map(({ yamlPath, text }) => ({
          yamlPath: ["lenses", name, ...yamlPath],
          text,
        }))
      : [],
  );
}
