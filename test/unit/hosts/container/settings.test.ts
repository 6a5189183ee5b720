import { describe, expect, test } from "vitest";
import { containerSettings } from "../../../../lib/hosts/container/settings.ts";

const secrets = { CUSTOMHOUSE_SECRETS_FILE: "test/payloads/secrets.json" };

describe("containerSettings", () => {
  test("need no more than a secret", () => {
    expect(containerSettings([], secrets)).toMatchObject({
      ok: true,
      value: {
        port: 8443,
        metricsPort: 9090,
        address: undefined,
        tlsFolder: "/etc/customhouse/tls",
        secret: expect.anything(),
        rate: { perSecond: 100, burst: 200 },
        nearestValid: false,
      },
    });
  });

  test("are read from the rest of the environment", () => {
    const environment = {
      CUSTOMHOUSE_SECRET_ID: "customhouse/prod/clusters",
      CUSTOMHOUSE_PORT: "443",
      CUSTOMHOUSE_METRICS_PORT: "0",
      CUSTOMHOUSE_ADDRESS: "127.0.0.1",
      CUSTOMHOUSE_TLS_FOLDER: "/tls",
      CUSTOMHOUSE_CLUSTER_RATE: "500",
      CUSTOMHOUSE_CLUSTER_BURST: "1000",
      CUSTOMHOUSE_NEAREST_VALID: "on",
    };
    expect(containerSettings([], environment)).toMatchObject({
      ok: true,
      value: {
        port: 443,
        metricsPort: 0,
        address: "127.0.0.1",
        tlsFolder: "/tls",
        rate: { perSecond: 500, burst: 1000 },
        nearestValid: true,
      },
    });
  });

  test("have no secret with --no-key", () => {
    expect(containerSettings(["--no-key"], {})).toMatchObject({
      ok: true,
      value: { secret: undefined },
    });
  });

  test.each([
    { name: "no secret", words: [], environment: {}, error: /everybody could call.*--no-key/ },
    {
      name: "an empty name of a secret",
      words: [],
      environment: { CUSTOMHOUSE_SECRETS_FILE: "" },
      error: /everybody could call/,
    },
    {
      name: "a file that does not exist",
      words: [],
      environment: { CUSTOMHOUSE_SECRETS_FILE: "/nowhere/clusters.json" },
      error: /there is no file \/nowhere\/clusters\.json/,
    },
    {
      name: "a secret and --no-key",
      words: ["--no-key"],
      environment: secrets,
      error: /can't be used together with CUSTOMHOUSE_SECRETS_FILE/,
    },
    { name: "another argument", words: ["serve"], environment: secrets, error: /"serve"/ },
    {
      name: "an invalid port",
      words: [],
      environment: { ...secrets, CUSTOMHOUSE_PORT: "65536" },
      error: /CUSTOMHOUSE_PORT must be a number from 0 to 65535, not "65536"/,
    },
    {
      name: "an invalid port for metrics",
      words: [],
      environment: { ...secrets, CUSTOMHOUSE_METRICS_PORT: "metrics" },
      error: /CUSTOMHOUSE_METRICS_PORT/,
    },
  ])("refuses $name", ({ words, environment, error }) => {
    expect(containerSettings(words, environment)).toEqual({
      ok: false,
      error: expect.stringMatching(error),
    });
  });
});
