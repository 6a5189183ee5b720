/** An indentation that is deeper than any block of a YAML file. */
const deepIndent = " ".repeat(200);

/**
 * Indents the continuation lines of quoted scalars more than their block, as YAML 1.2 requires. kubectl's parser accepts any
 * indentation, and some projects publish CRDs that rely on this. YAML ignores the indentation, so the values do not change.
 */
export function indentQuotedLines(text: string): string {
  let open: Quote;
  let block: number | undefined;
  return text
    .split("\n")
    .map((line) => {
      if (open === undefined && block !== undefined && isInBlock(line, block)) return line;
      const continues = open !== undefined && line.trim() !== "";
      block = open === undefined ? blockAt(line) : undefined;
      open = quoteAtEnd(line, open);
      return continues ? deepIndent + line.trimStart() : line;
    })
    .join("\n");
}

type Quote = "'" | '"' | undefined;

/** The column of the key whose block scalar (`|` or `>`) begins after a line. */
function blockAt(line: string): number | undefined {
  if (!/[:-] +[|>][-+\d]*\s*(?:#.*)?$/.test(line)) return undefined;
  return /^\s*(?:- +)*/.exec(line)?.[0].length;
}

function isInBlock(line: string, column: number): boolean {
  return line.trim() === "" || line.length - line.trimStart().length > column;
}

/** The start of a line whose value begins with a quote: after a key or a dash, or at the start of the line. */
const opening = /^\s*(?:- +)*(?:[^\s'"#:][^'"#]*?: +|(?:'[^']*'|"[^"]*"): +)?(?=['"])/;

/** The quote that is still open at the end of a line. */
function quoteAtEnd(line: string, open: Quote): Quote {
  const start = open === undefined ? opening.exec(line)?.[0].length : 0;
  if (start === undefined) return undefined;
  const quote = open ?? (line[start] === "'" ? "'" : '"');
  const rest = open === undefined ? line.slice(start + 1) : line;
  const inner = quote === "'" ? /^(?:[^']|'')*$/ : /^(?:[^"\\]|\\.?)*$/;
  return inner.test(rest) ? quote : undefined;
}
