import type {
  DefaultRule,
  OptionalRule,
  QuantityRule,
  RuleData,
  ScalarType,
} from "../language/rule.ts";
import { isRequired, type SchemaNode } from "../language/schema-node.ts";
import { otherSide, type Side, sides } from "../language/side.ts";
import type { OneCodec } from "../ops/codec.ts";
import { convertCodec } from "../ops/convert/codec.ts";
import { durationCodec } from "../ops/duration/codec.ts";
import { quantityCodec } from "../ops/quantity/codec.ts";
import { quantityScales } from "../ops/quantity/quantity-text.ts";
import { isInverted } from "../ops/registry.ts";
import type { Verdict } from "./analysis.ts";
import { compareNull, noteBoth, reportWrongTypes } from "./both-sides.ts";
import { compareCarried, reportBound } from "./carried.ts";
import { quoted, report, valueText } from "./fault-texts.ts";
import { walkMap } from "./map-rule.ts";
import { reportFill, reportMisfit } from "./one-sided-rules.ts";
import { sampleImages } from "./samples.ts";
import type { OpPlace, Site, Walk } from "./site.ts";

/** The ops on one scalar; false for all others. */
export function walkScalarOp(walk: Walk, data: RuleData, { site, at }: OpPlace): boolean {
  switch (data.op) {
    case "map":
      walkMap(walk, data, at);
      return true;
    case "not":
      if (!reportWrongTypes(walk, at, { op: "not", from: ["boolean"], to: ["boolean"] })) {
        compareNull(walk, at);
      }
      noteBoth(walk, at, { from: "changed", to: "changed" });
      return true;
    case "optional":
      walkOptional(walk, data, at, site);
      return true;
    case "default":
      walkDefault(walk, data, at);
      return true;
    case "duration":
      walkMeasure(walk, at, data, durationCodec(data));
      return true;
    case "quantity":
      walkQuantity(walk, data, at);
      return true;
    case "convert":
      walkConvert(walk, data.types, at);
      return true;
    default:
      return false;
  }
}

function walkOptional(walk: Walk, data: OptionalRule, at: Site, site: Site): void {
  compareCarried(walk, at);
  const [from, to] = [isRequiredAt(site, at, "from"), isRequiredAt(site, at, "to")];
  for (const side of sides) {
    if (side === "from" ? !from : !to) continue;
    reportMisfit(walk, at[side], data.absent, { rule: data, side });
    if (!at.isWhole) reportFill(walk, "optional", at[side], data);
  }
  noteBoth(walk, at, { from: "preserved", to: "preserved" });
}

function isRequiredAt(site: Site, at: Site, side: Side): boolean {
  const below = at[side].path
    .slice(site[side].path.length)
    .filter((step) => typeof step === "string");
  return isRequired(site[side].node, below);
}

function walkDefault(walk: Walk, data: DefaultRule, at: Site): void {
  const first: Side = data.inverted === true ? "to" : "from";
  compareCarried(walk, at);
  reportMisfit(walk, at[otherSide(first)], data.value, { rule: data, side: otherSide(first) });
  if (!at.isWhole) reportFill(walk, "default", at[otherSide(first)], data);
  noteBoth(
    walk,
    at,
    first === "from" ? { from: "preserved", to: "changed" } : { from: "changed", to: "preserved" },
  );
}

function walkQuantity(walk: Walk, data: QuantityRule, at: Site): void {
  if (quantityScales.has(data.scale)) {
    walkMeasure(walk, at, data, quantityCodec(data));
    return;
  }
  const text = `scale ${valueText(data.scale)} does not fit ${quoted(at.from.path)}: it is no suffix of a quantity`;
  report(walk, { code: "E119", path: at.from.path, text, rule: data });
}

/** Duration and quantity: text on the first side, an integer on the second. */
function walkMeasure(walk: Walk, at: Site, data: RuleData, codec: OneCodec): void {
  const turned = isInverted(data, { from: at.from.node, to: at.to.node });
  const [first, second] = [
    ["string", "int-or-string"],
    ["integer", "number"],
  ];
  const wanted = turned ? { from: second, to: first } : { from: first, to: second };
  if (!reportWrongTypes(walk, at, { op: data.op, from: wanted.from ?? [], to: wanted.to ?? [] })) {
    compareNull(walk, at);
    reportImages(walk, at, turned ? turnedCodec(codec) : codec);
  }
  noteBoth(
    walk,
    at,
    turned ? { from: "changed", to: "preserved" } : { from: "preserved", to: "changed" },
  );
}

function turnedCodec({ forward, backward, exactForward, exactBackward }: OneCodec): OneCodec {
  return {
    forward: backward,
    backward: forward,
    exactForward: exactBackward,
    exactBackward: exactForward,
  };
}

/** E107: values of one side whose image the other refuses, as far as samples show. */
function reportImages(walk: Walk, at: Site, { forward, backward }: OneCodec): void {
  for (const [side, one] of [
    ["to", forward],
    ["from", backward],
  ] as const) {
    const source = otherSide(side);
    const [found] = sampleImages(at[source].node, at[side].node, one);
    if (found === undefined) continue;
    const text = `${found.reason}, as for ${valueText(found.value)} of ${walk.versions[source]}`;
    reportBound(walk, at, side, text);
  }
}

function walkConvert(
  walk: Walk,
  given: readonly [ScalarType, ScalarType] | undefined,
  at: Site,
): void {
  const types = given ?? [scalarOf(at.from.node), scalarOf(at.to.node)];
  const wanted = { op: "convert", from: asTypes(types[0]), to: asTypes(types[1]) };
  if (!reportWrongTypes(walk, at, wanted)) {
    compareNull(walk, at);
    reportImages(walk, at, convertCodec({ types }));
  }
  const verdictOf = (own: ScalarType, other: ScalarType): Verdict =>
    own === "string" && other !== "string" ? "preserved" : "changed";
  noteBoth(walk, at, { from: verdictOf(types[0], types[1]), to: verdictOf(types[1], types[0]) });
}

/** What of a type stands for it: a number field may hold integers alone. */
function asTypes(type: ScalarType): readonly string[] {
  return type === "integer" ? ["integer", "number"] : [type];
}

function scalarOf(node: SchemaNode): ScalarType {
  const type = typeof node === "string" ? "" : node.type;
  return type === "integer" || type === "number" || type === "boolean" ? type : "string";
}
