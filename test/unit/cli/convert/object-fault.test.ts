import { describe, expect, test } from "vitest";
import { faultLines } from "../../../../lib/cli/verbs/convert/object-fault.ts";
import type { ConversionFault } from "../../../../lib/converter/converter.ts";

describe("the remedy for a fault", () => {
  test.each<{ fault: Omit<ConversionFault, "message">; remedy: string }>([
    {
      fault: { code: "ResultInvalid", path: "kind" },
      remedy: "correct the conversion, not the object",
    },
    {
      fault: { code: "KindNotServed", path: "kind" },
      remedy: "correct the object, or name the folder of its kind with --kinds DIR",
    },
    {
      fault: { code: "MetadataInvalid", path: "metadata.labels" },
      remedy: "correct the object's metadata",
    },
    { fault: { code: "ValueRefused", path: "spec.a" }, remedy: "correct the value" },
  ])("$fault.code at $fault.path", ({ fault, remedy }) => {
    expect(faultLines({ ...fault, message: "odd" }, undefined, {}, "v2")).toEqual([
      `${fault.path}: odd`,
      `  remedy: ${remedy}`,
    ]);
  });
});
