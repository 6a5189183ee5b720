import { existsSync } from "node:fs";
import { join } from "node:path";
import { splitText } from "../../../json/text-parts.ts";
import type { LensData } from "../../../lens/language/rule.ts";
import type { LensFault } from "../../../lens/ops/analysis/lens-analysis.ts";
import { rulePositionWithoutIncludes } from "../../../lens/ops/rule-text.ts";
import type { TextPosition } from "../../conversion-yaml/documents.ts";
import { rulesPosition } from "../../conversion-yaml/lens-positions.ts";
import { readText } from "../../files/read-file.ts";
import { pathFromWorkingFolder } from "../../terminal/working-folder-path.ts";
import type { FaultyLens, KindErrors, LensError } from "./lens-errors.ts";

/** An error of a kind's lenses, with its file and, if known, its position in the file. */
export interface PlacedError {
  /** The path of the file; relative to the current folder if the file is below it. */
  readonly file: string;
  readonly at: TextPosition | undefined;
  /** The code and message of the error. */
  readonly text: string;
}

/** A line for each error: file, line and column (if known), code and message. */
export function errorLines(errors: readonly PlacedError[]): readonly string[] {
  return errors.map(({ file, at, text }) => `${positionText(file, at)}: ${text}`);
}

/** The errors of a kind's lenses, with file and position. */
export function placedErrors(
  { graphErrors, faultyLenses }: KindErrors,
  folder: string,
): readonly PlacedError[] {
  return [
    ...graphErrors.map((fault) => placedGraphError(fault, folder)),
    ...faultyLenses.flatMap((lens) => placedLensErrors(lens, folder)),
  ];
}

function placedGraphError({ code, path, message }: LensFault, folder: string): PlacedError {
  const file = conversionFile(folder);
  const [from, to] = splitText(path, " and ");
  const versions =
    to === undefined
      ? []
      : [
          { from, to },
          { from: to, to: from },
        ];
  const [at] = isYaml(file)
    ? [...versions.flatMap((pair) => rulesPosition(file, pair) ?? []), { line: 1, column: 1 }]
    : [];
  return { file: pathFromWorkingFolder(file), at, text: `${code} ${message}` };
}

function placedLensErrors({ lens, errors }: FaultyLens, folder: string): readonly PlacedError[] {
  const file = lens.file === undefined ? conversionFile(folder) : join(folder, lens.file);
  const isUnplaced = errors.some(({ rule }) => rule?.at === undefined);
  const start =
    isUnplaced && isYaml(file) && existsSync(file) ? rulesPosition(file, lens) : undefined;
  return errors.map((error) => {
    const at = error.rule?.at;
    return {
      file: pathFromWorkingFolder(at?.file === undefined ? file : join(folder, at.file)),
      at: at ?? (start && (todoPosition(file, start, error.path) ?? start)),
      text: lensErrorText(error, lens),
    };
  });
}

/** The position of the TODO comment for a path, as drafts have it, in the YAML document whose rules start at `start`. */
function todoPosition(
  file: string,
  start: TextPosition,
  path: string | undefined,
): TextPosition | undefined {
  if (path === undefined) return undefined;
  const below = readText(file)
    .split("\n")
    .slice(start.line - 1);
  const end = below.findIndex((line) => line.startsWith("---"));
  const own = end < 0 ? below : below.slice(0, end);
  const index = own.findIndex(
    (line) => /^\s*#.*\bTODO\b/.test(line) && line.includes(`\`${path}\``),
  );
  const found = own[index];
  if (found === undefined) return undefined;
  return { line: start.line + index, column: found.indexOf("#") + 1 };
}

/** `file:line:column`, or only the file if the position is not known. */
function positionText(file: string, at: TextPosition | undefined): string {
  return at === undefined ? file : `${file}:${at.line}:${at.column}`;
}

/**
 * The code and message of an error, without the position of its rule, which is at the start of the line. The position of an
 * include stays in the message.
 */
function lensErrorText({ code, message, rule }: LensError, lens: LensData): string {
  const text =
    rule === undefined
      ? message
      : message.replace(`, ${rulePositionWithoutIncludes(lens, rule)}`, "");
  return code === undefined ? text : `${code} ${text}`;
}

/** The path of the file that declares a kind's conversion: YAML, else code. If there is none, the folder. */
export function conversionFile(folder: string): string {
  const names = ["conversion.yaml", "conversion.ts", "conversion.js", "kind.ts", "kind.js"];
  const found = names.find((name) => existsSync(join(folder, name)));
  return join(folder, found ?? "");
}

function isYaml(file: string): boolean {
  return /\.ya?ml$/.test(file);
}
