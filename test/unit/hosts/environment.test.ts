import { describe, expect, test } from "vitest";
import { pathOf } from "../../../infra/build/root.ts";
import { callersFromEnvironment } from "../../../lib/hosts/lambda/environment.ts";
import { deadlineOf } from "../../../lib/request/deadline.ts";
import { givesSecret, notReady, startSecretsExtension } from "../../support/secrets-extension.ts";

const secretOf = (...keys: readonly string[]) => JSON.stringify({ clusters: { eu: { keys } } });

/** The callers of a function with the extension; `knows` sends a request with a key. */
function callersWith(environment: Readonly<Record<string, string>>) {
  const names = { CUSTOMHOUSE_SECRET_ID: "clusters", CUSTOMHOUSE_SECRETS_EXTENSION: "on" };
  const callers = callersFromEnvironment(
    { ...names, ...environment },
    { lookup: undefined, log: () => undefined },
  );
  const origin = { verb: "convert", source: undefined, requestId: "r" } as const;
  return async (key: string, cluster = "eu"): Promise<boolean> => {
    const deadline = deadlineOf("30s");
    const { ok } = await callers.identify({ ...origin, credentials: { cluster, key }, deadline });
    return ok;
  };
}

describe("callersFromEnvironment with the extension", () => {
  test("reads the secret with the first request, which waits until it is ready", async () => {
    await using extension = await startSecretsExtension(secretOf("a"));
    extension.answers(notReady, notReady, givesSecret(secretOf("a")));
    const knows = callersWith(extension.environment);
    expect(await knows("a")).toBe(true);
    expect(await knows("a")).toBe(true);
    expect(extension.asked).toHaveLength(3);
  });

  test("knows a new key as soon as it is used, because an unknown key makes it read again", async () => {
    await using extension = await startSecretsExtension(secretOf("a"));
    const knows = callersWith(extension.environment);
    expect(await knows("a")).toBe(true);
    extension.answers(givesSecret(secretOf("b", "a")));
    expect(await knows("b")).toBe(true);
    expect(extension.asked).toHaveLength(2);
    expect(await knows("c")).toBe(false);
    expect(extension.asked).toHaveLength(2);
  });

  test("reads a file if the environment names one", async () => {
    await using extension = await startSecretsExtension(secretOf("a"));
    const file = pathOf("test/payloads/secrets.json");
    const knows = callersWith({ ...extension.environment, CUSTOMHOUSE_SECRETS_FILE: file });
    expect(await knows("rEhEaRsAl-0nly_0123456789abcdefghijklmnopqrstuvw", "rehearsal")).toBe(true);
    expect(extension.asked).toEqual([]);
  });
});
