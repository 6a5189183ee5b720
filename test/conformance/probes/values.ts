import { gives, isRefused, pizzaV1alpha1, pizzaV1beta1, reviewOf } from "../conversion-probe.ts";
import { refusalFaults, successFaults } from "../judge.ts";
import { cronTab, type Probe, pizza } from "../probe.ts";
import type { Reply } from "../webhook.ts";

/** Members of spec that no rule names, and that leave as they came. */
const kept = [
  { name: "an undeclared field", spec: '"extra":{"a":[1]}' },
  { name: "the key __proto__", spec: '"__proto__":{"x":1},"replicas":1' },
  { name: "the key constructor", spec: '"constructor":{"prototype":1}' },
  { name: "a declared key in another letter case", spec: '"Replicas":7' },
  { name: "characters beyond ASCII", spec: '"image":"ü € 😀 \u2028"' },
  { name: "an empty key", spec: '"":1' },
];

const [levels, tooManyLevels] = [5000, 20_000];

/** Values of all kinds: what the conversion does not mean to change, what it cannot read, and what it must not repeat. */
export const valueProbes: readonly Probe[] = [
  ...kept.map(({ name, spec }) =>
    gives({
      name: `value: ${name}`,
      objects: [cronTab("v1beta1", `"spec":{${spec}}`)],
      gives: [cronTab("v1", `"spec":{${spec}}`)],
    }),
  ),
  gives({
    name: "value: an undeclared field at the root",
    objects: [cronTab("v1beta1", '"spec":{"replicas":1},"data":{"a":1}')],
    gives: [cronTab("v1", '"spec":{"replicas":1},"data":{"a":1}')],
  }),
  gives({
    name: "value: of duplicate keys the last",
    objects: [
      cronTab("v1beta1", '"spec":{"replicas":1,"replicas":2,"hostPort":"x:9","hostPort":"h:1"}'),
    ],
    gives: [cronTab("v1", '"spec":{"replicas":2,"host":"h","port":"1"}')],
  }),
  gives({
    name: "value: keys and texts that are escaped",
    objects: [cronTab("v1beta1", '"\\u0073pec":{"host\\u0050ort":"\\u0068:\\u0031"}')],
    gives: [cronTab("v1", '"spec":{"host":"h","port":"1"}')],
  }),
  gives({
    name: "value: a lone surrogate",
    objects: [cronTab("v1beta1", '"spec":{"image":"a\\ud800b"}')],
    gives: [cronTab("v1", '"spec":{"image":"a\\ud800b"}')],
  }),
  gives({
    name: "value: labels and annotations",
    objects: [cronTab("v1beta1", "", metadataWith('{"__proto__":"x","k":"v"}'))],
    gives: [cronTab("v1", "", metadataWith('{"__proto__":"x","k":"v"}'))],
  }),
  gives({
    name: "value: a nested result, as JSON",
    objects: [pizza("v1alpha1", '"spec":{"toppings":["ham","ham","egg"]}')],
    to: pizzaV1beta1,
    gives: [
      pizza(
        "v1beta1",
        '"spec":{"toppings":[{"name":"ham","quantity":2},{"name":"egg","quantity":1}]}',
      ),
    ],
  }),
  isRefused({
    name: "value: hostPort without a colon",
    objects: [cronTab("v1beta1", '"spec":{"hostPort":"nohost"}')],
  }),
  isRefused({
    name: "value: hostPort that is a number",
    objects: [cronTab("v1beta1", '"spec":{"hostPort":8080}')],
  }),
  isRefused({ name: "value: an object that is null", objects: ["null"] }),
  isRefused({
    name: "value: 20,000,000 of a topping, 120 MB of names",
    objects: [pizza("v1beta1", '"spec":{"toppings":[{"name":"ham","quantity":20000000}]}')],
    to: pizzaV1alpha1,
  }),
  nested(levels, (body, reply) =>
    successFaults(body, reply).concat(
      reply.body.includes(brackets(levels)) ? [] : ["the nested lists are gone"],
    ),
  ),
  nested(tooManyLevels, (body, reply) =>
    reply.status === 400 || reply.body.includes(brackets(tooManyLevels))
      ? []
      : refusalFaults(body, reply),
  ),
];

function metadataWith(map: string): string {
  return `{"name":"a","namespace":"b","uid":"c","labels":${map},"annotations":${map}}`;
}

function brackets(depth: number): string {
  return "[".repeat(depth) + "]".repeat(depth);
}

function nested(depth: number, faults: (body: string, reply: Reply) => readonly string[]): Probe {
  const name = `value: ${depth} levels`;
  const body = reviewOf({
    name,
    objects: [cronTab("v1beta1", `"spec":{"deep":${brackets(depth)}}`)],
  });
  return { name, call: { path: "/convert", body }, faults: (reply) => faults(body, reply) };
}
