import type { FirstSource, RuleData, ScalarType, SplitRule } from "../language/rule.ts";
import {
  itemNode,
  nodeAt,
  type SchemaNode,
  type SchemaPair,
  schemasAt,
  valueNode,
} from "../language/schema-node.ts";
import { scopeRules } from "../place/scope-lens.ts";
import type { ScopeRule } from "../place/scoped-lens.ts";
import type { Compilation } from "../run/compilation.ts";
import { type ManyCodec, type OneCodec, type OrientedCodec, unreadable } from "./codec.ts";
import { convertCodec } from "./convert/codec.ts";
import { countCodec } from "./count/codec.ts";
import { durationCodec } from "./duration/codec.ts";
import { entryCodec } from "./entry/codec.ts";
import { firstCodec } from "./first/codec.ts";
import { sourceRule } from "./first/first-source.ts";
import { hookCodec } from "./hook/codec.ts";
import { identityCodec } from "./identity.ts";
import { keyedCodec } from "./keyed/codec.ts";
import { mapCodec } from "./map/codec.ts";
import { notCodec } from "./not/codec.ts";
import type { OpPlace } from "./op-place.ts";
import { optionalCodec } from "./optional/codec.ts";
import { isInverted } from "./orientation.ts";
import { partitionCodec } from "./partition/codec.ts";
import { quantityCodec } from "./quantity/codec.ts";
import { referenceCodec } from "./reference/codec.ts";
import { singleCodec } from "./single/codec.ts";
import { splitCodec } from "./split/codec.ts";
import { parseTemplate } from "./split/template.ts";
import { type TextFormat, textCodec } from "./text/codec.ts";
import { jsonText } from "./text/json-text.ts";
import { variantOnClaims } from "./variant/variant-claims.ts";
import { wrapCodec } from "./wrap/codec.ts";

/** The codec of a rule's op, made ready for the schemas of its scope. Throws TypeError where a tool is missing. */
export function opCodec(
  data: RuleData,
  rule: ScopeRule,
  scope: SchemaPair,
  compilation: Compilation,
): OrientedCodec {
  const at = schemasAt(rule, scope);
  const turned = isInverted(data, at);
  const place = { rule, scope, at: turned ? { from: at.to, to: at.from } : at, compilation };
  const joint = manyCodec(data, place, turned);
  if (joint !== undefined) return { type: "many", codec: joint, isInverted: turned };
  const codec = oneCodec(data, place, turned);
  if (codec === undefined) throw new TypeError(`${data.op} is no op on one value`);
  return { type: "one", codec, isInverted: turned };
}

/** An op on one value; undefined for all others. Schemas are given first side first. */
function oneCodec(data: RuleData, place: OpPlace, turned: boolean): OneCodec | undefined {
  switch (data.op) {
    case "map":
      return mapCodec(data);
    case "not":
      return notCodec();
    case "optional":
      return optionalCodec(data);
    case "duration":
      return durationCodec(data);
    case "quantity":
      return quantityCodec(data);
    case "convert":
      return convertCodec({
        types: data.types ?? [scalarOf(place.at.from), scalarOf(place.at.to)],
      });
    case "keyed":
      return keyedCodec({
        ...data,
        ...innerOf(data.rules, place, turned, itemsOfKeyed(data.value)),
      });
    case "count":
      return countCodec(data);
    case "wrap":
      return wrapCodec(data);
    case "single":
      return singleCodec(innerOf(data.rules, place, turned, { first: itemNode, second: same }));
    case "reference":
      return referenceCodec(data);
    case "text":
      return textCodec(formatOf(data.format, place.compilation));
    default:
      return undefined;
  }
}

function manyCodec(data: RuleData, place: OpPlace, turned: boolean): ManyCodec | undefined {
  switch (data.op) {
    case "first":
      return firstCodec({ ...data, sources: sourcesOf(data, place) });
    case "partition":
      return partitionCodec(data);
    case "split":
      return splitInOrder(data);
    case "entry":
      return entryCodec({ ...data, names: namesOf(data) });
    case "variant":
      return variantOnClaims(data, place, turned, innerCodec);
    case "hook":
      return hookCodec(data);
    default:
      return undefined;
  }
}

function same(node: SchemaNode): SchemaNode {
  return node;
}

function formatOf(format: "yaml" | "json", { tools }: Compilation): TextFormat {
  if (format === "json") return jsonText;
  if (tools.yaml !== undefined) return tools.yaml;
  throw new TypeError("a lens reads YAML: give it yaml, as in defineKind({ …, tools: { yaml } })");
}

function scalarOf(node: SchemaNode): ScalarType {
  const type = typeof node === "string" ? "" : node.type;
  return type === "integer" || type === "number" || type === "boolean" ? type : "string";
}

interface InnerSchemas {
  readonly first: (node: SchemaNode) => SchemaNode;
  readonly second: (node: SchemaNode) => SchemaNode;
}

function itemsOfKeyed(value: string | undefined): InnerSchemas {
  return {
    first: valueNode,
    second: (node) => (value === undefined ? itemNode(node) : nodeAt(itemNode(node), [value])),
  };
}

/** The inner lens of an op, first side first. */
function innerOf(
  rules: readonly RuleData[] | undefined,
  { at, compilation }: OpPlace,
  turned: boolean,
  { first, second }: InnerSchemas,
): { readonly inner?: OneCodec } {
  if (rules === undefined) return {};
  const schemas = { from: first(at.from), to: second(at.to) };
  return { inner: innerCodec(rules, schemas, compilation, turned) };
}

function innerCodec(
  rules: readonly RuleData[],
  schemas: SchemaPair,
  compilation: Compilation,
  turned: boolean,
): OneCodec {
  const scope = scopeRules(rules, []);
  if (!turned) return compilation.scope(scope, schemas);
  return turnedAround(compilation.scope(scope, { from: schemas.to, to: schemas.from }));
}

/** An op seen from its second side; what merges old values of its first side is of no use there. */
function turnedAround({ forward, backward, exactForward, exactBackward }: OneCodec): OneCodec {
  return {
    forward: backward,
    backward: forward,
    exactForward: exactBackward,
    exactBackward: exactForward,
  };
}

/** The sources of first: a plain path moves, an op's path goes through the op. */
function sourcesOf(
  data: Extract<RuleData, { op: "first" }>,
  { rule, scope, compilation }: OpPlace,
): readonly OneCodec[] {
  const isFrom = isList(data.from);
  const sources = isFrom ? data.from : isList(data.to) ? data.to : [];
  const paths = isFrom ? rule.from : rule.to;
  return sources.map((source, index) => {
    if (typeof source === "string") return identityCodec;
    const path = paths[index] ?? [];
    const asRule = sourceRule(source);
    const side = isFrom ? "from" : "to";
    const schemas = {
      from: nodeAt(scope[side], path),
      to: nodeAt(scope[isFrom ? "to" : "from"], (isFrom ? rule.to : rule.from)[0] ?? []),
    };
    const place: OpPlace = { rule, scope, at: schemas, compilation };
    const turned = isInverted(asRule, schemas);
    const codec = oneCodec(asRule, place, turned);
    if (codec === undefined) throw new TypeError(`first cannot use ${source.op}`);
    return turned ? turnedAround(codec) : codec;
  });
}

function isList(named: string | readonly FirstSource[]): named is readonly FirstSource[] {
  return typeof named !== "string";
}

/** Parts of a template in the order in which the rule names their paths. */
function splitInOrder(data: SplitRule): ManyCodec {
  const codec = splitCodec(data);
  const named = Object.keys(typeof data.from === "string" ? data.to : data.from);
  const order = parseTemplate(data.template)?.names ?? [];
  const at = named.map((name) => order.indexOf(name));
  if (named.length === order.length && at.every((index, own) => index === own)) return codec;
  return {
    ...codec,
    forward: (values, run) => {
      const parts = codec.forward(values, run);
      return parts === unreadable ? parts : at.map((index) => parts[index]);
    },
    backward: (values, run) =>
      codec.backward(
        order.map((name) => values[named.indexOf(name)]),
        run,
      ),
  };
}

function namesOf(data: Extract<RuleData, { op: "entry" }>): readonly string[] {
  return Object.keys(typeof data.from === "string" ? data.to : data.from);
}
