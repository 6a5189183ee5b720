import {
  type FieldVerdict,
  type LensAnalysis,
  type LensFault,
  verdicts,
} from "../../../lens/ops/analysis/lens-analysis.ts";
import type { Colours } from "../../terminal/colours.ts";

/** How many fields have which verdict, a row for each field that is not identical, and the compiler's faults. */
export function fieldTable(
  { from, to, fields, faults }: LensAnalysis,
  colours: Colours,
): readonly string[] {
  const counts = verdicts.flatMap((verdict) => {
    const count = fields.filter((field) => field.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${verdict}`];
  });
  const changed = fields.filter(({ verdict }) => verdict !== "identical");
  const rows = changed.map((field) => rowOf(field, field.side === "from" ? from : to));
  const widths = [0, 1, 2].map((at) => Math.max(0, ...rows.map((row) => row[at]?.length ?? 0)));
  return [
    colours.strong(`${from} and ${to}: ${counts.join(", ") || "no fields"}`),
    ...rows.map((row, index) => {
      const line = row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ");
      const isLost = changed[index]?.verdict === "dropped";
      return `  ${(isLost ? colours.bad : String)(line.trimEnd())}`;
    }),
    ...faultLines(faults, colours),
  ];
}

/** How many warnings of one code are shown; the others are counted. */
const maxOfCode = 3;

/** A line for each error, and for the first warnings of each code. */
export function faultLines(faults: readonly LensFault[], colours: Colours): readonly string[] {
  const warnings = new Map<string, number>();
  const lines = faults.flatMap(({ code, severity, message }) => {
    if (severity === "error") return [colours.bad(`  error ${code}: ${message}`)];
    const count = (warnings.get(code) ?? 0) + 1;
    warnings.set(code, count);
    return count > maxOfCode ? [] : [`  warning ${code}: ${message}`];
  });
  const more = [...warnings].flatMap(([code, count]) =>
    count > maxOfCode
      ? [`  ${colours.faint(`and ${count - maxOfCode} more of ${code}: --json has all`)}`]
      : [],
  );
  return [...lines, ...more];
}

function rowOf({ path, verdict, to, rule, reason }: FieldVerdict, version: string): string[] {
  const goal = to.length > 0 ? `to ${to.join(", ")}` : "";
  const why = reason ?? (rule === undefined ? "" : rule.op);
  return [version, path, verdict, [goal, why && `(${why})`].filter(Boolean).join(" ")];
}
