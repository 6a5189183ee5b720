import { type Document, Lexer, parseAllDocuments, type ScalarTag, type SchemaOptions } from "yaml";
import { numberOf } from "../../json/numbers.ts";
import type { JsonValue } from "../../json/value.ts";
import { UsageError } from "../command.ts";
import { exactJson } from "./exact-json.ts";
import { indentQuotedLines } from "./quoted-lines.ts";
import { expansionFaultText, syntaxFaultText } from "./yaml-faults.ts";

/**
 * The documents of a YAML text, as kubectl reads them: `no` is false, `0777` is octal, `2024-01-01` is a string, and keys are
 * always strings. Empty documents are left out. Throws {@link UsageError}: with line and column if the text is not YAML or has
 * a number that JSON can't represent; with the document's number if aliases expand too far or the text nests too deeply.
 */
export function parseManifestYaml(text: string): readonly JsonValue[] {
  const documents = parse(text);
  const fault = documents.flatMap(({ errors }) => errors)[0];
  const read = fault === undefined ? documents : parse(indentQuotedLines(text));
  if (fault !== undefined && read.some(({ errors }) => errors.length > 0)) {
    throw new UsageError(syntaxFaultText(fault.message));
  }
  return read.filter(({ contents }) => contents !== null).flatMap(documentValues);
}

/** As {@link parseManifestYaml}; messages begin with the name of the text and a line: `crd.yaml:3: …`. */
export function parseNamedYaml(text: string, name: string): readonly JsonValue[] {
  try {
    return parseManifestYaml(text);
  } catch (cause) {
    const reason = cause instanceof UsageError ? cause.message : expansionFaultText(cause);
    if (reason === undefined) throw cause;
    const [, line = "1"] = /at line (\d+)/.exec(reason) ?? [];
    throw new UsageError(`${name}:${line}: ${reason}`, { cause });
  }
}

/** The lines, counted from 1, on which the documents begin that {@link parseManifestYaml} returns. */
export function documentLines(text: string): readonly number[] {
  return parse(text).flatMap(({ contents }) => {
    const [start] = contents?.range ?? [];
    return start === undefined ? [] : [text.slice(0, start).split("\n").length];
  });
}

/** True if a YAML text has a comment, which would be lost when its objects are written as YAML again. */
export function hasComment(text: string): boolean {
  let isContent = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme.startsWith("#") && !isContent) return true;
    isContent = lexeme === scalarMark;
  }
  return false;
}

/** The token with which the YAML library's lexer announces the content of a scalar. */
const scalarMark = "\u001f";

function parse(text: string): readonly Document[] {
  return [...parseAllDocuments(text, options)];
}

function documentValues(document: Document, index: number): readonly JsonValue[] {
  try {
    const value = exactJson(document.toJS({ maxAliasCount: 100 }));
    return value === null ? [] : [value];
  } catch (fault) {
    const text = expansionFaultText(fault);
    if (text === undefined) throw fault;
    throw new UsageError(`document ${index + 1}: ${text}`);
  }
}

/**
 * Plain scalars as kubectl's parser, go.yaml.in/yaml/v2, resolves them.
 * Source: https://github.com/yaml/go-yaml/blob/v2.4.3/resolve.go.
 */
const tags: ScalarTag[] = [
  {
    tag: "tag:yaml.org,2002:null",
    default: true,
    test: /^(?:~|null|Null|NULL)?$/,
    resolve: () => null,
  },
  {
    tag: "tag:yaml.org,2002:bool",
    default: true,
    test: /^(?:y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON|n|N|no|No|NO|false|False|FALSE|off|Off|OFF)$/,
    resolve: (text) => /^(?:y|t|on)/i.test(text),
  },
  {
    tag: "tag:yaml.org,2002:int",
    default: true,
    test: /^[-+]?(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO]?[0-7_]+|0|[1-9][\d_]*)$/,
    resolve: (text) => integerOf(text.replaceAll("_", "")),
  },
  {
    tag: "tag:yaml.org,2002:float",
    default: true,
    test: /^[-+]?(?:\.\d|\d)[\d_]*(?:\.[\d_]*)?(?:[eE][-+]?\d+)?$|^[-+]?\.(?:inf|Inf|INF)$|^\.(?:nan|NaN|NAN)$/,
    resolve: (text, report) => {
      const number = Number(text.replaceAll("_", ""));
      if (!Number.isFinite(number)) report(`${text} is not a number that JSON can represent`);
      return number;
    },
  },
];

const options: SchemaOptions & { readonly stringKeys: true } = {
  schema: "failsafe",
  customTags: tags,
  merge: true,
  stringKeys: true,
};

function integerOf(text: string): JsonValue {
  const sign = text.startsWith("-") ? "-" : "";
  const digits = text.replace(/^[-+]/, "").toLowerCase();
  const decimal = BigInt(digits.replace(/^0o?(?=[0-7])/, "0o")).toString();
  return numberOf(sign + decimal, false) ?? null;
}
