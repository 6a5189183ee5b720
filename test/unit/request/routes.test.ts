import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Callers, everybody, type RequestOrigin } from "../../../lib/callers/callers.ts";
import { err, ok } from "../../../lib/json/result.ts";
import { deadlineOf } from "../../../lib/request/deadline.ts";
import { notFound } from "../../../lib/request/http-response.ts";
import { errorText } from "../../../lib/request/log.ts";
import { type Route, routeOf } from "../../../lib/request/routes.ts";
import { destinationOf, type RoutingOptions } from "../../../lib/service/request.ts";

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
    {
      path: "/eu-1/k_~-9/convert",
      route: { verb: "convert", credentials: { cluster: "eu-1", key: "k_~-9" } },
    },
    {
      path: "/cluster/key/admit/v1/pizza",
      route: { verb: "mutate", kind: "pizza", credentials: { cluster: "cluster", key: "key" } },
    },
    {
      path: "/convert/convert/convert",
      route: { verb: "convert", credentials: { cluster: "convert", key: "convert" } },
    },
    {
      path: "/__proto__/constructor/mutate",
      route: { verb: "mutate", credentials: { cluster: "__proto__", key: "constructor" } },
    },
    { path: "//key/convert", route: undefined },
    { path: "/cluster//convert", route: undefined },
    { path: "/cluster/k%65y/convert", route: undefined },
    { path: "/clüster/key/convert", route: undefined },
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
  const door: RoutingOptions = {
    serves: ({ kind }) => kind === undefined || kind === "pizza",
    callers: everybody,
  };
  test.each([
    { target: "/convert", late: false },
    { target: "/convert?", late: false },
    { target: "/convert?timeout=1s", late: true },
    { target: "/convert?a=b&timeout=1s&timeout=30s", late: true },
    { target: "/convert?timeout=1s?x", late: true },
    { target: "/convert?%zz=%", late: false },
  ])("reads the timeout of $target", async ({ target, late }) => {
    vi.useFakeTimers({ toFake: ["hrtime"] });
    const destination = await destinationOf({ method: "POST", target }, door);
    vi.advanceTimersByTime(10_000);
    expect(destination).toMatchObject({ ok: true, value: { verb: "convert", caller: {} } });
    expect(destination.ok && destination.value.deadline.expired()).toBe(late);
    vi.useRealTimers();
  });

  test("identifies the caller before it reports a wrong method", async () => {
    const nobody: Callers = { identify: async () => err(notFound) };
    const line = { method: "GET", target: "/c/k/convert" };
    expect(await destinationOf(line, { ...door, callers: nobody })).toEqual(err(notFound));
  });

  test("passes on the cluster and key of the path and the address of the request", async () => {
    const asked: RequestOrigin[] = [];
    const callers: Callers = {
      identify: async (approach) => {
        asked.push(approach);
        return ok({ cluster: "c" });
      },
    };
    const line = { method: "POST", target: "/c/k/convert", source: "192.0.2.1", requestId: "r" };
    const destination = await destinationOf(line, { ...door, callers });
    expect(asked).toMatchObject([{ credentials: { cluster: "c", key: "k" }, source: "192.0.2.1" }]);
    expect(destination).toMatchObject({ value: { caller: { cluster: "c", requestId: "r" } } });
  });

  test.each([
    { method: "GET", target: "/convert", status: 405 },
    { method: "post", target: "/convert", status: 405 },
    { method: "GET", target: "/none", status: 404 },
    { method: "POST", target: "/convert/v1/burger", status: 404 },
    { method: "POST", target: "https://host/convert", status: 404 },
    { method: "OPTIONS", target: "*", status: 404 },
  ])("$method $target: $status", async ({ status, ...line }) => {
    expect(await destinationOf(line, door)).toMatchObject({ ok: false, error: { status } });
  });
});

describe("deadlineOf", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "hrtime"] }));
  afterEach(() => void vi.useRealTimers());

  /** Whether a deadline has passed by now, and 40 ms later. */
  function passes(timeout: string | null, hostMs?: number): readonly boolean[] {
    const deadline = deadlineOf(timeout, hostMs);
    const { signal } = deadline.signals();
    const now = deadline.expired() || signal.aborted;
    vi.advanceTimersByTime(40);
    return [now, deadline.expired()];
  }

  test.each<{ name: string; timeout: string | null; hostMs?: number; passed: readonly boolean[] }>([
    { name: "a timeout of ten seconds", timeout: "10s", passed: [false, false] },
    {
      name: "a timeout of one second, of which a quarter is left",
      timeout: "1s",
      passed: [false, false],
    },
    {
      name: "the host's own deadline if it is sooner",
      timeout: "10s",
      hostMs: 80,
      passed: [false, true],
    },
    { name: "no timeout", timeout: null, passed: [false, false] },
    { name: "text that is not a duration", timeout: "soon", passed: [false, false] },
    { name: "zero, which counts as no timeout", timeout: "0s", passed: [false, false] },
  ])("$name", ({ timeout, hostMs, passed }) => {
    expect(passes(timeout, hostMs)).toEqual(passed);
  });

  test.each(["1s", "10s", "30s", null])("%s: eleven attempts end in time", (timeout) => {
    const seconds = Number(timeout?.slice(0, -1) ?? 30);
    const { leftMs, afterSeconds } = deadlineOf(timeout).attempt;
    expect(leftMs()).toBeGreaterThan(0);
    expect(11 * leftMs() + 10 * afterSeconds * 1000).toBeLessThan(seconds * 700);
  });

  test.each([0, -5])("a host with %i ms left is not a fault", (hostMs) => {
    const { lookupSignal } = deadlineOf("10s", hostMs).signals();
    vi.advanceTimersByTime(0);
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
    { name: "a value that can't be converted to text", thrown: Object.create(null), text: "{}" },
    { name: "a symbol", thrown: Symbol("odd"), text: "Symbol(odd)" },
  ])("$name", ({ thrown, text }) => {
    expect(errorText(thrown)).toContain(text);
  });
});
