import { printable } from "../terminal/printable.ts";
import type { CiFault, CiSuite } from "./ci-report.ts";

/**
 * Suites as workflow commands of GitHub Actions: an annotation for each fault and warning, then the summary. Texts from files
 * and objects are escaped, so that they can't form other commands.
 * Source: https://github.com/actions/toolkit/blob/a944251692e5/packages/core/src/command.ts, escapeData and escapeProperty.
 */
export function githubCommands(suites: readonly CiSuite[], summary: string): string {
  const commands = suites.flatMap(({ name: suite, cases }) =>
    cases.flatMap(({ name, failures = [], errors = [], warnings = [] }) => {
      const title = `${suite} ${name}`;
      return [
        ...[...failures, ...errors].map((fault) => annotation("error", title, fault)),
        ...warnings.map((fault) => annotation("warning", title, fault)),
      ];
    }),
  );
  return [...commands, escapedData(summary)].join("\n");
}

function annotation(
  level: "error" | "warning",
  title: string,
  { title: first, text, file, line }: CiFault,
): string {
  const properties = [
    ...(file === undefined ? [] : [`file=${property(file)}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
    `title=${property(title)}`,
  ];
  return `::${level} ${properties.join(",")}::${escapedData(text === "" ? first : text)}`;
}

function escapedData(text: string): string {
  return printable(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return escapedData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
