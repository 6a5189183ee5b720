import {
  type Document,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
} from "yaml";
import type { JsonValue } from "../../json/value.ts";
import { exactJson } from "../files/exact-json.ts";
import { expansionFaultText, syntaxFaultText } from "../files/yaml-faults.ts";

/** The path of a value in a YAML document: keys and indexes from the root. */
export type YamlPath = readonly (string | number)[];

/** A position in a text. Line and column are counted from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A fault and its position in the file. */
export interface LocatedFault extends TextPosition {
  readonly text: string;
}

/** A YAML document as a value, with the positions of its parts in the text. */
export interface LocatedDocument {
  readonly value: JsonValue;
  /** The position at which the key or item at a path starts, or for an empty path the document. */
  readonly positionOf: (yamlPath: YamlPath) => TextPosition;
}

/** The documents of a YAML text, and its faults. A map that has a key other than a string is returned as a list of pairs. */
export function readDocuments(text: string): {
  readonly documents: readonly LocatedDocument[];
  readonly faults: readonly LocatedFault[];
} {
  const lines = new LineCounter();
  const parsed = parseAllDocuments(text, {
    intAsBigInt: true,
    lineCounter: lines,
    prettyErrors: false,
  });
  const all = [...parsed].filter(({ contents }) => contents !== null);
  const faults = all.flatMap(({ errors }) =>
    errors.map(({ message, pos }) => ({
      ...positionAt(lines, pos[0]),
      text: syntaxFaultText(message),
    })),
  );
  if (faults.length > 0) return { documents: [], faults };
  const read = all.map((document) => locateDocument(document, lines));
  return {
    documents: read.filter((each) => "value" in each),
    faults: read.filter((each) => "text" in each),
  };
}

/** A document with its value, or a fault if the value can't be computed. */
function locateDocument(document: Document, lines: LineCounter): LocatedDocument | LocatedFault {
  try {
    return locatedValue(document, lines);
  } catch (fault) {
    const text = expansionFaultText(fault);
    if (text === undefined) throw fault;
    return { ...positionAt(lines, offsetOf(document.contents, []) ?? 0), text };
  }
}

function locatedValue(document: Document, lines: LineCounter): LocatedDocument {
  return {
    // 100 is the default of the library: it bounds what nested aliases expand to.
    value: exactJson(plainValue(document.toJS({ mapAsMap: true, maxAliasCount: 100 }))),
    positionOf: (yamlPath) => positionAt(lines, offsetOf(document.contents, yamlPath) ?? 0),
  };
}

function positionAt(lines: LineCounter, offset: number): TextPosition {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

/** The offset at which the key or item at a path starts; if it is not in the text, that of its nearest ancestor. */
function offsetOf(node: unknown, yamlPath: YamlPath): number | undefined {
  const [step, ...rest] = yamlPath;
  const own = isNode(node) ? node.range?.[0] : undefined;
  if (step === undefined) return own;
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
    if (pair === undefined) return own;
    const key = isNode(pair.key) ? pair.key.range?.[0] : undefined;
    return rest.length === 0 ? key : (offsetOf(pair.value, rest) ?? key);
  }
  const item = isSeq(node) ? node.items[Number(step)] : undefined;
  return item === undefined || isPair(item) ? own : (offsetOf(item, rest) ?? own);
}

/** Converts maps to objects if every key is a string, else to lists of pairs. */
function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  if (!(value instanceof Map)) return value;
  const pairs = [...value].map(([key, member]) => [key, plainValue(member)]);
  return pairs.every(([key]) => typeof key === "string") ? Object.fromEntries(pairs) : pairs;
}
