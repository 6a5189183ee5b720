import { cronTabV1beta1, gives } from "../conversion-probe.ts";
import { cronTab, type Probe } from "../probe.ts";

/** What float64 damages: the text of a number, with the field that holds it. */
const numbers = [
  { name: "2^53+1 in a declared field", spec: '"replicas":9007199254740993' },
  { name: "2^53+1 in an undeclared field", spec: '"big":9007199254740993' },
  { name: "2^53+1 deep in a list", spec: '"list":[[{"deep":9007199254740993}]]' },
  { name: "the smallest int64", spec: '"big":-9223372036854775808' },
  { name: "the largest int64", spec: '"big":9223372036854775807' },
  { name: "1.0 and 1e3", spec: '"one":1.0,"thousand":1e3' },
  { name: "0.1 and 1e300", spec: '"tenth":0.1,"large":1e300' },
];

/** Numbers leave as they came, in both directions, beside a field that the conversion does change. */
export const numberProbes: readonly Probe[] = [
  ...numbers.map(({ name, spec }) =>
    gives({
      name: `number: ${name}`,
      objects: [cronTab("v1beta1", `"spec":{"hostPort":"h:1",${spec}}`)],
      gives: [cronTab("v1", `"spec":{"host":"h","port":"1",${spec}}`)],
    }),
  ),
  ...numbers.map(({ name, spec }) =>
    gives({
      name: `number, back: ${name}`,
      objects: [cronTab("v1", `"spec":{"host":"h","port":"1",${spec}}`)],
      to: cronTabV1beta1,
      gives: [cronTab("v1beta1", `"spec":{"hostPort":"h:1",${spec}}`)],
    }),
  ),
  gives({
    name: "number: 2^53+1 in an object that a list of two holds",
    objects: [
      cronTab("v1beta1", '"spec":{"replicas":1}'),
      cronTab("v1beta1", '"spec":{"replicas":9007199254740993}'),
    ],
    gives: [
      cronTab("v1", '"spec":{"replicas":1}'),
      cronTab("v1", '"spec":{"replicas":9007199254740993}'),
    ],
  }),
];
