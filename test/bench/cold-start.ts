import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundleOptions } from "../../infra/build/bundles.ts";
import { conversionReview, cronTab } from "./reviews.ts";
import { type Group, median, row } from "./row.ts";
import { startRuntimeApi } from "./runtime-api.ts";

const rounds = 41;

/** Who may call: the secret in a file, as the recorded events have it. */
const secretsFile = fileURLToPath(new URL("../payloads/secrets.json", import.meta.url));
const [key] = JSON.parse(readFileSync(secretsFile, "utf8")).clusters.rehearsal.keys;
const env = { CUSTOMHOUSE_SECRETS_FILE: secretsFile };

const hello =
  'exports.handler = async () => ({ statusCode: 200, headers: {}, body: "hello world" });\n';

/** Spawn to first answer of the convert bundle, against a function that does nothing, by the Lambda protocol. */
export const coldStart: Group = {
  name: "cold-start",
  measure: async () => {
    const folder = await mkdtemp(join(tmpdir(), "customhouse-bench-"));
    try {
      const [own, other] = [join(folder, "convert.cjs"), join(folder, "hello.cjs")];
      await build({ ...bundleOptions("convert"), outfile: own });
      await writeFile(other, hello);
      return [row("cold-start convert", await ratioOf(own, other), "x hello world", 1.15)];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function ratioOf(own: string, other: string): Promise<number> {
  await using api = await startRuntimeApi();
  const event = JSON.stringify({
    version: "2.0",
    rawPath: `/rehearsal/${key}/convert`,
    rawQueryString: "timeout=30s",
    headers: { "content-type": "application/json" },
    requestContext: { http: { method: "POST", sourceIp: "192.0.2.1" }, requestId: "r" },
    body: conversionReview(cronTab, 1),
    isBase64Encoded: false,
  });
  const first = await api.coldStart(own, event, env);
  if (JSON.parse(first.answer).statusCode !== 200) throw new Error("the bundle gave no answer");
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { ms } = await api.coldStart(own, event, env);
    ratios.push(ms / (await api.coldStart(other, event)).ms);
  }
  return median(ratios);
}
