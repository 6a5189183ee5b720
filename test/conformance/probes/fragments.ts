import { member } from "../../../lib/json/value.ts";
import { objectOf } from "../../support/review-rules.ts";
import {
  cronTabV1beta1,
  gives,
  pizzaV1alpha1,
  pizzaV1beta1,
  reviewOf,
} from "../conversion-probe.ts";
import { exactText } from "../exact-text.ts";
import { convertedObject, successFaults } from "../judge.ts";
import { cronTab, type Probe, pizza } from "../probe.ts";
import type { Reply } from "../webhook.ts";

/** A part whose members are the same in both versions: it must come through as it is. */
const same = [
  { name: "no spec", members: "" },
  { name: "one field of spec", members: '"spec":{"replicas":2}' },
  { name: "an empty spec", members: '"spec":{}' },
  { name: "a spec of null", members: '"spec":null' },
  { name: "a null in spec", members: '"spec":{"image":null,"replicas":1}' },
  { name: "an empty text", members: '"spec":{"image":""}' },
  { name: "status alone", members: '"status":{"replicas":0}' },
];

/** What server-side apply sends: parts of objects. A part never fails, and nothing is invented in it. */
export const fragmentProbes: readonly Probe[] = [
  ...same.map(({ name, members }) =>
    gives({
      name: `fragment: ${name}`,
      objects: [cronTab("v1beta1", members)],
      gives: [cronTab("v1", members)],
    }),
  ),
  ...same.map(({ name, members }) =>
    gives({
      name: `fragment, back: ${name}`,
      objects: [cronTab("v1", members)],
      to: cronTabV1beta1,
      gives: [cronTab("v1beta1", members)],
    }),
  ),
  gives({
    name: "fragment: hostPort alone",
    objects: [cronTab("v1beta1", '"spec":{"hostPort":"h:1"}')],
    gives: [cronTab("v1", '"spec":{"host":"h","port":"1"}')],
  }),
  halfOf("host"),
  halfOf("port"),
  ...["[]", "null"].flatMap((toppings) => [
    gives({
      name: `fragment: toppings ${toppings}`,
      objects: [pizza("v1alpha1", `"spec":{"toppings":${toppings}}`)],
      to: pizzaV1beta1,
      gives: [pizza("v1beta1", `"spec":{"toppings":${toppings}}`)],
    }),
    gives({
      name: `fragment, back: toppings ${toppings}`,
      objects: [pizza("v1beta1", `"spec":{"toppings":${toppings}}`)],
      to: pizzaV1alpha1,
      gives: [pizza("v1alpha1", `"spec":{"toppings":${toppings}}`)],
    }),
  ]),
  ...["", "{}"].map((metadata) =>
    gives({
      name: `fragment: ${metadata === "" ? "no metadata becomes" : "metadata stays"} an empty map`,
      objects: [cronTab("v1beta1", '"spec":{"replicas":1}', metadata)],
      gives: [cronTab("v1", '"spec":{"replicas":1}', "{}")],
    }),
  ),
  gives({
    name: "fragment: neither metadata nor spec",
    objects: [cronTab("v1beta1", "", "")],
    gives: [cronTab("v1", "", "{}")],
  }),
];

/** Half of hostPort says nothing in v1beta1: spec is left empty. Where the half is kept, in metadata, is the webhook's own affair. */
function halfOf(field: "host" | "port"): Probe {
  const body = reviewOf({
    name: field,
    objects: [cronTab("v1", `"spec":{"${field}":"1"}`)],
    to: cronTabV1beta1,
  });
  const faults = (reply: Reply): readonly string[] => {
    const found = successFaults(body, reply);
    if (found.length > 0) return found;
    const text = exactText(member(objectOf(convertedObject(reply, 0)), "spec") ?? {});
    return text === "{}" ? [] : [`spec is ${text}: invented from half of it`];
  };
  return { name: `fragment: ${field} alone`, call: { path: "/convert", body }, faults };
}
