import { describe, expect, test } from "vitest";
import { sortVersions } from "../../../lib/crd/version-order.ts";

describe("sortVersions", () => {
  test.each([
    {
      name: "the list of the Kubernetes documentation",
      versions: "foo10 v1 v11alpha2 v3beta1 v10 foo1 v12alpha1 v11beta2 v2 v10beta3",
      sorted: "v10 v2 v1 v11beta2 v10beta3 v3beta1 v12alpha1 v11alpha2 foo1 foo10",
    },
    {
      name: "a number beyond 64 bits is not a version",
      versions: "v9223372036854775808 v1",
      sorted: "v1 v9223372036854775808",
    },
    { name: "names of equal rank keep their order", versions: "v01 v1", sorted: "v01 v1" },
    {
      name: "names beyond 16 bits are sorted by code points",
      versions: "\u{10000} \uffff",
      sorted: "\uffff \u{10000}",
    },
  ])("$name", ({ versions, sorted }) => {
    expect(sortVersions(versions.split(" ")).join(" ")).toBe(sorted);
  });
});
