import { describe, expect, test } from "vitest";
import { deprecationWarning } from "../../../lib/crd/deprecation.ts";
import { nonStructuralCondition } from "../../../lib/crd/non-structural.ts";
import { re2 } from "../../../lib/schema/pattern/re2.ts";
import { crontabs, crontabsOf, version } from "./crd-samples.ts";

describe("nonStructuralCondition", () => {
  const at = "spec.versions[0].schema.openAPIV3Schema";
  const rows = [
    {
      name: "a violation",
      crd: crontabsOf({ type: "object", properties: { a: {} } }),
      status: "True",
      message: `${at}.properties[a].type: Required value: must not be empty for specified object fields`,
    },
    {
      name: "a keyword that a structural schema must not have",
      crd: crontabsOf({ type: "object", properties: { a: { $ref: "#/b" } } }),
      status: "Unknown",
      message:
        "failed to check validation schema for version v1: OpenAPIV3Schema '$ref' is not supported",
    },
    {
      name: "preserved unknown fields",
      crd: crontabs({ preserveUnknownFields: true }),
      status: "True",
      message: "spec.preserveUnknownFields: Invalid value: true: must be false",
    },
  ];

  test.each(rows)("$name", ({ crd, status, message }) => {
    expect(nonStructuralCondition(crd, re2)).toMatchObject({ status, message });
  });

  test("is absent for a structural schema", () => {
    expect(nonStructuralCondition(crontabs(), re2)).toBeUndefined();
  });
});

describe("deprecationWarning", () => {
  const old = version({ name: "v1beta1", storage: false, deprecated: true });
  const rows = [
    {
      name: "a version that is not deprecated",
      versions: [version()],
      of: "v1",
      warning: undefined,
    },
    {
      name: "a recommended version",
      versions: [old, version(), version({ name: "v2", storage: false })],
      of: "v1beta1",
      warning:
        "stable.example.com/v1beta1 CronTab is deprecated; use stable.example.com/v2 CronTab",
    },
    {
      name: "a recommended version that is not served",
      versions: [old, version({ served: false })],
      of: "v1beta1",
      warning: "stable.example.com/v1beta1 CronTab is deprecated",
    },
    {
      name: "a warning of its own",
      versions: [version({ deprecated: true, deprecationWarning: "use Jobs" })],
      of: "v1",
      warning: "use Jobs",
    },
    { name: "an unknown version", versions: [version()], of: "v9", warning: undefined },
  ];

  test.each(rows)("$name", ({ versions, of, warning }) => {
    expect(deprecationWarning(crontabs({ versions }), of)).toBe(warning);
  });
});
