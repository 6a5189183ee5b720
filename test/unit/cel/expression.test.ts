import { describe, expect, test } from "vitest";
import { ExprFactory } from "../../../lib/cel/syntax/expr-factory.ts";
import { CelError, compileExpression, showValue } from "../../../lib/cel.ts";
import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import type { JsonValue } from "../../../lib/json/value.ts";
import { parseStructural } from "../../../lib/schema/structural/parse.ts";

const self: JsonValue = deepFreeze({
  i: 7,
  big: 9_007_199_254_740_993n,
  s: "héllo😀",
  l: [1, 2, 3],
  m: { a: 1, b: null },
});

async function shown(text: string): Promise<string> {
  const compiled = await compileExpression(text);
  if (!compiled.ok) return compiled.error.text;
  return showValue(compiled.value.evaluate({ self }).value);
}

describe("compileExpression", () => {
  test.each([
    // Numbers: 64 bits, with overflow.
    ["self.big + 1", "9007199254740994"],
    ["9223372036854775807 + 1", "error: integer overflow"],
    ["-9223372036854775808 / -1", "error: integer overflow"],
    ["0u - 1u", "error: unsigned integer overflow"],
    ["self.i / 0", "error: division by zero"],
    ["self.i % 0", "error: modulus by zero"],
    ["7.0 / 2.0", "3.5"],
    ["1 < 1.5 && 2u > 1", "true"],
    // Strings by code point.
    ["size(self.s)", "6"],
    ["self.s.substring(5)", '"😀"'],
    ["self.s.charAt(1)", '"é"'],
    ["self.s.upperAscii()", '"HéLLO😀"'],
    ["'a,b,c'.split(',').join('-')", '"a-b-c"'],
    ["'%s has %d, %.2f %x'.format(['a', 3, 1.005, 255])", '"a has 3, 1.00 ff"'],
    ["b'abc' + b'\\xff'", 'b"abc\\xff"'],
    // Lists, maps, macros.
    ["self.l.map(x, x * 2)", "[2, 4, 6]"],
    ["self.l.exists_one(x, x == 2)", "true"],
    ["self.l.transformList(i, v, i + v)", "[1, 3, 5]"],
    ["{'a': 1}.transformMap(k, v, v + 1)", '{"a": 2}'],
    ["[3, 1, 2].sort()", "[1, 2, 3]"],
    ["sets.intersects([1], [2, 1])", "true"],
    ["self.l[3]", "error: index out of bounds: 3"],
    ["self.m.c", "error: no such key: c"],
    ["self.m.b == null", "true"],
    ["has(self.m.c)", "false"],
    ["self.l.all(x, x > 0) || 1 / 0 > 0", "true"],
    // Optional values.
    ["self.?nope.?more.orValue('none')", '"none"'],
    ["self.l[?9]", "optional.none()"],
    ["optional.of(null).value()", "null"],
    ["optional.of(1)", "optional.of(1)"],
    // Time.
    ["timestamp('2024-02-29T23:00:00Z') + duration('1h')", 'timestamp("2024-03-01T00:00:00Z")'],
    ["timestamp('2024-02-29T23:00:00Z').getDayOfYear()", "59"],
    ["duration('90m').getHours()", "1"],
    ["duration('1.5s')", 'duration("1.5s")'],
    // Kubernetes' libraries.
    ["quantity('1.5Gi').isGreaterThan(quantity('1G'))", "true"],
    ["quantity('1k').add(quantity('1')).asInteger()", "1001"],
    ["ip('::1').isLoopback()", "true"],
    ["cidr('10.0.0.0/8').containsIP('10.1.2.3')", "true"],
    ["url('https://a.example:8443/b?c=d').getHost()", '"a.example:8443"'],
    ["semver('1.2.3').isLessThan(semver('1.10.0'))", "true"],
    ["format.dns1123Label().validate('A').hasValue()", "true"],
    ["'a1b22'.findAll('[0-9]+')", '["1", "22"]'],
    ["'aaaa'.matches('^(a+)+$')", "true"],
    ["type(self.l)", "list"],
    ["dyn(1) in [1.0, 2.0]", "true"],
  ])("%s", async (text, value) => {
    expect(await shown(text)).toBe(value);
  });

  test.each([
    ["1 +", "Syntax error"],
    ["self.l.map(1, 2)", "argument"],
    ["1 + 'a'", "found no matching overload for '_+_' applied to '(int, string)'"],
    ["nope", "undeclared reference to 'nope'"],
    ["[1, 'a']", "expected type 'int' but found 'string'"],
    ["'a'.matches('(')", "invalid matches argument"],
    ["'\\q'", "Syntax error"],
    ["99999999999999999999", "invalid int literal"],
  ])("%s does not compile; the error has a position", async (text, fault) => {
    const compiled = await compileExpression(text);
    expect(compiled.ok ? "" : compiled.error.text).toContain(fault);
    expect(compiled.ok ? "" : compiled.error.text).toMatch(/<input>:1:\d+/);
  });

  test("returns the type, the estimated and the actual cost", async () => {
    const { structural } = parseStructural({
      type: "object",
      properties: { l: { type: "array", maxItems: 3, items: { type: "integer" } } },
    });
    const compiled = await compileExpression("self.l.exists(x, x == 2)", { structural });
    if (!compiled.ok) throw new Error(compiled.error.text);
    expect(compiled.value.type).toBe("bool");
    expect(compiled.value.estimate.max).toBeGreaterThan(0n);
    const { value, cost } = compiled.value.evaluate({ self: { l: [1, 2, 3] } });
    expect(value).toBe(true);
    expect(BigInt(cost)).toBeLessThanOrEqual(compiled.value.estimate.max);
  });

  test("ends an evaluation that exceeds the cost limit", async () => {
    const compiled = await compileExpression("self.l.all(x, self.l.all(y, x + y > 0))");
    if (!compiled.ok) throw new Error(compiled.error.text);
    expect(compiled.value.evaluate({ self }, 10)).toMatchObject({
      isExceeded: true,
      value: new CelError("operation cancelled: actual cost limit exceeded"),
    });
  });

  test("needs oldSelf only if the expression uses it", async () => {
    const { structural } = parseStructural({ type: "integer" });
    const compiled = await compileExpression("self > oldSelf", { structural });
    if (!compiled.ok) throw new Error(compiled.error.text);
    expect(compiled.value.evaluate({ self: 2, oldSelf: 1 }).value).toBe(true);
    expect(compiled.value.evaluate({ self: 2 }).value).toBeInstanceOf(CelError);
  });
});

describe("the size of an expression", () => {
  const chain = (start: string, link: string, links: number): string =>
    `${start}${link.repeat(links)}`;
  const nested = (links: number): string =>
    Array.from({ length: links }).reduce<string>(
      (inner) => `optional.of(${inner}).optMap(x, x + x).orValue(0)`,
      "1",
    );
  const tooMany = /^ERROR: <input>:1:\d+: expression count exceeds limit of 100000 while expanding/;
  const tooLarge = /^ERROR: <input>:1:\d+: type size exceeds limit: size: \d+, limit 10000\n/;

  test.each([
    {
      name: "a chain that doubles 12 times",
      text: chain("optional.of(1)", ".optMap(x, x + x)", 12),
    },
    { name: "a chain of many links that do not double", text: chain("[1]", ".map(x, x + x)", 200) },
    { name: "a chain of many sorts", text: chain("[1]", ".sortBy(x, x)", 100) },
    { name: "a chain whose type doubles 12 times", text: chain("[1]", ".map(x, {x: x})", 12) },
  ])("may be that of $name", async ({ text }) => {
    expect(await compileExpression(text)).toMatchObject({ ok: true });
  });

  test.each([
    { name: "optMap", text: chain("optional.of(1)", ".optMap(x, x + x)", 13), error: tooMany },
    {
      name: "40 times optMap",
      text: chain("optional.of(1)", ".optMap(x, x + x)", 40),
      error: tooMany,
    },
    { name: "nested optMap", text: nested(40), error: tooMany },
    {
      name: "optFlatMap",
      text: chain("optional.of(1)", ".optFlatMap(x, optional.of(x))", 40),
      error: tooMany,
    },
    { name: "maps of maps", text: chain("[1]", ".map(x, {x: x})", 40), error: tooLarge },
  ])("is limited if each link doubles it: $name", async ({ text, error }) => {
    const compiled = await compileExpression(text);
    expect(compiled.ok ? "" : compiled.error.text).toMatch(error);
  });

  test("counts text that a macro repeats as the API server does, which copies it", () => {
    const maker = new ExprFactory();
    const sum = maker.call(0, "_+_", [maker.ident(0, "a"), maker.list(0, [maker.literal(0, 1)])]);
    expect([maker.count, maker.expandedCount]).toEqual([4, 4]);
    const twice = maker.call(0, "f", [sum, maker.repeat(sum)]);
    expect([maker.count, maker.expandedCount]).toEqual([5, 9]);
    maker.repeat(twice);
    expect([maker.count, maker.expandedCount]).toEqual([5, 18]);
  });
});

// cel-go keeps paths in slices that share arrays: the last field that is read of a variable stands for all fields that
// are read of it. So the server takes 4,000, the limit of `r.name`, for the number of `r.names`, and counts keys as long
// as values. Numbers as estimated by Kubernetes 1.36.3.
test.each([
  ["self.rules.all(r, r.names.all(n, n != r.name))", 320_063n],
  ["self.rules.all(r, r.names.all(n, n != 'a'))", 313n],
  ["self.rules.exists(r, r.names.join(r.name) == r.name.replace(r.name, r.name))", 40_263n],
  ["self.meta.labels.all(k, v, k.matches('^[a-z]+$'))", 348n],
  ["self.meta.labels.all(k, k.matches('^[a-z]+$'))", 28n],
])("the estimated cost of %s is %i", async (text, max) => {
  const rule = {
    type: "object",
    properties: {
      names: { type: "array", maxItems: 5, items: { type: "string", maxLength: 3 } },
      name: { type: "string", maxLength: 1000 },
    },
  };
  const labels = {
    type: "object",
    maxProperties: 4,
    additionalProperties: { type: "string", maxLength: 100 },
  };
  const { structural } = parseStructural({
    type: "object",
    properties: {
      rules: { type: "array", maxItems: 10, items: rule },
      meta: { type: "object", properties: { labels } },
    },
  });
  const compiled = await compileExpression(text, { structural });
  expect(compiled.ok && compiled.value.estimate.max).toBe(max);
});

// Go panics where cel-go counts the cost of comparing the items of a value that is not a list.
test.each([
  ["dyn(null).distinct()", "types.Null is not traits.Lister: missing method Add"],
  ["dyn(1).distinct()", "types.Int is not traits.Lister: missing method Contains"],
  ["dyn({}).distinct()", "*types.baseMap is not traits.Lister: missing method Add"],
])("%s crashes: %s", async (text, message) => {
  const compiled = await compileExpression(text);
  const result = compiled.ok ? compiled.value.evaluate({}) : undefined;
  expect(result?.cost).toBe(0);
  expect(showValue(result?.value ?? null)).toContain(
    `internal error: interface conversion: ${message}`,
  );
});

test("a call of check costs as much as an authorization check, also on a value that is not an authorizer", async () => {
  const compiled = await compileExpression("dyn(1).check('get')");
  expect(compiled.ok && compiled.value.estimate.max).toBe(350_001n);
  expect(compiled.ok && compiled.value.evaluate({}).cost).toBe(350_000);
});

test.each([
  ["[dyn('a'), dyn(null)].join()", "error: join: invalid input: 0"],
  ["{'a': 1}[dyn(null)]", "invalid qualifier type: types.Null"],
  ["dyn(ip('1.2.3.4')).all(x, true)", "error: got 'cel.IP', expected iterable type"],
  ["[1][dyn(duration('1s'))]", "invalid qualifier type: types.Duration"],
])("%s fails with Go's name of the value: %s", async (text, message) => {
  expect(await shown(text)).toBe(message);
});
