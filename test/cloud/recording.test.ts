import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AwsClient } from "aws4fetch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { functionNames } from "../../lib/cli/bundle/bundles.ts";
import { replay } from "../../lib/cli/verbs/replay/replay.ts";
import { startFunction } from "../package/lambda.ts";
import { recordedReviews } from "../package/recorded.ts";
import { emptyFolder, root } from "../package/run.ts";
import { runCommand } from "../support/run-command.ts";
import { type Moto, startMoto } from "./moto.ts";

const bucket = "recordings";
const secrets = join(root, "test/payloads/secrets.json");
const folder = await emptyFolder();
let moto: Moto;

/** Speaks to the bucket as a person with the AWS CLI does. */
async function inBucket(path: string, method = "GET"): Promise<string> {
  const client = new AwsClient({
    accessKeyId: "rehearsal",
    secretAccessKey: "rehearsal",
    service: "s3",
    region: "eu-central-1",
  });
  const response = await client.fetch(`${moto.url}/${bucket}${path}`, {
    method,
    ...(method === "PUT" && { body: createBucket }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return response.text();
}

const createBucket =
  "<CreateBucketConfiguration><LocationConstraint>eu-central-1</LocationConstraint></CreateBucketConfiguration>";

async function keysInBucket(): Promise<readonly string[]> {
  const list = await inBucket("?list-type=2");
  return [...list.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = ""]) => key);
}

/** Sends all recorded events of a verb to its bundle; gives the HTTP statuses. */
async function sendAll(
  verb: (typeof functionNames)[number],
  environment: NodeJS.ProcessEnv,
): Promise<readonly unknown[]> {
  const env = { ...moto.variables, CUSTOMHOUSE_SECRETS_FILE: secrets, ...environment };
  await using running = await startFunction(root, `dist/${verb}/index.handler`, env);
  const statuses: unknown[] = [];
  for (const { event } of recordedReviews(verb)) {
    const answer = await running.invoke(event);
    statuses.push(
      answer !== null && typeof answer === "object" && "statusCode" in answer && answer.statusCode,
    );
  }
  return statuses;
}

beforeAll(async () => {
  moto = await startMoto();
  await inBucket("", "PUT");
});

afterAll(async () => {
  await moto?.[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

// One after another: the bucket fills.
describe("the bundles, with a bucket in moto", () => {
  test.each([
    { name: "no bucket", environment: { CUSTOMHOUSE_RECORDINGS_SHARE: "1" } },
    {
      name: "a share of 0",
      environment: { CUSTOMHOUSE_RECORDINGS_BUCKET: bucket, CUSTOMHOUSE_RECORDINGS_SHARE: "0" },
    },
    { name: "no share", environment: { CUSTOMHOUSE_RECORDINGS_BUCKET: bucket } },
  ])("record nothing with $name", async ({ environment }) => {
    await sendAll("convert", environment);
    expect(await keysInBucket()).toEqual([]);
  });

  test("respond if the bucket does not exist", async () => {
    const elsewhere = {
      CUSTOMHOUSE_RECORDINGS_BUCKET: "no-bucket",
      CUSTOMHOUSE_RECORDINGS_SHARE: "1",
    };
    const plain = await sendAll("convert", {});
    expect(await sendAll("convert", elsewhere)).toEqual(plain);
  });

  test("record each review below its cluster, and replay finds no difference", async () => {
    const on = { CUSTOMHOUSE_RECORDINGS_BUCKET: bucket, CUSTOMHOUSE_RECORDINGS_SHARE: "1" };
    let answered = 0;
    for (const verb of functionNames) {
      const statuses = await sendAll(verb, on);
      answered += statuses.filter((status) => status === 200).length;
    }
    expect(answered).toBeGreaterThan(20);
    const keys = await keysInBucket();
    expect(keys).toHaveLength(answered);
    const texts = await Promise.all(keys.map((key) => inBucket(`/${key}`)));
    for (const [index, key] of keys.entries()) {
      expect(key).toMatch(
        /^rehearsal\/(convert|mutate|validate)\/[-\d]{10}\/[.\d]{10}-[-\w]{36}(-\d+)?\.json$/,
      );
      await mkdir(dirname(join(folder.path, key)), { recursive: true });
      await writeFile(join(folder.path, key), texts[index] ?? "");
    }
    const [key = ""] = JSON.parse(await readFile(secrets, "utf8")).clusters.rehearsal.keys;
    expect(key).not.toBe("");
    expect(texts.join("")).not.toContain(key);
    expect(texts.join("")).not.toMatch(/userInfo|managedFields|system:masters/);
    expect(await runCommand(replay, [folder.path, "--kinds", "examples/kinds"])).toEqual({
      code: 0,
      out: `${answered} recordings, all responses as recorded`,
      error: "",
    });
  });
});
