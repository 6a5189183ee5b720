import { existsSync } from "node:fs";
import { join } from "node:path";
import { splitText } from "../../../json/text-parts.ts";
import type { LensData } from "../../../lens/language/rule.ts";
import type { LensFault } from "../../../lens/ops/analysis/lens-analysis.ts";
import { ownPlace } from "../../../lens/ops/rule-text.ts";
import type { Position } from "../../conversion-yaml/documents.ts";
import { rulesPosition } from "../../conversion-yaml/lens-positions.ts";
import { pathFromWorkingFolder } from "../../terminal/working-folder-path.ts";
import type { FaultyLens, KindErrors, LensError } from "./lens-errors.ts";

/** The errors of a kind's lenses, a line each, with file, line and column where they are known. */
export function errorLines(
  { graphErrors, faultyLenses }: KindErrors,
  folder: string,
): readonly string[] {
  return [
    ...graphErrors.map((fault) => graphErrorLine(fault, folder)),
    ...faultyLenses.flatMap((lens) => lensLines(lens, folder)),
  ];
}

function graphErrorLine({ code, path, message }: LensFault, folder: string): string {
  const file = sourceFile(folder, undefined);
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
  return `${positionText(file, at)}: ${code} ${message}`;
}

function lensLines({ lens, errors }: FaultyLens, folder: string): readonly string[] {
  const file = sourceFile(folder, lens.file);
  let start: string | undefined; // the file is read once, not for each error
  const startOfRules = (): string => {
    start ??= positionText(
      file,
      isYaml(file) && existsSync(file) ? rulesPosition(file, lens) : undefined,
    );
    return start;
  };
  return errors.map((error) => {
    const at = error.rule?.at;
    const place = at && positionText(at.file === undefined ? file : join(folder, at.file), at);
    return `${place ?? startOfRules()}: ${lensErrorText(error, lens)}`;
  });
}

/** A file, with line and column where they are known. */
function positionText(file: string, at: Position | undefined): string {
  return at === undefined
    ? pathFromWorkingFolder(file)
    : `${pathFromWorkingFolder(file)}:${at.line}:${at.column}`;
}

/** The message without the position of its rule, since the line starts with it; where the rule is included stays. */
function lensErrorText({ code, message, rule }: LensError, lens: LensData): string {
  const text = rule === undefined ? message : message.replace(`, ${ownPlace(lens, rule)}`, "");
  return code === undefined ? text : `${code} ${text}`;
}

/** The file that a lens was read from, or the file of its code. */
function sourceFile(folder: string, file: string | undefined): string {
  const names = ["conversion.yaml", "conversion.ts", "conversion.js", "kind.ts", "kind.js"];
  const found = names.find((name) => existsSync(join(folder, name)));
  return join(folder, file ?? found ?? "");
}

function isYaml(file: string): boolean {
  return /\.ya?ml$/.test(file);
}
