/** A part of a Markdown text that tests look at, with the line where it starts. */
export type Part =
  | { readonly type: "heading"; readonly line: number; readonly text: string }
  | { readonly type: "block"; readonly line: number; readonly info: string; readonly text: string }
  | {
      readonly type: "table";
      readonly line: number;
      readonly rows: readonly (readonly string[])[];
    };

/** Headings, fenced blocks and tables of a Markdown text, in order. */
export function partsOf(markdown: string): readonly Part[] {
  const lines = markdown.split("\n");
  const parts: Part[] = [];
  let at = 0;
  while (at < lines.length) {
    const read = blockAt(lines, at) ?? tableAt(lines, at) ?? headingAt(lines, at);
    if (read === undefined) at += 1;
    else {
      parts.push(read.part);
      at = read.next;
    }
  }
  return parts;
}

interface Read {
  readonly part: Part;
  readonly next: number;
}

/** The fenced block at a line. It may be indented, as in a list; the indentation is not part of its text. */
function blockAt(lines: readonly string[], at: number): Read | undefined {
  const [, indent = "", info = ""] = /^( *)```(.+)$/.exec(lines[at] ?? "") ?? [];
  if (info === "") return undefined;
  const end = lines.indexOf(`${indent}\`\`\``, at);
  const text = lines
    .slice(at + 1, end)
    .map((line) => line.slice(indent.length))
    .join("\n");
  return { part: { type: "block", line: at + 1, info, text: `${text}\n` }, next: end + 1 };
}

function tableAt(lines: readonly string[], at: number): Read | undefined {
  const end = lines.findIndex((line, index) => index >= at && !line.startsWith("|"));
  if (end <= at) return undefined;
  const rows = lines.slice(at, end).map(cellsOf);
  return { part: { type: "table", line: at + 1, rows }, next: end };
}

function cellsOf(row: string): readonly string[] {
  return row
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function headingAt(lines: readonly string[], at: number): Read | undefined {
  const [, text] = /^#+ (.+)$/.exec(lines[at] ?? "") ?? [];
  if (text === undefined) return undefined;
  return { part: { type: "heading", line: at + 1, text }, next: at + 1 };
}

/** The texts of a cell that are set as code. */
export function codesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`` (.+?) ``|`([^`]+)`/g)].map(([, long, short]) => long ?? short ?? "");
}
