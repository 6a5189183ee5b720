import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "../../../lib/json/value.ts";
import type { LensExample } from "./lens-examples.ts";
import { codesIn, type Part } from "./markdown.ts";
import { yamlOf } from "./yaml-of.ts";

/** Preserved values by address, each as a list of the value, or empty for absent. */
export type Kept = Readonly<Record<string, JsonArray>>;

/** An object of one version, its conversion to another, and what is preserved for the conversion back. */
export interface LensCase {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly body: JsonObject;
  /** The other version's body, or the text that the review fails with. */
  readonly image: JsonObject | string;
  readonly kept: Kept;
  /** What comes back: the same object; another one; or the object without what the schema of its version refuses. */
  readonly returned: "same" | "lost" | "held back";
  readonly isUnparsed: boolean;
}

/** One state of an object that is converted and edited. */
export interface LensStep {
  readonly version: string;
  readonly isEdit: boolean;
  readonly body: JsonObject;
  /** What is preserved, by version. */
  readonly kept: Readonly<Record<string, Kept>>;
}

/** The rows of an example's tables. A row with `↔` is a case for each direction. */
export function casesIn({ shown }: LensExample): readonly LensCase[] {
  return shown.flatMap((part) => (part.type === "table" ? casesOfTable(part) : []));
}

function casesOfTable({ rows, line }: Extract<Part, { type: "table" }>): readonly LensCase[] {
  const [header = [], , ...body] = rows;
  const [left, right] = [placeIn(header[0] ?? ""), placeIn(header[2] ?? "")];
  return body.flatMap(([first = "", arrow = "", second = "", kept = "", remark = ""], index) => {
    const forward = { start: left, from: first, end: right, to: second };
    const backward = { start: right, from: second, end: left, to: first };
    const ways = arrow === "↔" ? [forward, backward] : [arrow === "→" ? forward : backward];
    return ways.map(({ start, from, end, to }): LensCase => {
      const [text = ""] = codesIn(to);
      return {
        name: `line ${line + 2 + index}: ${start.version} ${from} is ${end.version} ${to}`,
        from: start.version,
        to: end.version,
        body: bodyOf(from, start.path),
        image: to.startsWith("fails") ? text : bodyOf(to, end.path),
        kept: keptIn(codesIn(kept)),
        returned: remark.startsWith("lost")
          ? "lost"
          : remark.includes("held back")
            ? "held back"
            : "same",
        isUnparsed: remark.includes("cannot be parsed"),
      };
    });
  });
}

/** The path and version in a column's header, such as `` `spec` at v1 ``. */
function placeIn(header: string): { readonly path: string; readonly version: string } {
  const [, path = "", version = ""] = /^(?:`(\w+)`|object) at (v\d+)$/.exec(header) ?? [];
  return { path, version };
}

function bodyOf(cell: string, path: string): JsonObject {
  const value = objectOf(yamlOf(codesIn(cell)[0] ?? "{}"));
  return path === "" ? value : { [path]: value };
}

function objectOf(value: JsonValue): JsonObject {
  if (isObject(value)) return value;
  throw new Error(`${JSON.stringify(value)} is not a map`);
}

/** The preserved values that texts such as `spec.timeout: [90s]` show, one each. */
function keptIn(texts: readonly string[]): Kept {
  return Object.fromEntries(
    texts.map((text) => {
      const [, address = "", entry = ""] = /^(.+?): (\[.*\])$/.exec(text) ?? [];
      const value = yamlOf(entry);
      if (!isArray(value)) throw new Error(`${text} is not of the form "path: [value]"`);
      return [address, value];
    }),
  );
}

/** The states in a block of steps: documents under comments such as `# v1`, `# v2, edited` and `# kept for v1`. */
export function stepsIn(text: string): readonly LensStep[] {
  const steps: LensStep[] = [];
  const pieces = text.split(/^(?:--- )?# (?=v\d|kept for v\d)/m).filter((piece) => piece.trim());
  for (const piece of pieces) {
    const [title = "", ...lines] = piece.split("\n");
    const [, keptFor] = /^kept for (v\d+)/.exec(title) ?? [];
    const last = steps.at(-1);
    if (keptFor === undefined) {
      const [version = ""] = /^v\d+/.exec(title) ?? [];
      const isEdit = title.includes("edited");
      steps.push({ version, isEdit, body: objectOf(yamlOf(lines.join("\n")) ?? {}), kept: {} });
    } else if (last !== undefined) {
      const kept = keptIn(lines.filter((line) => line.trim() !== ""));
      steps.splice(-1, 1, { ...last, kept: { ...last.kept, [keptFor]: kept } });
    }
  }
  return steps;
}
