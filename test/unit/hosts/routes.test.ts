import { describe, expect, test } from "vitest";
import { deadlineOf } from "../../../lib/hosts/deadline.ts";
import { notFound } from "../../../lib/hosts/http-answer.ts";
import { errorText } from "../../../lib/hosts/log.ts";
import { destinationOf } from "../../../lib/hosts/request.ts";
import type { Service } from "../../../lib/hosts/review-service.ts";
import { type Route, routeOf } from "../../../lib/hosts/routes.ts";

describe("routeOf", () => {
  test.each<{ path: string; route: Route | undefined }>([
    { path: "/convert", route: { verb: "convert" } },
    { path: "/crdconvert", route: { verb: "convert" } },
    { path: "/mutate", route: { verb: "mutate" } },
    { path: "/validate", route: { verb: "validate" } },
    { path: "/convert/v1beta1/pizza", route: { verb: "convert", kind: "pizza" } },
    { path: "/convert/v1/pizza", route: { verb: "convert", kind: "pizza" } },
    { path: "/admit/v1beta1/pizza", route: { verb: "mutate", kind: "pizza" } },
    { path: "/validate/v1/pizza", route: { verb: "validate", kind: "pizza" } },
    { path: "/cluster/key/convert", route: { verb: "convert" } },
    { path: "/cluster/key/admit/v1/pizza", route: { verb: "mutate", kind: "pizza" } },
    { path: "/convert/convert/convert", route: { verb: "convert" } },
    { path: "", route: undefined },
    { path: "/", route: undefined },
    { path: "convert", route: undefined },
    { path: "/convert/", route: undefined },
    { path: "//convert", route: undefined },
    { path: "/Convert", route: undefined },
    { path: "/admit", route: undefined },
    { path: "/mutate/v1/pizza", route: undefined },
    { path: "/convert/v2/pizza", route: undefined },
    { path: "/convert/v1", route: undefined },
    { path: "/convert/v1/", route: undefined },
    { path: "/convert/v1/pizza/", route: undefined },
    { path: "/key/convert", route: undefined },
    { path: "/a/b/c/convert", route: undefined },
    { path: "/constructor", route: undefined },
    { path: "/__proto__", route: undefined },
    { path: "/toString/v1/pizza", route: undefined },
    { path: "/a/b/constructor", route: undefined },
  ])("$path", ({ path, route }) => {
    expect(routeOf(path)).toEqual(route);
  });
});

describe("destinationOf", () => {
  const service: Service = {
    serves: ({ kind }) => kind === undefined || kind === "pizza",
    answer: () => Promise.reject(new Error("asked")),
    refuse: () => notFound,
  };
  test.each([
    { target: "/convert", timeout: null },
    { target: "/convert?", timeout: null },
    { target: "/convert?timeout=5s", timeout: "5s" },
    { target: "/convert?a=b&timeout=10s&timeout=1s", timeout: "10s" },
    { target: "/convert?timeout=5s?x", timeout: "5s" },
    { target: "/convert?%zz=%", timeout: null },
  ])("reads the timeout of $target", ({ target, timeout }) => {
    const destination = destinationOf({ method: "POST", target }, service);
    expect(destination).toEqual({ ok: true, value: { route: { verb: "convert" }, timeout } });
  });

  test.each([
    { method: "GET", target: "/convert", status: 405 },
    { method: "post", target: "/convert", status: 405 },
    { method: "GET", target: "/none", status: 404 },
    { method: "POST", target: "/convert/v1/burger", status: 404 },
    { method: "POST", target: "https://host/convert", status: 404 },
    { method: "OPTIONS", target: "*", status: 404 },
  ])("$method $target: $status", ({ status, ...line }) => {
    expect(destinationOf(line, service)).toMatchObject({ ok: false, error: { status } });
  });
});

describe("deadlineOf", () => {
  /** Whether a deadline has passed by now, and 40 ms later. */
  async function passes(timeout: string | null, hostMs?: number): Promise<readonly boolean[]> {
    const deadline = deadlineOf(timeout, hostMs);
    const { signal } = deadline.signals();
    const now = deadline.expired() || signal.aborted;
    await new Promise((resolve) => setTimeout(resolve, 40));
    return [now, deadline.expired()];
  }

  test.each<{ name: string; timeout: string | null; hostMs?: number; passed: readonly boolean[] }>([
    { name: "ten seconds", timeout: "10s", passed: [false, false] },
    { name: "one second leaves a quarter", timeout: "1s", passed: [false, false] },
    {
      name: "the host's own end, where it is sooner",
      timeout: "10s",
      hostMs: 80,
      passed: [false, true],
    },
    { name: "no timeout", timeout: null, passed: [false, false] },
    { name: "no duration", timeout: "soon", passed: [false, false] },
    { name: "zero, as none", timeout: "0s", passed: [false, false] },
  ])("$name", async ({ timeout, hostMs, passed }) => {
    expect(await passes(timeout, hostMs)).toEqual(passed);
  });

  test.each([0, -5])("a host that has %i ms left is no fault", async (hostMs) => {
    const { lookupSignal } = deadlineOf("10s", hostMs).signals();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(lookupSignal.aborted).toBe(true);
  });
});

describe("errorText", () => {
  const stackless = Object.assign(new Error("no stack"), { stack: undefined });
  test.each<{ name: string; thrown: unknown; text: string }>([
    { name: "an error's stack", thrown: new TypeError("odd"), text: "TypeError: odd\n" },
    { name: "an error without a stack", thrown: stackless, text: "no stack" },
    { name: "text", thrown: "odd", text: "odd" },
    { name: "nothing", thrown: undefined, text: "undefined" },
    { name: "what has no text of its own", thrown: Object.create(null), text: "{}" },
    { name: "a symbol", thrown: Symbol("odd"), text: "Symbol(odd)" },
  ])("$name", ({ thrown, text }) => {
    expect(errorText(thrown)).toContain(text);
  });
});
