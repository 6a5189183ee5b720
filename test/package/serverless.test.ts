import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rawReviews } from "./raw-reviews.ts";
import { emptyFolder, own, root, run } from "./run.ts";

const folder = await emptyFolder();
const { review, response } = rawReviews.convert;
const answer = { apiVersion: review["apiVersion"], kind: review["kind"], response };

const secretsFile = join(root, "test/payloads/secrets.json");
const [key] = JSON.parse(await readFile(secretsFile, "utf8")).clusters.rehearsal.keys;

const event = {
  version: "2.0",
  rawPath: `/rehearsal/${key}/convert`,
  rawQueryString: "timeout=30s",
  headers: { "content-type": "application/json" },
  requestContext: { http: { method: "POST", sourceIp: "192.0.2.1" }, requestId: "r" },
  body: JSON.stringify(review),
  isBase64Encoded: false,
};

/** The part of a response that `invoke local` prints, after the function's own log line. */
async function invokeLocal(input: object): Promise<unknown> {
  const file = join(folder.path, "input.json");
  await writeFile(file, JSON.stringify(input));
  const words = [own("osls"), "invoke", "local", "-f", "convert", "--path", file];
  const text = await run(root, "env", `CUSTOMHOUSE_SECRETS_FILE=${secretsFile}`, ...words);
  return JSON.parse(text.slice(text.search(/^\{$/m)));
}

beforeAll(async () => {
  await run(root, process.execPath, "infra/build/build.ts");
});

afterAll(() => folder[Symbol.asyncDispose]());

describe("the Serverless Framework, without a cloud", () => {
  test("invokes a function with a raw review", async () => {
    expect(await invokeLocal(review)).toEqual(answer);
  });

  test("invokes a function with a gateway's event", async () => {
    expect(await invokeLocal(event)).toMatchObject({ statusCode: 200, body: answer });
  });

  test("prints the whole configuration, each function packaged by itself", async () => {
    const text = await run(root, own("osls"), "print", "--format", "json");
    const { functions, provider } = JSON.parse(text);
    expect(Object.keys(functions)).toEqual(["convert", "mutate", "validate"]);
    expect(provider).toMatchObject({ runtime: "nodejs24.x", architecture: "arm64" });
  });

  test("writes no path to the access log: paths hold keys", async () => {
    const text = await run(root, own("osls"), "print", "--path", "provider.logs.httpApi.format");
    expect(text).toContain("$context.routeKey");
    expect(text).not.toMatch(/\$context\.(path|http\.path)\b/);
  });
});
