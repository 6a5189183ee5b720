import { describe, expect, test } from "vitest";
import { lens } from "../../../lib/lens/build/builder.ts";
import { fail, type Rule } from "../../../lib/lens/build/built-rule.ts";
import { at, drop, keep, move } from "../../../lib/lens/build/fields.ts";
import { hook } from "../../../lib/lens/build/hook.ts";
import { entry, first, split, template, variant } from "../../../lib/lens/build/joint.ts";
import { count, each, keyed, partition, single } from "../../../lib/lens/build/lists.ts";
import { include, named } from "../../../lib/lens/build/named-lens.ts";
import { every, field } from "../../../lib/lens/build/recorder.ts";
import { convert, reference, text } from "../../../lib/lens/build/texts.ts";
import type { PathProxy, Version } from "../../../lib/lens/build/typed-path.ts";
import { duration, map, quantity, same } from "../../../lib/lens/build/values.ts";
import { clusterQueue } from "./cluster-queue.ts";

interface Item {
  readonly name?: string;
  readonly timeout?: string;
  readonly seconds?: number;
  readonly list?: readonly string[];
}

interface Node {
  readonly name?: string;
  readonly title?: string;
  readonly leaf?: string;
  readonly list?: readonly Node[];
}

interface Thing {
  readonly apiVersion: "example.com/v1";
  readonly metadata?: {
    readonly name?: string;
    readonly uid?: string;
    readonly labels?: { readonly [key: string]: string };
    readonly annotations?: { readonly [key: string]: string };
  };
  readonly text?: string;
  readonly other?: string;
  readonly number?: number;
  readonly flag?: boolean;
  readonly word?: "a" | "b";
  readonly names?: readonly string[];
  readonly items?: readonly Item[];
  readonly map?: { readonly [key: string]: Item };
  readonly inner?: {
    readonly text?: string;
    readonly each?: string;
    readonly "odd.key/x"?: string;
  };
}

const v1: Version<Thing> = { version: "v1" };
const v2: Version<Thing> = { version: "v2" };
type Here = PathProxy<Omit<Thing, "apiVersion">, Omit<Thing, "apiVersion">>;

function dataOf(rule: (old: Here, now: Here) => Rule): unknown {
  return lens(v1, v2, (old, now) => [rule(old, now)]).rules[0];
}

describe("lens", () => {
  test("ClusterQueue has the same rules as its YAML", () => {
    const borrow = "spec.flavorFungibility.whenCanBorrow";
    const preempt = "spec.flavorFungibility.whenCanPreempt";
    const checks = "spec.admissionChecksStrategy.admissionChecks";
    const kept = { MayStopSearch: "MayStopSearch", TryNextFlavor: "TryNextFlavor" };
    expect(clusterQueue).toEqual({
      from: "v1beta1",
      to: "v1beta2",
      rules: [
        { op: "move", from: "spec.cohort", to: "spec.cohortName" },
        { op: "map", from: borrow, to: borrow, table: { Borrow: "MayStopSearch", ...kept } },
        { op: "map", from: preempt, to: preempt, table: { Preempt: "MayStopSearch", ...kept } },
        {
          op: "first",
          from: [
            {
              op: "each",
              path: "spec.admissionChecks",
              rules: [{ op: "move", from: ".", to: "name" }],
            },
            checks,
          ],
          to: checks,
          backTo: 1,
        },
        { op: "keep", from: "status.pendingWorkloadsStatus" },
        { op: "keep", from: "status.fairSharing.admissionFairSharingStatus" },
      ],
    });
  });

  test("options and named lenses, also within themselves", () => {
    const item = named<Node, Node>("item", (old, now, self) => [
      move(old.name, now.title),
      include(item2, old.leaf, now.leaf),
      each(old.list, now.list, self),
    ]);
    const item2 = named("leaf", () => []);
    const data = lens(v1, v2, (old, now) => [each(old.items, now.items, include(item))], {
      stash: "packed",
    });
    expect(data).toMatchObject({
      stash: "packed",
      rules: [
        {
          op: "each",
          from: "items",
          to: "items",
          rules: [{ op: "include", from: ".", to: ".", lens: "item" }],
        },
      ],
      lenses: {
        item: [
          { op: "move", from: "name", to: "title" },
          { op: "include", from: "leaf", to: "leaf", lens: "leaf" },
          {
            op: "each",
            from: "list",
            rules: [{ op: "include", from: ".", to: ".", lens: "item" }],
          },
        ],
        leaf: [],
      },
    });
  });
});

describe("ops", () => {
  const rows: readonly {
    name: string;
    rule: (old: Here, now: Here) => Rule;
    data: unknown;
  }[] = [
    {
      name: "move with rules",
      rule: (old, now) =>
        move(old.inner, now.inner, { rules: (o, n) => [move(o.text, n["odd.key/x"])] }),
      data: {
        op: "move",
        from: "inner",
        to: "inner",
        rules: [{ op: "move", from: "text", to: '["odd.key/x"]' }],
      },
    },
    {
      name: "paths may come from either side",
      rule: (old, now) => move(now.text, old.other),
      data: { op: "move", from: "other", to: "text" },
    },
    {
      name: "labels by key",
      rule: (old, now) => move(old.metadata.labels["a.b/c"], now.text),
      data: { op: "move", from: 'metadata.labels["a.b/c"]', to: "text" },
    },
    {
      name: "annotations by key",
      rule: (old, now) => move(old.text, now.metadata.annotations["a.b/c"]),
      data: { op: "move", from: "text", to: 'metadata.annotations["a.b/c"]' },
    },
    {
      name: "every item, every value",
      rule: (old, now) => move(old.items.each.name, every(now.map).name),
      data: { op: "move", from: "items[*].name", to: "map{}.name" },
    },
    {
      name: "a member by its name",
      rule: (old) => keep(field(old.inner, "each")),
      data: { op: "keep", from: "inner.each" },
    },
    {
      name: "each in the order of its paths",
      rule: (old, now) =>
        each(now.items, old.items, (n, o) => [duration(o.timeout, n.seconds, "s")], {
          key: "name",
        }),
      data: {
        op: "each",
        from: "items",
        to: "items",
        key: "name",
        rules: [{ op: "duration", from: "timeout", to: "seconds", inverted: false, unit: "s" }],
      },
    },
    {
      name: "each of one path",
      rule: (old) => each(old.items, (o, n) => [move(o.seconds, n.seconds), keep(n.name)]),
      data: {
        op: "each",
        from: "items",
        to: "items",
        rules: [
          { op: "move", from: "seconds", to: "seconds" },
          { op: "keep", to: "name" },
        ],
      },
    },
    {
      name: "each of the values of a map",
      rule: (old, now) => each(every(old.map), every(now.map), (o, n) => [move(o.name, n.timeout)]),
      data: {
        op: "each",
        from: "map{}",
        to: "map{}",
        rules: [{ op: "move", from: "name", to: "timeout" }],
      },
    },
    {
      name: "at",
      rule: (old) => at(old.map, (o) => [drop(o["name"], "never read")]),
      data: {
        op: "at",
        from: "map",
        to: "map",
        rules: [{ op: "drop", from: "name", reason: "never read" }],
      },
    },
    {
      name: "drop",
      rule: (old) => drop(old.text, "never read"),
      data: { op: "drop", from: "text", reason: "never read" },
    },
    {
      name: "keep beside",
      rule: (old, now) => keep(old.text, { beside: now.other }),
      data: { op: "keep", from: "text", beside: ["other"] },
    },
    {
      name: "keep with a reason",
      rule: (old) => keep(old.text, { reason: "of the download" }),
      data: { op: "keep", from: "text", reason: "of the download" },
    },
    {
      name: "keep with fill",
      rule: (_old, now) => keep(now.word, { fill: { v2: "a" } }),
      data: { op: "keep", to: "word", fill: { to: { value: "a" } } },
    },
    {
      name: "ops of one path without options",
      rule: (old, now) => each(old.items, now.items, () => [], { key: ["name"], align: "exact" }),
      data: { op: "each", from: "items", to: "items", rules: [], key: ["name"], align: "exact" },
    },
    {
      name: "each of some items",
      rule: (old, now) => each(old.items, now.items, () => [], { where: { v2: { name: "a" } } }),
      data: { op: "each", from: "items", to: "items", rules: [], where: { to: { name: "a" } } },
    },
    {
      name: "each of the values of one map",
      rule: (old) => each(every(old.map), () => [], { unparsable: fail("so") }),
      data: { op: "each", from: "map{}", to: "map{}", rules: [], fail: "so" },
    },
    {
      name: "keyed of one path, with a value",
      rule: (now) => keyed(now.map, "name", { value: "timeout" }),
      data: {
        op: "keyed",
        from: "map",
        to: "map",
        inverted: false,
        key: "name",
        value: "timeout",
      },
    },
    {
      name: "count of one path",
      rule: (_old, now) => count(now.names),
      data: { op: "count", from: "names", to: "names", inverted: true },
    },
    {
      name: "single of one path",
      rule: (old) => single(old.items),
      data: { op: "single", from: "items", to: "items", inverted: false },
    },
    {
      name: "convert of one path",
      rule: (old) => convert(old.text),
      data: { op: "convert", from: "text", to: "text" },
    },
    {
      name: "text of one path",
      rule: (old) => text(old.text, "json"),
      data: { op: "text", from: "text", to: "text", inverted: false, format: "json" },
    },
    {
      name: "reference of one path",
      rule: (old) => reference(old.inner, { versions: { apps: "v1" } }),
      data: {
        op: "reference",
        from: "inner",
        to: "inner",
        inverted: false,
        versions: { apps: "v1" },
      },
    },
    {
      name: "first with an inverted source, without backTo",
      rule: (old, now) => first(old.names, [count(now.names, old.items), now.names]),
      data: {
        op: "first",
        from: "names",
        to: [{ op: "count", path: "names", inverted: true }, "names"],
      },
    },
    {
      name: "map by pairs with same",
      rule: (old, now) => map(old.flag, now.flag, [[true, same]]),
      data: { op: "map", from: "flag", to: "flag", table: [[true, true]] },
    },
    {
      name: "move with fill",
      rule: (old, now) => move(now.text, old.other, { fill: { v1: "x" } }),
      data: { op: "move", from: "other", to: "text", fill: { from: { value: "x" } } },
    },
    {
      name: "at with modifiers",
      rule: (old) =>
        at(old.number, {
          fill: { v2: { value: 1, where: { text: { present: true } } } },
          omit: { v1: { less: 1 } },
          unparsable: fail("bounded"),
        }),
      data: {
        op: "at",
        from: "number",
        to: "number",
        fill: { to: { value: 1, where: { text: { present: true } } } },
        omit: { from: { less: 1 } },
        fail: "bounded",
      },
    },
    {
      name: "map by pairs, with backTo",
      rule: (old, now) =>
        map(
          now.flag,
          old.word,
          [
            [true, "a"],
            [false, "b"],
          ],
          { backTo: true },
        ),
      data: {
        op: "map",
        from: "word",
        to: "flag",
        inverted: true,
        table: [
          [true, "a"],
          [false, "b"],
        ],
        backTo: true,
      },
    },
    {
      name: "at with a filled scalar",
      rule: (old) => at(old.flag, { fill: { v1: false } }),
      data: { op: "at", from: "flag", to: "flag", fill: { from: { value: false } } },
    },
    {
      name: "duration of the newer side",
      rule: (old, now) => duration(now.text, old.number, "ms", { round: "up" }),
      data: {
        op: "duration",
        from: "number",
        to: "text",
        inverted: true,
        unit: "ms",
        round: "up",
      },
    },
    {
      name: "quantity",
      rule: (old, now) => quantity(old.text, now.number, "Mi"),
      data: { op: "quantity", from: "text", to: "number", inverted: false, scale: "Mi" },
    },
    {
      name: "convert",
      rule: (old, now) => convert(old.text, now.number, { types: ["string", "integer"] }),
      data: { op: "convert", from: "text", to: "number", types: ["string", "integer"] },
    },
    {
      name: "text",
      rule: (old, now) => text(old.text, now.map, "yaml", { unparsable: fail("no YAML") }),
      data: {
        op: "text",
        from: "text",
        to: "map",
        inverted: false,
        format: "yaml",
        fail: "no YAML",
      },
    },
    {
      name: "reference",
      rule: (old, now) =>
        reference(old.inner, now.inner, { versions: { apps: "v1" }, namespace: "own" }),
      data: {
        op: "reference",
        from: "inner",
        to: "inner",
        inverted: false,
        versions: { apps: "v1" },
        namespace: "own",
      },
    },
    {
      name: "keyed",
      rule: (old, now) =>
        keyed(old.map, now.items, "name", { rules: (o, n) => [move(o.timeout, n.timeout)] }),
      data: {
        op: "keyed",
        from: "map",
        to: "items",
        inverted: false,
        key: "name",
        rules: [{ op: "move", from: "timeout", to: "timeout" }],
      },
    },
    {
      name: "count",
      rule: (old, now) => count(now.names, old.items, { quantity: "seconds" }),
      data: { op: "count", from: "items", to: "names", inverted: true, quantity: "seconds" },
    },
    {
      name: "single",
      rule: (old, now) => single(old.items, now.inner, { rules: (o, n) => [move(o.name, n.text)] }),
      data: {
        op: "single",
        from: "items",
        to: "inner",
        inverted: false,
        rules: [{ op: "move", from: "name", to: "text" }],
      },
    },
    {
      name: "partition of the newer side",
      rule: (old, now) =>
        partition(now.items, [old.items, old.names], { member: "name", equals: "x" }),
      data: {
        op: "partition",
        from: ["items", "names"],
        to: "items",
        test: { member: "name", equals: "x" },
      },
    },
    {
      name: "split",
      rule: (old, now) => split(old.text, "{host}:{port}", { host: now.text, port: now.other }),
      data: {
        op: "split",
        from: "text",
        to: { host: "text", port: "other" },
        template: "{host}:{port}",
      },
    },
    {
      name: "template",
      rule: (old, now) => template({ a: old.text, b: old.other }, "{a}-{b}", now.text),
      data: { op: "split", from: { a: "text", b: "other" }, to: "text", template: "{a}-{b}" },
    },
    {
      name: "variant",
      rule: (old, now) =>
        variant(old.inner, now.inner, {
          tag: "text",
          cases: {
            a: { where: { text: { present: true } }, rules: (o, n) => [move(o.text, n.text)] },
            b: { where: {} },
          },
        }),
      data: {
        op: "variant",
        from: "inner",
        to: "inner",
        inverted: false,
        tag: "text",
        cases: {
          a: {
            where: { text: { present: true } },
            rules: [{ op: "move", from: "text", to: "text" }],
          },
          b: { where: {} },
        },
      },
    },
    {
      name: "entry",
      rule: (old, now) => entry({ colour: old.text }, now.items, { fill: { v2: ["colour"] } }),
      data: {
        op: "entry",
        from: { colour: "text" },
        to: "items",
        fill: { to: { value: ["colour"] } },
      },
    },
  ];

  test.each(rows)("$name", ({ rule, data }) => {
    expect(dataOf(rule)).toEqual(data);
  });

  test("hook keeps its functions, and lists its reads", () => {
    const forward = (): [string] => ["x"];
    const data = dataOf((old, now) =>
      hook(
        { from: [old.text, old.flag], to: [now.word], reads: { from: [old.metadata.name] } },
        {
          forward: ([words, flag], [name]) =>
            flag === true ? ["a"] : [words === name ? "b" : null],
        },
        { name: "word", oneWay: "the rest follows" },
      ),
    );
    expect(data).toEqual({
      op: "hook",
      name: "word",
      from: ["text", "flag"],
      to: ["word"],
      reads: { from: ["metadata.name"] },
      forward: expect.any(Function),
      oneWay: "the rest follows",
    });
    expect(
      dataOf((old, now) =>
        hook({ from: [old.text], to: [now.text] }, { forward, backward: forward }),
      ),
    ).toEqual({ op: "hook", from: ["text"], to: ["text"], forward, backward: forward });
  });
});

describe("a lens in TypeScript throws for", () => {
  const rows: readonly { name: string; act: (old: Here, now: Here) => unknown; says: RegExp }[] = [
    {
      name: "a path in a text",
      act: (old) => `${old.text}`,
      says: /v1 text is a path: it is not a value/,
    },
    {
      name: "a path in an in expression",
      act: (old) => "a" in old,
      says: /cannot be searched for members/,
    },
    { name: "the keys of a path", act: (old) => Object.keys(old), says: /cannot be iterated/ },
    { name: "a path that is spread", act: (old) => ({ ...old }), says: /cannot be iterated/ },
    {
      name: "the descriptor of a path's member",
      act: (old) => Reflect.getOwnPropertyDescriptor(old, "text"),
      says: /cannot be searched for members/,
    },
    {
      name: "a member defined on a path",
      act: (old) => Reflect.defineProperty(old, "text", {}),
      says: /cannot be set/,
    },
    {
      name: "a path with a new prototype",
      act: (old) => Reflect.setPrototypeOf(old, null),
      says: /is not an instance of a class/,
    },
    {
      name: "a test whether a path is frozen",
      act: (old) => Object.isFrozen(old),
      says: /cannot be frozen/,
    },
    {
      name: "a source that is not a value op",
      act: (old, now) => first(now.text, [old.other, drop(old.text, "no")]),
      says: /drop is not a value op: it cannot be a source of v2 text/,
    },
    {
      name: "a source of another scope",
      act: (old, now) => {
        const rules: Rule[] = [];
        each(old.items, now.items, (o) => {
          rules.push(count(field(o, "list")));
          return [];
        });
        return first(now.text, rules);
      },
      says: /a source of v2 text starts at each items/,
    },
    {
      name: "an invalid rule",
      act: (old, now) => each(old.items, now.items, () => JSON.parse("[{}]")),
      says: /an element of the rules of each items is not a rule/,
    },
    {
      name: "rules that are not a list",
      act: (old, now) => each(old.items, now.items, () => JSON.parse("{}")),
      says: /the rules of each items are not a list/,
    },
    {
      name: "a direction that is not a function",
      act: (old, now) => hook({ from: [old.text], to: [now.text] }, { forward: JSON.parse("1") }),
      says: /a direction of a hook is not a function/,
    },
    {
      name: "an invalid value",
      act: (old) => keep(old.text, { fill: { v1: undefined as never } }),
      says: /undefined is not a JSON value/,
    },
    {
      name: "a rule without paths",
      act: () => hook({ from: [], to: [] }, {}),
      says: /at least one/,
    },
    { name: "instanceof", act: (old) => old instanceof Map, says: /is not an instance of a class/ },
    {
      name: "a path that is set",
      act: (old) => Reflect.set(old, "text", 1),
      says: /cannot be set/,
    },
    {
      name: "deleted",
      act: (old) => Reflect.deleteProperty(old, "text"),
      says: /cannot be deleted/,
    },
    { name: "frozen", act: (old) => Object.freeze(old), says: /cannot be frozen/ },
    {
      name: "a path that is called",
      act: (old) => Reflect.apply(Object(old.names), undefined, []),
      says: /v1 names is a path: it is not a function/,
    },
    {
      name: "both paths of one version",
      act: (old) => move(old.text, old.other),
      says: /v1 text and v1 other are paths of the same version/,
    },
    {
      name: "an outer path within an each",
      act: (old, now) => each(old.items, now.items, (o) => [move(o.name, now.text)]),
      says: /v1 name starts at each items, v2 text at the object/,
    },
    {
      name: "an outer rule within an each",
      act: (old, now) => each(old.items, now.items, () => [keep(old.text)]),
      says: /the rules of each items include a keep with paths of the object: build it from/,
    },
    { name: "no path", act: (old) => move(old.text, undefined), says: /undefined is not a path/ },
    {
      name: "metadata that no lens can read",
      act: (old) => keep(old.metadata.uid),
      says: /v1 metadata.uid cannot be named by a rule/,
    },
    {
      name: "a path as a value",
      act: (old, now) => keep(old.text, { fill: { v1: now.text as never } }),
      says: /a path was given where/,
    },
    {
      name: "beside of its own version",
      act: (old) => keep(old.text, { beside: old.other }),
      says: /v1 other was given where a path of v2 is required/,
    },
    {
      name: "two lenses of one name",
      act: (old, now) => {
        const [one, two] = [named("x", () => []), named("x", () => [])];
        return (
          lens(v1, v2, (o, n) => [
            include(one, o.inner, n.inner),
            include(two, o.items, n.items),
          ]) ?? [old, now]
        );
      },
      says: /two different lenses are named x/,
    },
  ];

  test.each(rows)("$name", ({ act, says }) => {
    expect(() =>
      lens(v1, v2, (old, now) => {
        act(old, now);
        return [];
      }),
    ).toThrow(says);
  });
});
