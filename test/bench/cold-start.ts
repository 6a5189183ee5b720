import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { exampleBundling } from "../../infra/build/example-bundling.ts";
import { bundleOptions, partOptions } from "../../lib/cli/bundle/bundles.ts";
import { conversionReview, cronTab } from "./reviews.ts";
import { type Group, median, type Row, row, type Time, time } from "./row.ts";
import { type RuntimeApi, startRuntimeApi } from "./runtime-api.ts";
import { startSecretsServer } from "./secrets-server.ts";

const bundling = await exampleBundling();

const rounds = 31;

/** Who may call: the secret as the recorded events have it. */
const secretsFile = fileURLToPath(new URL("../payloads/secrets.json", import.meta.url));
const secret = readFileSync(secretsFile, "utf8");
const [key] = JSON.parse(secret).clusters.rehearsal.keys;

const event = JSON.stringify({
  version: "2.0",
  rawPath: `/rehearsal/${key}/convert`,
  rawQueryString: "timeout=30s",
  headers: { "content-type": "application/json" },
  requestContext: { http: { method: "POST", sourceIp: "192.0.2.1" }, requestId: "r" },
  body: conversionReview(cronTab, 1),
  isBase64Encoded: false,
});

const hello =
  'exports.handler = async () => ({ statusCode: 200, headers: {}, body: "hello world" });\n';

/**
 * Spawn to first response of the convert bundle, by the Lambda protocol, against a function that does nothing; the secret in
 * a file, in AWS Secrets Manager by the real SDK, and from the Parameters and Secrets extension.
 */
export const coldStart: Group = {
  name: "cold-start",
  measure: async (note) => {
    const folder = await mkdtemp(join(tmpdir(), "customhouse-bench-"));
    try {
      const [own, other] = [join(folder, "index.cjs"), join(folder, "hello.cjs")];
      await build({ ...bundleOptions("convert", bundling), outfile: own });
      for (const part of ["secrets-manager", "secrets-extension"] as const) {
        const outfile = join(folder, `${part}.cjs`);
        await build({ ...partOptions("convert", part, bundling.folder), outfile });
      }
      await writeFile(other, hello);
      return await rowsOf(own, other, note);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function rowsOf(
  own: string,
  other: string,
  note: (time: Time) => void,
): Promise<readonly Row[]> {
  await using api = await startRuntimeApi();
  await using secrets = await startSecretsServer(secret);
  const cases = [
    { secret: "", env: { CUSTOMHOUSE_SECRETS_FILE: secretsFile }, target: 1.15 },
    { secret: ", Secrets Manager", env: secrets.sdk, target: 2 },
    { secret: ", secrets extension", env: secrets.extension, target: 2 },
  ];
  const floors: number[] = [];
  const measured = cases.map((each) => ({ ...each, times: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    floors.push((await api.coldStart(other, event)).ms);
    for (const { env, times } of measured) times.push(await answeredMs(api, own, env));
  }
  note(time("cold-start", "hello world", median(floors), "ms"));
  return measured.map(({ secret, target, times }) => {
    note(time("cold-start", `customhouse${secret}`, median(times), "ms"));
    const ratios = times.map((ms, each) => ms / (floors[each] ?? Number.NaN));
    return row(`cold-start convert${secret}`, median(ratios), "x hello world", target);
  });
}

async function answeredMs(
  api: RuntimeApi,
  bundle: string,
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const { ms, answer } = await api.coldStart(bundle, event, env);
  if (JSON.parse(answer).statusCode !== 200) throw new Error("the bundle gave no response");
  return ms;
}
