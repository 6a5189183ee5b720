import { describe, expect, test } from "vitest";
import { collectionPath, isPathSegmentName, objectPath } from "../../../lib/cluster/object-path.ts";

describe("isPathSegmentName", () => {
  test.each(["tomato", "...", "..a", "system:node", "ü", "a b", "a?b#c", "\u0000", "🍅"])(
    "accepts %j as an object's name",
    (name) => {
      expect(isPathSegmentName(name)).toBe(true);
    },
  );

  test.each(["", ".", "..", "a/b", "../x", "/", "%", "%2e%2e", "\ud800", "a\udc00"])(
    "refuses %j as an object's name",
    (name) => {
      expect(isPathSegmentName(name)).toBe(false);
    },
  );
});

describe("the path of a lookup", () => {
  const toppings = { group: "g.example.com", version: "v1", resource: "toppings" };
  const configMaps = { group: "", version: "v1", resource: "configmaps" };

  test.each([
    { name: "a group's", key: toppings, path: "/apis/g.example.com/v1/toppings" },
    { name: "the core group's", key: configMaps, path: "/api/v1/configmaps" },
    {
      name: "a namespace's",
      key: { ...configMaps, namespace: "kube system?" },
      path: "/api/v1/namespaces/kube%20system%3F/configmaps",
    },
    {
      name: "a type with characters that are not allowed in a segment",
      key: { group: "g/../..", version: "v1?", resource: "a#b" },
      path: "/apis/g%2F..%2F../v1%3F/a%23b",
    },
  ])("for $name collection: $path", ({ key, path }) => {
    expect(collectionPath(key)).toBe(path);
  });

  test("for an object has its name as one more segment", () => {
    const path = objectPath({ ...toppings, namespace: "n", name: "ü ?&#;=+" });
    expect(path).toBe("/apis/g.example.com/v1/namespaces/n/toppings/%C3%BC%20%3F%26%23%3B%3D%2B");
  });
});
