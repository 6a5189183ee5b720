import { describe, expect, test } from "vitest";
import { isMailAddress } from "../../../lib/schema/formats/mail-address.ts";

/** What Go 1.26's mail.ParseAddress accepts. */
const rows: readonly (readonly [text: string, isAccepted: boolean])[] = [
  ["a@b.c", true],
  ["Ann <a@b.c>", true],
  ['"Ann, B." <a@b.c>', true],
  ["<a@b.c>", true],
  ["a@b.c (Ann)", true],
  ["a@b.c (Ann (the \\) second))", true],
  ["(x) a@b.c", false],
  ["a@b.c (open", false],
  ["Ann (boss) <a@b.c>", true],
  ["Ann (open <a@b.c>", false],
  ["team: a@b.c;", true],
  ["team: a@b.c, d@e.f;", false],
  ["team:;", false],
  ["team: a@b.c", false],
  ["team: x: a@b.c;;", false],
  ["team: a@b.c (x);", true],
  ["team: a@b.c d@e.f;", false],
  ["team: <a@b.c>;", true],
  ['"a b"@c.d', true],
  ['""@c.d', false],
  ['"a\\"b"@c.d', true],
  ["a@[127.0.0.1]", true],
  ["a@[::1]", true],
  ["a@[IPv6:::1]", false],
  ["a@[300.0.0.1]", false],
  ["a@[127.0.0.1", false],
  ["a..b@c.d", false],
  [".a@c.d", false],
  ["a.@c.d", false],
  ["a@b.", false],
  ["a@", false],
  ["@b", false],
  ["a", false],
  ["", false],
  ["  ", false],
  ["a@b.c x", false],
  ["Ann <a@b.c", false],
  ["Ann a@b.c", false],
  ["<a@b.c> x", false],
  ["=?utf-8?q?Ann?= <a@b.c>", true],
  ["=?utf-8?b?QW5u?= <a@b.c>", true],
  ["=?koi8-r?q?Ann?= <a@b.c>", false],
  ["Ann =?koi8-r?q?Ann?= <a@b.c>", true],
  ["=?utf-8?q??= <a@b.c>", false],
  ["=?utf-8?b?QW5?= <a@b.c>", true],
  ["a@b.c (=?koi8-r?q?x?=)", false],
  ["a@b.c (=?utf-8?q?x?=)", true],
  ["=?utf-8?q?A?= =?koi8-r?q?B?= <a@b.c>", true],
  ["é@ü.de", true],
  ["a b@c.d", false],
];

describe("isMailAddress", () => {
  test.each(rows)("%j: %s, as in Go", (text, isAccepted) => {
    expect(isMailAddress(text)).toBe(isAccepted);
  });
});
