import {
  type FieldVerdict,
  type LensAnalysis,
  type LensFault,
  verdicts,
} from "../../../lens/check/analysis.ts";
import type { Colours } from "../../terminal/colours.ts";

/** What becomes of the fields of two versions: how many of each verdict, and a row for each that is not identical. */
export function fieldTable(
  { from, to, fields, faults }: LensAnalysis,
  colours: Colours,
): readonly string[] {
  const counts = verdicts.flatMap((verdict) => {
    const count = fields.filter((field) => field.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${verdict}`];
  });
  const told = fields.filter(({ verdict }) => verdict !== "identical");
  const rows = told.map((field) => rowOf(field, field.side === "from" ? from : to));
  const widths = [0, 1, 2].map((at) => Math.max(0, ...rows.map((row) => row[at]?.length ?? 0)));
  return [
    colours.strong(`${from} and ${to}: ${counts.join(", ") || "no fields"}`),
    ...rows.map((row, index) => {
      const line = row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ");
      const isLost = told[index]?.verdict === "dropped";
      return `  ${(isLost ? colours.bad : String)(line.trimEnd())}`;
    }),
    ...faultLines(faults, colours),
  ];
}

/** Warnings of one code that are written out; the others are counted. */
const maxAlike = 3;

/** A line for each error, and for each warning of the compiler until they repeat themselves. */
export function faultLines(faults: readonly LensFault[], colours: Colours): readonly string[] {
  const alike = new Map<string, number>();
  const told = faults.flatMap(({ code, severity, message }) => {
    if (severity === "error") return [colours.bad(`  error ${code}: ${message}`)];
    const count = (alike.get(code) ?? 0) + 1;
    alike.set(code, count);
    return count > maxAlike ? [] : [`  warning ${code}: ${message}`];
  });
  const more = [...alike].flatMap(([code, count]) =>
    count > maxAlike
      ? [`  ${colours.faint(`and ${count - maxAlike} more of ${code}: --json has all`)}`]
      : [],
  );
  return [...told, ...more];
}

function rowOf({ path, verdict, to, rule, reason }: FieldVerdict, version: string): string[] {
  const goal = to.length > 0 ? `to ${to.join(", ")}` : "";
  const why = reason ?? (rule === undefined ? "" : rule.op);
  return [version, path, verdict, [goal, why && `(${why})`].filter(Boolean).join(" ")];
}
