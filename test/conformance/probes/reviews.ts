import { gives, isRefused } from "../conversion-probe.ts";
import { cronTab, type Probe } from "../probe.ts";

const older = (spec: string) => cronTab("v1beta1", `"spec":{${spec}}`);
const newer = (spec: string) => cronTab("v1", `"spec":{${spec}}`);
const unknown = '{"apiVersion":"x.example.com/v1","kind":"X","metadata":{"name":"a"}}';

/** The review around the objects: its version, their versions, their number and order. */
export const reviewProbes: readonly Probe[] = [
  gives({
    name: "review: v1beta1 gets a response in v1beta1",
    reviewVersion: "v1beta1",
    objects: [older('"hostPort":"h:1"')],
    gives: [newer('"host":"h","port":"1"')],
  }),
  gives({
    name: "review: an object that has the version already",
    objects: [newer('"host":"h","port":"1"')],
    gives: [newer('"host":"h","port":"1"')],
  }),
  gives({
    name: "review: both versions mixed, in order",
    objects: [older('"hostPort":"h:1"'), newer('"host":"i","port":"2"'), older('"hostPort":"j:3"')],
    gives: [
      newer('"host":"h","port":"1"'),
      newer('"host":"i","port":"2"'),
      newer('"host":"j","port":"3"'),
    ],
  }),
  gives({ name: "review: no objects", objects: [], gives: [] }),
  isRefused({
    name: "review: an unknown desired version",
    objects: [older('"hostPort":"h:1"')],
    to: "stable.example.com/v9",
  }),
  isRefused({ name: "review: an unknown kind", objects: [unknown], to: "x.example.com/v2" }),
  isRefused({
    name: "review: one of three objects can't be converted, so none is",
    objects: [older('"hostPort":"h:1"'), older('"hostPort":"nohost"'), older('"replicas":1')],
  }),
];
