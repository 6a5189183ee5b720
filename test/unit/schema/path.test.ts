import { describe, expect, test } from "vitest";
import {
  childPath,
  dottedIndex,
  dottedPath,
  elementPath,
  errorField,
  rootPath,
} from "../../../lib/schema/field-error/path.ts";

describe("childPath", () => {
  test.each([
    { name: "below the root", parent: rootPath, child: "spec", text: "spec" },
    { name: "below a member", parent: "spec", child: "a", text: "spec.a" },
    { name: "below an item", parent: "l[0]", child: "a", text: "l[0].a" },
    { name: "an empty name", parent: "spec", child: "", text: "spec[]" },
  ])("$name", ({ parent, child, text }) => {
    expect(childPath(parent, child)).toBe(text);
  });
});

describe("keyPath", () => {
  test.each([
    { name: "a key with a dot", parent: "m", key: "a.b", text: "m[a.b]" },
    { name: "an index", parent: "m", key: 0, text: "m[0]" },
    { name: "at the root", parent: rootPath, key: "k", text: "[k]" },
  ])("$name", ({ parent, key, text }) => {
    expect(elementPath(parent, key)).toBe(text);
  });
});

describe("fieldOf", () => {
  test.each([
    { name: "the whole object", path: rootPath, text: "<nil>" },
    { name: "a field", path: "a.b", text: "a.b" },
  ])("$name", ({ path, text }) => {
    expect(errorField(path)).toBe(text);
  });
});

describe("dottedPath, dottedIndex", () => {
  test.each([
    { name: "at the root", path: dottedPath(undefined, "a"), text: "a" },
    { name: "below an empty key", path: dottedPath("", "a"), text: ".a" },
    { name: "an item", path: dottedIndex("a", 1), text: "a[1]" },
    { name: "an item of the root", path: dottedIndex(undefined, 1), text: "[1]" },
  ])("$name", ({ path, text }) => {
    expect(path).toBe(text);
  });
});
