import { sides } from "../../converter/side.ts";
import type { OpName } from "../language/rule.ts";
import { atAuthoring } from "./at/authoring.ts";
import type { Authoring, RuleLiteral } from "./authoring.ts";
import { convertAuthoring } from "./convert/authoring.ts";
import { countAuthoring } from "./count/authoring.ts";
import { dropAuthoring } from "./drop/authoring.ts";
import { durationAuthoring } from "./duration/authoring.ts";
import { eachAuthoring } from "./each/authoring.ts";
import { entryAuthoring } from "./entry/authoring.ts";
import { firstAuthoring } from "./first/authoring.ts";
import { groupAuthoring } from "./group/authoring.ts";
import { hookAuthoring } from "./hook/authoring.ts";
import { includeAuthoring } from "./include/authoring.ts";
import { keepAuthoring } from "./keep/authoring.ts";
import { keyedAuthoring } from "./keyed/authoring.ts";
import { mapAuthoring } from "./map/authoring.ts";
import { moveAuthoring } from "./move/authoring.ts";
import type { RuleOf } from "./op.ts";
import { partitionAuthoring } from "./partition/authoring.ts";
import { quantityAuthoring } from "./quantity/authoring.ts";
import { referenceAuthoring } from "./reference/authoring.ts";
import { singleAuthoring } from "./single/authoring.ts";
import { splitAuthoring } from "./split/authoring.ts";
import { textAuthoring } from "./text/authoring.ts";
import { variantAuthoring } from "./variant/authoring.ts";

/** The authoring data of every op. The bundles of deployed functions don't include this module. */
export const authoring: { readonly [N in OpName]: Authoring<N> } = {
  move: moveAuthoring,
  drop: dropAuthoring,
  keep: keepAuthoring,
  include: includeAuthoring,
  map: mapAuthoring,
  duration: durationAuthoring,
  quantity: quantityAuthoring,
  convert: convertAuthoring,
  reference: referenceAuthoring,
  group: groupAuthoring,
  text: textAuthoring,
  at: atAuthoring,
  each: eachAuthoring,
  keyed: keyedAuthoring,
  count: countAuthoring,
  single: singleAuthoring,
  partition: partitionAuthoring,
  first: firstAuthoring,
  split: splitAuthoring,
  entry: entryAuthoring,
  variant: variantAuthoring,
  hook: hookAuthoring,
};

/** The values that a rule mentions: those of its op, and those of `fill` and `omit`. `check` tries each of them. */
export function literalsOf<N extends OpName>(data: RuleOf<N>): readonly RuleLiteral[] {
  const values = sides.flatMap((side): readonly RuleLiteral[] => {
    const { value } = data.fill?.[side] ?? {};
    const { equals, in: words = [] } = data.omit?.[side] ?? {};
    return [value, equals, ...words].flatMap((own) => (own === undefined ? [] : [{ value: own }]));
  });
  return [...(authoringOf(data).literals?.(data) ?? []), ...values];
}

/** True for a rule by which a converted fragment may have a value that the converted whole object does not have. */
export function fillsFragments<N extends OpName>(data: RuleOf<N>): boolean {
  const { fillsFragments: fills } = authoringOf(data);
  if (data.fill !== undefined) return true;
  return typeof fills === "boolean" ? fills : fills(data);
}

/** The authoring data of a rule's op. */
export function authoringOf<N extends OpName>({ op }: RuleOf<N>): Authoring<N> {
  return authoring[op];
}
