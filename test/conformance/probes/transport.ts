import { gzipSync } from "node:zlib";
import { type Converted, reviewOf } from "../conversion-probe.ts";
import { shortly } from "../differences.ts";
import { convertedFaults } from "../judge.ts";
import { cronTab, type Probe } from "../probe.ts";
import type { Call, Reply } from "../webhook.ts";

const good: Converted = {
  name: "a good review",
  objects: [cronTab("v1beta1", '"spec":{"hostPort":"h:1"}')],
  gives: [cronTab("v1", '"spec":{"host":"h","port":"1"}')],
};
const body = reviewOf(good);

/** Some nine thousand objects: 20 MB. */
const many = Array.from({ length: 9000 }, () =>
  cronTab("v1beta1", `"spec":{"image":"${"x".repeat(2100)}"}`),
);

/** HTTP around a review: what is taken, and what is refused in a way that the API server understands. */
export const transportProbes: readonly Probe[] = [
  isTaken("content type text/plain", { "content-type": "text/plain" }),
  isTaken("content type with a charset", { "content-type": "application/json; charset=utf-8" }),
  isTaken("no content type", { "content-type": null }),
  isTaken("an answer may be compressed", { "accept-encoding": "gzip" }),
  hasStatus("GET", { method: "GET" }, [404, 405]),
  hasStatus("invalid JSON", { body: '{"kind":' }, [400]),
  hasStatus("an empty body", {}, [400]),
  hasStatus(
    "a review without a request",
    { body: '{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1"}' },
    [400],
  ),
  hasStatus(
    "a compressed body, which the API server never sends",
    { body: gzipSync(body), headers: { "content-encoding": "gzip" } },
    [200, 400, 415],
  ),
  hasStatus("20 MB", { body: reviewOf({ name: "20 MB", objects: many }) }, [200, 413]),
];

/** The good review gets the same response with any of these headers. */
function isTaken(name: string, headers: Call["headers"] & {}): Probe {
  return {
    name: `HTTP: ${name}`,
    call: { path: "/convert", body, headers },
    faults: (reply) => convertedFaults(body, good.gives, reply),
  };
}

function hasStatus(name: string, call: Omit<Call, "path">, statuses: readonly number[]): Probe {
  const faults = ({ status, body }: Reply): readonly string[] =>
    statuses.includes(status)
      ? []
      : [`HTTP ${status}, not ${statuses.join(" or ")}: ${shortly(body)}`];
  return { name: `HTTP: ${name}`, call: { path: "/convert", ...call }, faults };
}
