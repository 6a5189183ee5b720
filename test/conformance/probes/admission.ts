import { type JsonObject, type JsonValue, member } from "../../../lib/json/value.ts";
import { admissionFaults } from "../../support/admission-rules.ts";
import { objectOf } from "../../support/review-rules.ts";
import { shortly } from "../differences.ts";
import { exactText } from "../exact-text.ts";
import { exactly, httpFaults } from "../judge.ts";
import { type Probe, pizza, uid } from "../probe.ts";
import type { Call, Reply } from "../webhook.ts";

const group = "restaurant.programming-kubernetes.info";
const good = '"toppings":[{"name":"salami","quantity":1}]';

interface Admission {
  readonly name: string;
  readonly path: "/mutate" | "/validate";
  readonly operation?: "CREATE" | "UPDATE" | "DELETE";
  /** The members of the pizza's spec. */
  readonly spec: string;
  /** Of its status, where it has one. */
  readonly status?: string;
  readonly headers?: Call["headers"] & {};
  readonly allowed: boolean;
  /** The paths that a patch changes; absent without a patch. */
  readonly patches?: readonly string[];
}

const rows: readonly Admission[] = [
  {
    name: "no toppings, three are added",
    path: "/mutate",
    spec: '"toppings":[]',
    allowed: true,
    patches: ["/spec/toppings"],
  },
  {
    name: "what is not changed is in no patch",
    path: "/mutate",
    spec: '"toppings":[]',
    status: '"cost":9007199254740993',
    allowed: true,
    patches: ["/spec/toppings"],
  },
  { name: "nothing to change", path: "/mutate", spec: good, allowed: true },
  { name: "a valid update", path: "/validate", operation: "UPDATE", spec: good, allowed: true },
  {
    name: "content type with a charset",
    path: "/validate",
    spec: good,
    headers: { "content-type": "application/json; charset=utf-8" },
    allowed: true,
  },
  {
    name: "an unknown topping",
    path: "/validate",
    spec: '"toppings":[{"name":"gravel","quantity":1}]',
    allowed: false,
  },
  { name: "DELETE", path: "/validate", operation: "DELETE", spec: good, allowed: true },
];

/** Admission of a pizza: the patch touches what is changed and nothing else. */
export const admissionProbes: readonly Probe[] = rows.map((row) => {
  const body = reviewOf(row);
  return {
    name: `admission: ${row.name}`,
    call: { path: row.path, body, headers: row.headers ?? {} },
    faults: (reply) => faultsOf(row, body, reply),
  };
});

function faultsOf(row: Admission, sent: string, reply: Reply): readonly string[] {
  const http = httpFaults(reply);
  if (http.length > 0) return http;
  const answer = objectOf(exactly(reply.body));
  const response = objectOf(member(answer, "response"));
  const paths = patchedPaths(response);
  return [
    ...admissionFaults(objectOf(exactly(sent)), answer, row.path === "/mutate"),
    ...(member(response, "allowed") === row.allowed ? [] : [shortly(reply.body)]),
    ...paths
      .filter((path) => !row.patches?.some((own) => path.startsWith(own)))
      .map((path) => `the patch touches ${path}`),
    ...(row.patches !== undefined && paths.length === 0 ? ["there is no patch"] : []),
  ];
}

function patchedPaths(response: JsonObject): readonly string[] {
  const patch = member(response, "patch");
  if (typeof patch !== "string") return [];
  const operations: JsonValue = exactly(Buffer.from(patch, "base64").toString());
  return Array.isArray(operations)
    ? operations.map((operation) => String(objectOf(operation)["path"]))
    : [exactText(operations)];
}

function reviewOf({ operation = "CREATE", spec, status }: Admission): string {
  const more = status === undefined ? "" : `,"status":{${status}}`;
  const object = pizza("v1beta1", `"spec":{${spec}}${more}`);
  const kind = { group, version: "v1beta1", kind: "Pizza" };
  const resource = { group, version: "v1beta1", resource: "pizzas" };
  const request = {
    ...{ uid, kind, resource, requestKind: kind, requestResource: resource },
    ...{ name: "a", namespace: "b", operation, dryRun: false },
    userInfo: { username: "admin", groups: ["system:authenticated"] },
    options: {
      kind: `${operation[0]}${operation.slice(1).toLowerCase()}Options`,
      apiVersion: "meta.k8s.io/v1",
    },
  };
  const objects = [
    `"object":${operation === "DELETE" ? "null" : object}`,
    `"oldObject":${operation === "CREATE" ? "null" : object}`,
  ];
  const text = `${JSON.stringify(request).slice(0, -1)},${objects.join(",")}}`;
  return `{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":${text}}`;
}
