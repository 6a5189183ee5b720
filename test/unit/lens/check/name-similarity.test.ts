import { describe, expect, test } from "vitest";
import {
  isSameWord,
  type NameSimilarity,
  nameSimilarity,
} from "../../../../lib/lens/check/name-similarity.ts";

describe("nameSimilarity", () => {
  test.each<{ one: string; other: string; similarity: NameSimilarity | undefined }>([
    { one: "URL", other: "url", similarity: "same" },
    { one: "tls-config", other: "tlsConfig", similarity: "same" },
    { one: "clusterIP", other: "clusterIPs", similarity: "same" },
    { one: "policy", other: "policies", similarity: "same" },
    { one: "address", other: "addresses", similarity: "same" },
    { one: "timeoutSecs", other: "timeoutSeconds", similarity: "same" },
    { one: "timeout", other: "timeoutSeconds", similarity: "unit" },
    { one: "timeout_ms", other: "timeout", similarity: "unit" },
    { one: "cohort", other: "cohortName", similarity: "suffix" },
    { one: "disabled", other: "enabled", similarity: "opposite" },
    { one: "disableLogs", other: "enableLogs", similarity: "opposite" },
    { one: "timeoutMs", other: "timeoutSeconds", similarity: undefined },
    { one: "kubernetesVersion", other: "kubernetesAPICallSeconds", similarity: undefined },
    { one: "v1beta1", other: "v1beta2", similarity: undefined },
    { one: "namespace", other: "name", similarity: undefined },
    { one: "params", other: "para", similarity: undefined },
    { one: "status", other: "statu", similarity: undefined },
    { one: "readOnly", other: "readWrite", similarity: undefined },
    { one: "host", other: "hosting", similarity: undefined },
    { one: "_", other: "-", similarity: undefined },
  ])("$one and $other", ({ one, other, similarity }) => {
    expect([nameSimilarity(one, other), nameSimilarity(other, one)]).toEqual([
      similarity,
      similarity,
    ]);
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
