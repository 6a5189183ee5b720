/** Functions that colour a text for a terminal. For any other output they return the text unchanged. */
export interface Colours {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly strong: (text: string) => string;
}

const uncoloured = (text: string): string => text;

const plain: Colours = { good: uncoloured, bad: uncoloured, faint: uncoloured, strong: uncoloured };

function sgr(code: number): (text: string) => string {
  return (text) => `\u001b[${code}m${text}\u001b[0m`;
}

const coloured: Colours = { good: sgr(32), bad: sgr(31), faint: sgr(2), strong: sgr(1) };

/** The colours for a stream: only for a terminal, unless NO_COLOR is set (https://no-color.org). */
export function coloursFor(stream: { readonly isTTY?: boolean | undefined }): Colours {
  const { NO_COLOR = "" } = process.env;
  const isWanted = stream.isTTY === true && NO_COLOR === "";
  return isWanted ? coloured : plain;
}
