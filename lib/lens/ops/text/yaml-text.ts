import { isAlias, isMap, isScalar, isSeq, parseDocument } from "yaml";
import { numberOf } from "../../../json/numbers.ts";
import {
  assign,
  isArray,
  isObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../../json/value.ts";
import { blockYaml } from "../../../json/write-yaml.ts";
import type { TextFormat } from "./codec.ts";

/**
 * One document of YAML 1.2 in its core schema. Integers are exact; keys are strings as they are written. These cannot be parsed:
 * an empty text, several documents, numbers that JSON does not have (`.inf`), tags outside the core schema, a map with the same
 * key twice or with a merge key, and aliases that expand to more than about ten times the text's length.
 *
 * Printed so that readers of YAML 1.1, such as kubectl and most operators, read the same value.
 */
export const yamlText: TextFormat = {
  parse: parsedYaml,
  print: blockYaml,
  leastLength: (value) => indentation(value, 0),
};

/** How many spaces and dashes the lines of a value have in block style, without the scalars, if the value is indented by `level`. */
function indentation(value: JsonValue, level: number): number {
  if (isArray(value)) {
    return value.reduce<number>((sum, item) => sum + indentation(item, level + 2), 0);
  }
  if (!isObject(value)) return level;
  return Object.values(value).reduce<number>(
    (sum, member) => sum + indentation(member, isObject(member) ? level + 2 : level),
    0,
  );
}

/**
 * Parses a document; undefined if it is not valid. The library recurses, and throws for a text with too many levels.
 */
function parsedYaml(text: string): JsonValue | undefined {
  try {
    const document = parseDocument(text, options);
    const isGood = document.errors.length === 0 && document.warnings.length === 0;
    const limit = expansion * text.length + allowance;
    return isGood && document.contents !== null
      ? new YamlReader(limit).value(document.contents)
      : undefined;
  } catch {
    return undefined;
  }
}

const options = {
  schema: "core",
  version: "1.2",
  intAsBigInt: true,
  stringKeys: true,
  // The library would compare each key with all others; {@link YamlReader} uses a lookup instead.
  uniqueKeys: false,
  resolveKnownTags: false,
  merge: false,
  prettyErrors: false,
} as const;

/**
 * A text may expand to this many nodes and characters for each of its characters, plus {@link allowance}. It bounds nested
 * aliases, whose size can double with each level. The number is a choice: aliases that people write repeat a part of the text a
 * few times.
 */
const expansion = 10;
/** The nodes and characters that every text may have, so that {@link expansion} does not limit short texts. */
const allowance = 1000;

/** A value, and the number of nodes and characters in it. */
interface SizedValue {
  readonly value: JsonValue;
  readonly size: number;
}

/** Thrown for a document that is not a JSON value, and caught by {@link parsedYaml}. */
class NotJson extends Error {
  override readonly name = "NotJson";
}

class YamlReader {
  readonly #anchors = new Map<string, SizedValue>();
  readonly #limit: number;
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The value of a node. Aliases share the anchored value without copying it, but its size is counted again. */
  value(node: unknown): JsonValue {
    if (isAlias(node)) return this.#aliased(node.source);
    const before = this.#size;
    this.#add(1);
    const value = this.#content(node);
    if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined) {
      this.#anchors.set(node.anchor, { value, size: this.#size - before });
    }
    return value;
  }

  /** The value of an alias. Inside the value of its own anchor it is not found, unless an earlier anchor has the same name. */
  #aliased(name: string): JsonValue {
    const read = this.#anchors.get(name);
    if (read === undefined) throw new NotJson();
    this.#add(read.size);
    return read.value;
  }

  #add(size: number): void {
    this.#size += size;
    if (this.#size > this.#limit) throw new NotJson();
  }

  #content(node: unknown): JsonValue {
    if (isScalar(node)) return this.#scalar(node.value);
    if (isSeq(node)) return node.items.map((item) => this.value(item));
    if (!isMap(node)) return null;
    const map: MutableJsonObject = {};
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? key.value : undefined;
      if (typeof name !== "string" || Object.hasOwn(map, name)) throw new NotJson();
      // Some YAML readers merge the map under this key, others read a member named <<.
      if (name === "<<" && isScalar(key) && key.type === "PLAIN") throw new NotJson();
      this.#add(name.length);
      assign(map, name, this.value(value));
    }
    return map;
  }

  #scalar(value: unknown): JsonValue {
    if (typeof value === "string") {
      this.#add(value.length);
      return value;
    }
    if (typeof value === "boolean" || value === null) return value;
    const number = typeof value === "bigint" ? numberOf(String(value), false) : value;
    if (typeof number === "bigint") return number;
    if (typeof number !== "number" || !Number.isFinite(number)) throw new NotJson();
    return number;
  }
}
