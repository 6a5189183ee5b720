import { describe, expect, test } from "vitest";
import { Float, type JsonValue } from "../../../../lib/json/value.ts";
import { parseStructural } from "../../../../lib/schema/structural/parse.ts";
import type { Structural } from "../../../../lib/schema/structural/structural.ts";
import { isGoZero, isSameSpelling } from "../../../../lib/verify/parity/same-meaning.ts";

test.each<{ value: JsonValue | undefined; is: boolean }>([
  { value: undefined, is: true },
  { value: null, is: true },
  { value: "", is: true },
  { value: 0, is: true },
  { value: 0n, is: true },
  { value: new Float("0"), is: true },
  { value: false, is: true },
  { value: [], is: true },
  { value: {}, is: true },
  { value: { metadata: { creationTimestamp: null }, spec: {} }, is: true },
  { value: " ", is: false },
  { value: "0", is: false },
  { value: -1, is: false },
  { value: true, is: false },
  { value: [null], is: false },
  { value: { a: { b: 1 } }, is: false },
])("$value is a zero value of Go: $is", ({ value, is }) => {
  expect(isGoZero(value)).toBe(is);
});

const text: Structural = parseStructural({ type: "string" }).structural;
const time: Structural = parseStructural({ type: "string", format: "date-time" }).structural;
const quantity: Structural = parseStructural({
  anyOf: [{ type: "integer" }, { type: "string" }],
  "x-kubernetes-int-or-string": true,
}).structural;

describe("the same value in another spelling", () => {
  test.each<{ one: JsonValue; other: JsonValue; schema: Structural; is: boolean }>([
    { one: "1h", other: "60m", schema: text, is: true },
    { one: "1h0m0s", other: "3600s", schema: text, is: true },
    { one: "0", other: "0s", schema: text, is: true },
    { one: "1h", other: "61m", schema: text, is: false },
    { one: "1000m", other: "1", schema: quantity, is: true },
    { one: 1, other: "1", schema: quantity, is: true },
    { one: "1Gi", other: "1024Mi", schema: text, is: true },
    { one: "1G", other: "1Gi", schema: text, is: false },
    { one: "1e3", other: "1k", schema: text, is: true },
    { one: "1.0", other: "1", schema: quantity, is: true },
    // Kubernetes rounds what is less than a billionth, away from zero.
    { one: "0.0313718m", other: "31372n", schema: quantity, is: true },
    { one: "0.0313718m", other: "31371n", schema: quantity, is: false },
    // It caps those with a binary suffix.
    { one: "84320.8Ei", other: "9223372036854775807", schema: quantity, is: true },
    { one: "-589.Ei", other: "-9223372036854775807", schema: quantity, is: true },
    { one: "-589.Ei", other: "9223372036854775807", schema: quantity, is: false },
    { one: "84320.8E", other: "9223372036854775807", schema: quantity, is: false },
    { one: "-50.43e45", other: "-50430e42", schema: quantity, is: true },
    { one: "-50.43e45", other: "-50431e42", schema: quantity, is: false },
    { one: "+.055710e047006", other: "5571e47001", schema: quantity, is: true },
    { one: "+.055710e047006", other: "5572e47001", schema: quantity, is: false },
    // Two versions of something, not one number.
    { one: "1.0", other: "1", schema: text, is: false },
    { one: "2024-05-01T10:00:00Z", other: "2024-05-01T12:00:00+02:00", schema: time, is: true },
    { one: "2024-05-01T10:00:00Z", other: "2024-05-01T10:00:01Z", schema: time, is: false },
    { one: "2024-05-01T10:00:00Z", other: "2024-05-01T12:00:00+02:00", schema: text, is: false },
    { one: "a", other: "A", schema: text, is: false },
    { one: ["1h"], other: ["60m"], schema: text, is: false },
  ])("$one and $other: $is", ({ one, other, schema, is }) => {
    expect(isSameSpelling(one, other, schema)).toBe(is);
    expect(isSameSpelling(other, one, schema)).toBe(is);
  });
});
