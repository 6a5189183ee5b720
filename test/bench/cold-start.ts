import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "../../infra/build/bundles.ts";
import { conversionReview, cronTab } from "./reviews.ts";
import { type Group, median, row } from "./row.ts";
import { startRuntimeApi } from "./runtime-api.ts";

const rounds = 41;

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
    rawPath: "/convert",
    rawQueryString: "timeout=30s",
    headers: { "content-type": "application/json" },
    requestContext: { http: { method: "POST", path: "/convert" } },
    body: conversionReview(cronTab, 1),
    isBase64Encoded: false,
  });
  const first = await api.coldStart(own, event);
  if (JSON.parse(first.answer).statusCode !== 200) throw new Error("the bundle gave no answer");
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { ms } = await api.coldStart(own, event);
    ratios.push(ms / (await api.coldStart(other, event)).ms);
  }
  return median(ratios);
}
