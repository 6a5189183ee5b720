import { describe, expect, test } from "vitest";
import {
  isSameWord,
  type NameLikeness,
  nameLikeness,
} from "../../../../lib/lens/check/like-names.ts";

describe("nameLikeness", () => {
  test.each<{ one: string; other: string; likeness: NameLikeness | undefined }>([
    { one: "URL", other: "url", likeness: "same" },
    { one: "tls-config", other: "tlsConfig", likeness: "same" },
    { one: "clusterIP", other: "clusterIPs", likeness: "same" },
    { one: "policy", other: "policies", likeness: "same" },
    { one: "address", other: "addresses", likeness: "same" },
    { one: "timeoutSecs", other: "timeoutSeconds", likeness: "same" },
    { one: "timeout", other: "timeoutSeconds", likeness: "unit" },
    { one: "timeout_ms", other: "timeout", likeness: "unit" },
    { one: "cohort", other: "cohortName", likeness: "suffix" },
    { one: "disabled", other: "enabled", likeness: "opposite" },
    { one: "disableLogs", other: "enableLogs", likeness: "opposite" },
    { one: "timeoutMs", other: "timeoutSeconds", likeness: undefined },
    { one: "kubernetesVersion", other: "kubernetesAPICallSeconds", likeness: undefined },
    { one: "v1beta1", other: "v1beta2", likeness: undefined },
    { one: "namespace", other: "name", likeness: undefined },
    { one: "params", other: "para", likeness: undefined },
    { one: "status", other: "statu", likeness: undefined },
    { one: "readOnly", other: "readWrite", likeness: undefined },
    { one: "host", other: "hosting", likeness: undefined },
    { one: "_", other: "-", likeness: undefined },
  ])("$one and $other", ({ one, other, likeness }) => {
    expect([nameLikeness(one, other), nameLikeness(other, one)]).toEqual([likeness, likeness]);
  });
});

describe("isSameWord", () => {
  test.each([
    { one: "ReadOnly", other: "read-only", is: true },
    { one: "READ_ONLY", other: "ReadOnly", is: true },
    { one: "A", other: "a", is: true },
    { one: "", other: "", is: true },
    { one: "user", other: "users", is: false },
    { one: "read", other: "readwrite", is: false },
    { one: "ro", other: "ReadOnly", is: false },
    { one: "", other: "-", is: false },
  ])("$one and $other", ({ one, other, is }) => {
    expect(isSameWord(one, other)).toBe(is);
  });
});
