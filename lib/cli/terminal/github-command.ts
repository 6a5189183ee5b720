import { printable } from "./printable.ts";

/**
 * An error that GitHub Actions shows on the run's page. Both texts are escaped: neither can end the command or start another.
 * Source: actions/toolkit, packages/core/src/command.ts.
 */
export function githubError(title: string, message: string): string {
  const escaped = escapedData(title).replaceAll(":", "%3A").replaceAll(",", "%2C");
  return `::error title=${escaped}::${escapedData(message)}`;
}

function escapedData(text: string): string {
  return printable(text).replaceAll("%", "%25").replaceAll("\n", "%0A");
}
