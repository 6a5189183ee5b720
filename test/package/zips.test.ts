import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { partNamesOf } from "../../lib/cli/bundle/bundles.ts";
import { parse } from "../../lib/json/parse.ts";
import { asMap } from "../support/as-map.ts";
import { startRehearsalCluster } from "../support/rehearsal-cluster.ts";
import { type RunningFunction, startFunction } from "./lambda.ts";
import { rawReviews } from "./raw-reviews.ts";
import { recordedReviews } from "./recorded.ts";
import { emptyFolder, own, root, run } from "./run.ts";
import { unzip } from "./unzip.ts";

const folder = await emptyFolder();
const cluster = await startRehearsalCluster();
const builds = ["first", "second"] as const;

/** The zip of a function in one of the two builds. */
function zipOf(build: (typeof builds)[number], verb: string): Promise<Buffer> {
  return readFile(join(folder.path, build, `${verb}.zip`));
}

beforeAll(async () => {
  for (const build of builds) {
    await run(root, process.execPath, "infra/build/build.ts");
    await run(root, own("osls"), "package", "--package", join(folder.path, build));
  }
});

afterAll(async () => {
  await folder[Symbol.asyncDispose]();
  await cluster[Symbol.asyncDispose]();
});

describe.each(["convert", "mutate", "validate"] as const)("the zip of %s", (verb) => {
  let running: RunningFunction;

  beforeAll(async () => {
    const alone = join(folder.path, "alone", verb);
    for (const [name, bytes] of unzip(await zipOf("first", verb))) {
      await mkdir(dirname(join(alone, name)), { recursive: true });
      await writeFile(join(alone, name), bytes);
    }
    const env = { CUSTOMHOUSE_SECRETS_FILE: cluster.secretsFile };
    running = await startFunction(alone, `dist/${verb}/index.handler`, env);
  });

  afterAll(() => running[Symbol.asyncDispose]());

  test("contains one file, and beside it the files that few first reviews load", async () => {
    const parts = partNamesOf(verb).map((part) => `${part}.cjs`);
    const files = ["index.cjs", ...parts].map((name) => `dist/${verb}/${name}`);
    expect(parts).toEqual(expect.arrayContaining(["validator.cjs", "cel.cjs", "re2.cjs"]));
    expect([...unzip(await zipOf("first", verb)).keys()].sort()).toEqual(files.sort());
  });

  test("is the same, byte for byte, when built again", async () => {
    expect((await zipOf("first", verb)).equals(await zipOf("second", verb))).toBe(true);
  });

  test("responds to a raw review with a raw review, from the zip alone", async () => {
    const { review, response } = rawReviews[verb];
    const { apiVersion, kind } = review;
    expect(await running.invoke(review)).toEqual({ apiVersion, kind, response });
  });

  test.each(recordedReviews(verb))("responds to $name from the zip alone", async (recorded) => {
    const answer = await running.invoke(recorded.event);
    expect(answer).toMatchObject({ statusCode: 200 });
    expect(parse(bodyOf(answer))).toEqual(parse(recorded.response));
  });
});

/** The text of a response's body, which a gateway decodes from base64 and its caller from gzip. */
function bodyOf(answer: unknown): string {
  const { body, isBase64Encoded } = asMap(answer);
  const text = String(body);
  return isBase64Encoded === true ? gunzipSync(Buffer.from(text, "base64")).toString() : text;
}
