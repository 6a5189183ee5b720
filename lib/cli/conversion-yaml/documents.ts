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
import { exact } from "../files/yaml.ts";
import { expansionFaultText, syntaxFaultText } from "../files/yaml-faults.ts";

/** Members and indexes from a document's root. */
export type Place = readonly (string | number)[];

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** What is wrong, and where: line and column from 1. */
export interface Fault extends Position {
  readonly text: string;
}

/** A YAML document as a value that can say where its parts stand. */
export interface LocatedDocument {
  readonly value: JsonValue;
  /** Where a member's key, an item or the document starts. */
  readonly positionOf: (place: Place) => Position;
}

/** The documents of a YAML text, or what is wrong with it. A map with a key that is no string is a list of pairs. */
export function readDocuments(text: string): {
  readonly documents: readonly LocatedDocument[];
  readonly faults: readonly Fault[];
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
  const read = all.map((document) => located(document, lines));
  return {
    documents: read.filter((each) => "value" in each),
    faults: read.filter((each) => "text" in each),
  };
}

/** A document as a value, or what keeps it from being one. */
function located(document: Document, lines: LineCounter): LocatedDocument | Fault {
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
    value: exact(plain(document.toJS({ mapAsMap: true, maxAliasCount: 100 }))),
    positionOf: (place) => positionAt(lines, offsetOf(document.contents, place) ?? 0),
  };
}

function positionAt(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

/** Where a place starts, or the nearest above it that the text has. */
function offsetOf(node: unknown, place: Place): number | undefined {
  const [step, ...rest] = place;
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

/** Maps as objects where every key is a string, else as lists of pairs. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!(value instanceof Map)) return value;
  const pairs = [...value].map(([key, member]) => [key, plain(member)]);
  return pairs.every(([key]) => typeof key === "string") ? Object.fromEntries(pairs) : pairs;
}
