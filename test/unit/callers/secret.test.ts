import { describe, expect, test } from "vitest";
import { clustersOf } from "../../../lib/callers/secret/clusters.ts";
import {
  readSecret,
  readUsableSecret,
  type SecretDocument,
} from "../../../lib/callers/secret/document.ts";

const key = "aPlantedKeyThatNobodyMaySee_0123456789~-ABCDEFGH";

describe("readSecret", () => {
  test.each([
    { name: "no cluster yet", value: { clusters: {} } },
    { name: "a key", value: { clusters: { "eu-1": { keys: [key] } } } },
    {
      name: "all members",
      value: {
        clusters: {
          ["__proto__"]: {
            keys: [key, "b"],
            server: "https://10.0.0.1:6443",
            certificateAuthority: "PEM",
            token: "t",
            sources: ["203.0.113.0/24", "2001:db8::/32", "192.0.2.1"],
          },
          other: {
            keys: ["c"],
            server: "https://api.example.com/",
            clientCertificate: { cert: "c", key: "k" },
          },
        },
      },
    },
  ])("accepts $name", ({ value }) => {
    expect(readSecret(JSON.stringify(value))).toEqual({ ok: true, value });
  });

  const cluster = (entry: object) => ({ clusters: { [key]: entry } });
  test.each([
    {
      name: "text that is not JSON",
      text: `{"clusters": {"a": {"keys": ["${key}`,
      error: "the secret is not JSON",
    },
    { name: "a list", text: "[]", error: "the secret's JSON must be object" },
    {
      name: "no clusters",
      text: "{}",
      error: "the secret's JSON must have required property 'clusters'",
    },
    {
      name: "no key",
      text: JSON.stringify(cluster({ keys: [] })),
      error: "the secret's clusters.<cluster>.keys must NOT have fewer than 1 items",
    },
    {
      name: "three keys",
      text: JSON.stringify(cluster({ keys: ["a", "b", "c"] })),
      error: "the secret's clusters.<cluster>.keys must NOT have more than 2 items",
    },
    {
      name: "a key that can't be in a path",
      text: JSON.stringify(cluster({ keys: [`${key}/`] })),
      error: 'the secret\'s clusters.<cluster>.keys.0 must match pattern "^[A-Za-z0-9_~-]+$"',
    },
    {
      name: "a cluster whose name can't be in a path",
      text: JSON.stringify({ clusters: { "a/b": { keys: ["a"] } } }),
      error: 'the secret\'s clusters must match pattern "^[A-Za-z0-9_~-]+$"',
    },
    {
      name: "a key in the wrong place",
      text: JSON.stringify(cluster({ keys: ["a"], [key]: "" })),
      error: "the secret's clusters.<cluster> must NOT have additional properties",
    },
    {
      name: "a server without TLS",
      text: JSON.stringify(cluster({ keys: ["a"], server: "http://10.0.0.1" })),
      error: 'the secret\'s clusters.<cluster>.server must match pattern "^https://[^?#@]+$"',
    },
    {
      name: "a server with user info",
      text: JSON.stringify(cluster({ keys: ["a"], server: `https://${key}@10.0.0.1` })),
      error: 'the secret\'s clusters.<cluster>.server must match pattern "^https://[^?#@]+$"',
    },
    {
      name: "two credentials",
      text: JSON.stringify(
        cluster({
          keys: ["a"],
          server: "https://a",
          token: key,
          clientCertificate: { cert: "", key: "" },
        }),
      ),
      error:
        "in the secret, a cluster has both a token and a clientCertificate: remove one of them",
    },
    {
      name: "credentials without a server",
      text: JSON.stringify(cluster({ keys: ["a"], token: key })),
      error: "in the secret, a cluster has credentials but no server: add its server",
    },
    ...["10.0.0.0/33", "10.0.0", "::1/129", "10.0.0.1/8/8", "10.0.0.0/", key].map((source) => ({
      name: `the source ${source}`,
      text: JSON.stringify(cluster({ keys: ["a"], sources: [source] })),
      error:
        "in the secret, a cluster's sources must be IP addresses or ranges such as 203.0.113.0/24",
    })),
  ])("refuses $name, without any of its content in the message", ({ text, error }) => {
    expect(readSecret(text)).toEqual({ ok: false, error });
  });
});

describe("readUsableSecret", () => {
  const good = { keys: ["a"] };
  const where = "the secret's clusters.<cluster>";
  test.each([
    { name: "null", bad: null, fault: `${where} must be object` },
    { name: "no keys", bad: {}, fault: `${where} must have required property 'keys'` },
    {
      name: "a server without TLS",
      bad: { ...good, server: `http://${key}` },
      fault: `${where}.server must match pattern "^https://[^?#@]+$"`,
    },
    {
      name: "a key in the wrong place",
      bad: { ...good, [key]: "" },
      fault: `${where} must NOT have additional properties`,
    },
    {
      name: "credentials without a server",
      bad: { ...good, token: key },
      fault: "in the secret, a cluster has credentials but no server: add its server",
    },
    {
      name: "an invalid source",
      bad: { ...good, sources: [key] },
      fault:
        "in the secret, a cluster's sources must be IP addresses or ranges such as 203.0.113.0/24",
    },
  ])("refuses one cluster alone: $name", ({ bad, fault }) => {
    const clusters = { before: good, bad, after: good };
    expect(readUsableSecret(JSON.stringify({ clusters }))).toEqual({
      ok: true,
      value: {
        document: { clusters: { before: good, after: good } },
        refused: [{ name: "bad", fault: `cluster bad is refused: ${fault}` }],
      },
    });
  });

  test.each([
    { name: "a key", bad: key },
    { name: "a text that can't be a segment of a path", bad: "a/b" },
    { name: "a text with a line feed", bad: "a\u202eb" },
  ])("does not name a cluster whose name is $name", ({ bad }) => {
    const text = JSON.stringify({ clusters: { good, [bad]: {} } });
    const read = readUsableSecret(text);
    const faults = read.ok ? read.value.refused.map(({ fault }) => fault) : [];
    expect(faults).toEqual([expect.stringMatching(/^cluster number 2 is refused: /)]);
    expect(faults.join()).not.toContain(bad);
  });

  test("accepts clusters named like members with a meaning in JavaScript", () => {
    const text = '{"clusters":{"__proto__":{"keys":["a"]},"constructor":{}}}';
    const read = readUsableSecret(text);
    expect(read.ok && Object.keys(read.value.document.clusters)).toEqual(["__proto__"]);
    expect(read.ok && read.value.refused.map(({ name }) => name)).toEqual(["constructor"]);
  });

  test.each([
    { name: "text that is not JSON", text: "{", error: "the secret is not JSON" },
    { name: "null", text: "null", error: "the secret's JSON must be object" },
    { name: "a list", text: '{"clusters":[]}', error: "the secret's clusters must be object" },
    {
      name: "members beside the clusters",
      text: JSON.stringify({ clusters: { good }, [key]: 1 }),
      error: "the secret's JSON must NOT have additional properties",
    },
    {
      name: "a secret without a valid cluster",
      text: JSON.stringify({ clusters: { bad: {} } }),
      error: "the secret's clusters.<cluster> must have required property 'keys'",
    },
  ])("refuses the whole secret if nothing can be used: $name", ({ text, error }) => {
    expect(readUsableSecret(text)).toEqual({ ok: false, error });
  });
});

describe("clustersOf", () => {
  const secret: SecretDocument = {
    clusters: {
      eu: { keys: ["new", "old"], server: "https://eu", token: "t" },
      us: { keys: ["only"], sources: ["203.0.113.0/24", "2001:db8::/32"] },
    },
  };
  const clusters = clustersOf(secret);
  const eu = { name: "eu", access: { server: "https://eu", token: "t" } };
  const us = { cluster: { name: "us" }, key: "current" };

  test.each([
    { cluster: "eu", key: "new", source: undefined, found: { cluster: eu, key: "current" } },
    { cluster: "eu", key: "old", source: "198.51.100.1", found: { cluster: eu, key: "previous" } },
    { cluster: "eu", key: "only", source: undefined, found: undefined },
    { cluster: "eu", key: "", source: undefined, found: undefined },
    { cluster: "none", key: "new", source: undefined, found: undefined },
    { cluster: "__proto__", key: "new", source: undefined, found: undefined },
    { cluster: "us", key: "only", source: "203.0.113.77", found: us },
    { cluster: "us", key: "only", source: "::ffff:203.0.113.77", found: us },
    { cluster: "us", key: "only", source: "2001:db8::1", found: us },
    { cluster: "us", key: "only", source: "203.0.114.1", found: undefined },
    { cluster: "us", key: "only", source: "no address", found: undefined },
    { cluster: "us", key: "only", source: undefined, found: undefined },
  ])("$cluster with $key from $source", ({ source, found, ...credentials }) => {
    expect(clusters.find(credentials, source)).toEqual(found);
  });

  test("does not keep the key", () => {
    const kept = clustersOf({ clusters: { eu: { keys: [key] } } });
    expect(JSON.stringify(kept.find({ cluster: "eu", key }, undefined))).not.toContain(key);
  });
});
