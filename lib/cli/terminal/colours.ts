/** Words that stand out on a terminal, and nowhere else. */
export interface Colours {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly strong: (text: string) => string;
}

const asItIs = (text: string): string => text;

const plain: Colours = { good: asItIs, bad: asItIs, faint: asItIs, strong: asItIs };

function sgr(code: number): (text: string) => string {
  return (text) => `\u001b[${code}m${text}\u001b[0m`;
}

const coloured: Colours = { good: sgr(32), bad: sgr(31), faint: sgr(2), strong: sgr(1) };

/** Colours for a stream: only on a terminal, and not where NO_COLOR is set (https://no-color.org). */
export function coloursFor(stream: { readonly isTTY?: boolean | undefined }): Colours {
  const isWanted = stream.isTTY === true && (process.env["NO_COLOR"] ?? "") === "";
  return isWanted ? coloured : plain;
}
