import { existsSync } from "node:fs";
import { join } from "node:path";
import { splitText } from "../../../json/text-parts.ts";
import type { LensData } from "../../../lens/language/rule.ts";
import type { LensFault } from "../../../lens/ops/analysis/lens-analysis.ts";
import { ownPlace } from "../../../lens/ops/rule-text.ts";
import type { Position } from "../../conversion-yaml/documents.ts";
import { rulesPosition } from "../../conversion-yaml/lens-positions.ts";
import { readText } from "../../files/read-file.ts";
import { pathFromWorkingFolder } from "../../terminal/working-folder-path.ts";
import type { FaultyLens, KindErrors, LensError } from "./lens-errors.ts";

/** An error of a kind's lenses, with its file, and its position there where it is known. */
export interface PlacedError {
  /** Relative to the current folder, where it is below it. */
  readonly file: string;
  readonly at: Position | undefined;
  /** The code and message of the error. */
  readonly text: string;
}

/** The errors of a kind's lenses, a line each, with file, line and column where they are known. */
export function errorLines(errors: readonly PlacedError[]): readonly string[] {
  return errors.map(({ file, at, text }) => `${positionText(file, at)}: ${text}`);
}

/** The errors of a kind's lenses with the places where they are written. */
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

/** Where a comment with TODO names a path, as a draft has it, in the YAML document whose rules start at a position. */
function todoPosition(
  file: string,
  start: Position,
  path: string | undefined,
): Position | undefined {
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

/** A file, with line and column where they are known. */
function positionText(file: string, at: Position | undefined): string {
  return at === undefined ? file : `${file}:${at.line}:${at.column}`;
}

/**
 * The text of an error without the position of its rule, because the line starts with it. The position of an include
 * stays.
 */
function lensErrorText({ code, message, rule }: LensError, lens: LensData): string {
  const text = rule === undefined ? message : message.replace(`, ${ownPlace(lens, rule)}`, "");
  return code === undefined ? text : `${code} ${text}`;
}

/** The file of a kind's conversion: its YAML, or its code. The folder itself where it has neither. */
export function conversionFile(folder: string): string {
  const names = ["conversion.yaml", "conversion.ts", "conversion.js", "kind.ts", "kind.js"];
  const found = names.find((name) => existsSync(join(folder, name)));
  return join(folder, found ?? "");
}

function isYaml(file: string): boolean {
  return /\.ya?ml$/.test(file);
}
