import type { OpName } from "../language/rule.ts";
import { annotationAuthoring } from "./annotation/authoring.ts";
import type { Authoring } from "./authoring.ts";
import { conditionsAuthoring } from "./conditions/authoring.ts";
import { constantAuthoring } from "./constant/authoring.ts";
import { convertAuthoring } from "./convert/authoring.ts";
import { countAuthoring } from "./count/authoring.ts";
import { defaultAuthoring } from "./default/authoring.ts";
import { dropAuthoring } from "./drop/authoring.ts";
import { durationAuthoring } from "./duration/authoring.ts";
import { eachAuthoring } from "./each/authoring.ts";
import { eachValueAuthoring } from "./eachValue/authoring.ts";
import { entryAuthoring } from "./entry/authoring.ts";
import { firstAuthoring } from "./first/authoring.ts";
import { hookAuthoring } from "./hook/authoring.ts";
import { keepAuthoring } from "./keep/authoring.ts";
import { keyedAuthoring } from "./keyed/authoring.ts";
import { labelAuthoring } from "./label/authoring.ts";
import { mapAuthoring } from "./map/authoring.ts";
import { moveAuthoring } from "./move/authoring.ts";
import { notAuthoring } from "./not/authoring.ts";
import type { RuleOf } from "./op.ts";
import { optionalAuthoring } from "./optional/authoring.ts";
import { partitionAuthoring } from "./partition/authoring.ts";
import { quantityAuthoring } from "./quantity/authoring.ts";
import { referenceAuthoring } from "./reference/authoring.ts";
import { singleAuthoring } from "./single/authoring.ts";
import { splitAuthoring } from "./split/authoring.ts";
import { textAuthoring } from "./text/authoring.ts";
import { useAuthoring } from "./use/authoring.ts";
import { variantAuthoring } from "./variant/authoring.ts";
import { wrapAuthoring } from "./wrap/authoring.ts";

/** The part of every op that tools need while a lens is written. No function's bundle has it. */
export const authoring: { readonly [N in OpName]: Authoring<N> } = {
  move: moveAuthoring,
  drop: dropAuthoring,
  keep: keepAuthoring,
  constant: constantAuthoring,
  default: defaultAuthoring,
  label: labelAuthoring,
  annotation: annotationAuthoring,
  use: useAuthoring,
  map: mapAuthoring,
  not: notAuthoring,
  optional: optionalAuthoring,
  duration: durationAuthoring,
  quantity: quantityAuthoring,
  convert: convertAuthoring,
  reference: referenceAuthoring,
  text: textAuthoring,
  each: eachAuthoring,
  eachValue: eachValueAuthoring,
  keyed: keyedAuthoring,
  count: countAuthoring,
  wrap: wrapAuthoring,
  single: singleAuthoring,
  conditions: conditionsAuthoring,
  partition: partitionAuthoring,
  first: firstAuthoring,
  split: splitAuthoring,
  entry: entryAuthoring,
  variant: variantAuthoring,
  hook: hookAuthoring,
};

/** That part of a rule's op. */
export function authoringOf<N extends OpName>({ op }: RuleOf<N>): Authoring<N> {
  return authoring[op];
}
