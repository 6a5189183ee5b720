import { expect, test } from "vitest";
import type { ApiCall, ApiReply } from "../../../lib/cli/server/api-request.ts";
import type { ClusterApi } from "../../../lib/cli/server/cluster-api.ts";
import { retryingClient } from "../../../lib/cli/server/retrying-reader.ts";

/** A server with some responses, which then responds with 200. */
function responding(...replies: readonly ApiReply[]): ClusterApi & { readonly calls: ApiCall[] } {
  const calls: ApiCall[] = [];
  const left = replies.values();
  const ok: ApiReply = { status: 200, body: {} };
  return {
    calls,
    call: async (call) => {
      calls.push(call);
      return left.next().value ?? ok;
    },
    close: async () => undefined,
  };
}

const path = "/apis/example.com/v1/backups";

test.each([
  { name: "too busy", status: 429 },
  { name: "changing what serves a definition", status: 503 },
])("a request that the server refuses because it is $name is sent again", async ({ status }) => {
  const api = responding({ status, body: {}, retryAfterSeconds: 0 });
  const write = { method: "PATCH", path, body: {} } as const;
  expect(await retryingClient(api).send(write)).toMatchObject({ status: 200 });
  expect(api.calls).toEqual([write, write]);
});

test.each([
  { name: "without a time to wait", reply: { status: 503, body: {} } },
  { name: "for more than a minute", reply: { status: 429, body: {}, retryAfterSeconds: 61 } },
  { name: "for another reason", reply: { status: 500, body: {}, retryAfterSeconds: 0 } },
])("a response that refuses a request $name is returned", async ({ reply }) => {
  const api = responding(reply);
  expect(await retryingClient(api).get(path)).toEqual(reply);
  expect(api.calls).toEqual([{ method: "GET", path }]);
});

test("a request that the server always refuses is sent ten times", async () => {
  const busy = { status: 429, body: {}, retryAfterSeconds: 0 };
  const api = responding(...Array(20).fill(busy));
  expect(await retryingClient(api).get(path, "text/plain")).toEqual(busy);
  expect(api.calls).toHaveLength(10);
  expect(api.calls[0]).toEqual({ method: "GET", path, accept: "text/plain" });
});
