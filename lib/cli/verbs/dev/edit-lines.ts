import { groupKindText } from "../../../protocol/gvk.ts";
import { pathFromWorkingFolder } from "../../terminal/working-folder-path.ts";
import type { KindProblem, ReloadResult } from "./live-kinds.ts";

/**
 * The files written after a save, and the time from the save until the new kinds were served (`ms`, in milliseconds; absent
 * when `dev` starts).
 */
interface EditFacts {
  readonly written: readonly string[];
  readonly ms?: number;
}

/**
 * Lines about the kinds that an edit changed or removed, and the files that were written. Problems are in
 * {@link problemLines}.
 */
export function editLines(
  { changed, removed }: ReloadResult,
  { written, ms }: EditFacts,
): readonly string[] {
  const time = clockTime();
  return [
    ...written.map((file) => `${time} wrote ${pathFromWorkingFolder(file)}`),
    ...(ms === undefined
      ? []
      : changed.map(
          ({ kind, folder }) =>
            `${time} ${groupKindText(kind)} is served as saved in ${pathFromWorkingFolder(folder)} (${Math.round(ms)} ms)`,
        )),
    ...removed.map(
      ({ kind, folder }) =>
        `${time} ${groupKindText(kind)} is not served any more: ${pathFromWorkingFolder(folder)} is gone`,
    ),
  ];
}

/** Lines about the problems that an edit caused, and the folders that still have a problem. */
export function problemLines(
  { changed, found, problems }: ReloadResult,
  { ms }: Pick<EditFacts, "ms">,
): readonly string[] {
  const time = clockTime();
  return [
    ...found.flatMap((problem) => linesOfProblem(problem, time)),
    ...(ms !== undefined && changed.length > 0 && problems.length > found.length
      ? [
          `${time} still with a problem: ${problems.map(({ folder }) => pathFromWorkingFolder(folder)).join(", ")}`,
        ]
      : []),
  ];
}

function linesOfProblem({ folder, text, served }: KindProblem, time: string): readonly string[] {
  const place = pathFromWorkingFolder(folder);
  const state =
    served === undefined
      ? `${place} is not served until this is solved:`
      : `${groupKindText(served)} is still served as it was before, because ${place} can't be served as saved:`;
  return [`${time} ${state}`, ...text.split("\n").map((line) => `  ${line}`)];
}

/** The time of day, `14:03:59`. */
export function clockTime(): string {
  return new Date().toTimeString().slice(0, 8);
}
