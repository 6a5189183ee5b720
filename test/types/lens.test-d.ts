import { test } from "vitest";
import {
  v1 as cronTabV1,
  v1beta1 as cronTabV1beta1,
} from "../../examples/kinds/crontab/generated.ts";
import { v1beta1 as pizzaV1beta1, v1alpha1 } from "../../examples/kinds/pizza/generated.ts";
import { lens } from "../../lib/lens/build/builder.ts";
import { fail } from "../../lib/lens/build/built-rule.ts";
import { at, keep, move } from "../../lib/lens/build/fields.ts";
import { hook } from "../../lib/lens/build/hook.ts";
import { split } from "../../lib/lens/build/joint.ts";
import { count, each, keyed } from "../../lib/lens/build/lists.ts";
import { every, field } from "../../lib/lens/build/recorder.ts";
import type { Version } from "../../lib/lens/build/typed-path.ts";
import { duration, map, same } from "../../lib/lens/build/values.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

interface Old {
  readonly apiVersion?: string;
  readonly spec?: {
    readonly name?: string;
    readonly size?: number;
    readonly big?: number | bigint;
    readonly on?: boolean | null;
    readonly mode?: "fast" | "slow";
    readonly list?: readonly string[];
    readonly items?: readonly { readonly key: string; readonly timeout?: string }[];
    readonly map?: { readonly [key: string]: { readonly x?: number } };
    readonly free?: Json;
  };
}

interface Now {
  readonly apiVersion?: string;
  readonly spec?: {
    readonly title?: string;
    readonly size?: number;
    readonly big?: number | bigint;
    readonly off?: boolean;
    readonly mode?: "quick" | "slow";
    readonly list?: readonly { readonly name: string; readonly quantity: number }[];
    readonly items?: readonly { readonly key: string; readonly seconds?: number }[];
    readonly free?: Json;
  };
}

const v1: Version<Old> = { version: "v1" };
const v2: Version<Now> = { version: "v2" };

test("what fits is accepted", () => {
  lens(v1, v2, (old, now) => [
    move(old.spec.name, now.spec.title),
    move(old.spec.size, now.spec.big),
    move(old.spec.big, now.spec.size),
    map(old.spec.on, now.spec.off, [
      [true, false],
      [false, true],
    ]),
    map(old.spec.mode, now.spec.mode, { fast: "quick", slow: same }),
    map(old.spec.mode, { fast: "quick", slow: "slow" }),
    count(old.spec.list, now.spec.list),
    count(old.spec.list),
    each(old.spec.items, now.spec.items, (o, n) => [duration(o.timeout, n.seconds, "s")]),
    each(old.spec.items, (o, n) => [duration(o.timeout, n.seconds, "s")]),
    each(now.spec.items, old.spec.items, (n, o) => [duration(o.timeout, n.seconds, "s")]),
    each(old.spec.free, now.spec.free, () => []),
    keyed(old.spec.map, now.spec.items, "key"),
    keep(every(old.spec.map).x),
    keep(old.spec.items.each.timeout),
    keep(field(old.spec.map, "k").x),
    keep(now.spec.mode, { fill: { v2: "quick" } }),
    move(old.spec.name, now.spec.title, { fill: { v2: "x" }, omit: { v1: { less: 1 } } }),
    at(old.spec.name, { fill: { v2: "fast" } }),
    split(old.spec.name, "{a}/{b}", { a: now.spec.title, b: now.spec.mode }),
    hook(
      { from: [old.spec.name, old.spec.size], to: [now.spec.mode] },
      { forward: ([name, size]) => [size === 1 || name === "x" ? "quick" : "slow"] },
    ),
  ]);
});

test("what does not fit is an argument error", () => {
  lens(v1, v2, (old, now) => [
    // @ts-expect-error Property 'nmae' does not exist
    move(old.spec.nmae, now.spec.title),
    // @ts-expect-error a lens can't use apiVersion
    keep(old.apiVersion),
    // @ts-expect-error text against number
    move(old.spec.name, now.spec.size),
    // @ts-expect-error strings against maps
    move(old.spec.list, now.spec.list),
    // @ts-expect-error a map against a list
    move(old.spec.map, now.spec.items),
    // @ts-expect-error a text is not a path
    move("spec.name", now.spec.title),
    // @ts-expect-error true is not a text
    map(old.spec.name, now.spec.off, [[true, false]]),
    // @ts-expect-error fast has no partner
    map(old.spec.mode, now.spec.mode, { slow: same }),
    // @ts-expect-error rapid is not a word of the newer version
    map(old.spec.mode, now.spec.mode, { fast: "rapid", slow: same }),
    // @ts-expect-error fast is not the same there
    map(old.spec.mode, now.spec.mode, { fast: same, slow: same }),
    // @ts-expect-error rapid is not a word of the newer version at the same path
    map(old.spec.mode, { fast: "rapid", slow: same }),
    // @ts-expect-error no list
    each(old.spec.name, now.spec.items, () => []),
    // @ts-expect-error timeout is not a text in the newer version
    each(old.spec.items, now.spec.items, (o, n) => [duration(n.seconds, o.timeout, "s")]),
    // @ts-expect-error no unit
    duration(old.spec.name, now.spec.size, "seconds"),
    // @ts-expect-error no member of the items
    keyed(old.spec.map, now.spec.items, "name"),
    // @ts-expect-error a map is written { value }
    keep(now.spec.mode, { fill: { v2: { a: 1 } } }),
    // @ts-expect-error port is not in the template
    split(old.spec.name, "{a}/{b}", { a: now.spec.title, port: now.spec.mode }),
    hook(
      { from: [old.spec.name], to: [now.spec.mode] },
      // @ts-expect-error fast is not a word of the newer version
      { forward: () => ["fast"] },
    ),
    // @ts-expect-error lists have no members
    keep(old.spec.items.timeout),
  ]);
});

test("generated versions type a lens", () => {
  lens(v1alpha1, pizzaV1beta1, (old, now) => [
    count(old.spec.toppings, now.spec.toppings),
    // @ts-expect-error strings against {name, quantity}
    move(old.spec.toppings, now.spec.toppings),
    keep(old.metadata.labels["example.com/team"]),
    // @ts-expect-error Property 'topings' does not exist
    keep(old.spec.topings),
  ]);
  lens(cronTabV1beta1, cronTabV1, (old, now) => [
    split(
      old.spec.hostPort,
      "{host}:{port}",
      { host: now.spec.host, port: now.spec.port },
      { unparsable: fail("hostPort could not be parsed into a separate host and port") },
    ),
  ]);
});
