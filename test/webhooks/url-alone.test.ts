import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seed } from "../support/seed.ts";
import { plantedFaults } from "../support/webhooks/faults.ts";
import { jobCrd } from "../support/webhooks/in-process.ts";
import { type ServedWebhooks, serveWebhooks } from "../support/webhooks/served.ts";

const command = new URL("../../lib/cli/main.ts", import.meta.url).pathname;

/** How many of the faulty webhooks one run tries; which of them, the seed decides. `faults.test.ts` tries all, without the wire. */
const share = 3;

let folder: string;
let served: ServedWebhooks;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "url-alone-"));
  served = await serveWebhooks(folder);
});

afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Runs the command as anyone does who has nothing but url and CRD. */
async function customhouse(...words: readonly string[]) {
  const child = spawn(process.execPath, [
    ...[command, ...words, "--ca", served.caFile, "--crd", jobCrd, "--seed", String(seed)],
  ]);
  const ended = new Promise<number>((resolve) => {
    child.once("close", (code) => resolve(code ?? 1));
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, stdout, stderr };
}

const chosen = Array.from({ length: share }, (_, index) => {
  const at = (seed + Math.floor((index * plantedFaults.length) / share)) % plantedFaults.length;
  return { ...plantedFaults[at], at };
});

describe("with url and CRD alone", () => {
  test("a correct webhook has no fault", async () => {
    const { code, stdout } = await customhouse("check", "--url", `${served.url}/convert`);
    expect(stdout).toContain("ok    24 laws");
    expect(code).toBe(0);
  });

  test.each(chosen)("a faulty webhook is found: $name", async ({ at, law }) => {
    const url = `${served.url}/fault/${at}`;
    const { code, stderr } = await customhouse("check", "--url", url, "--hostile");
    expect(stderr).toMatch(new RegExp(`Job\\.example\\.com fails .*\\b${law}\\b`));
    expect(code).toBe(1);
  });

  test("two correct webhooks are equal", async () => {
    const sides = ["--old", `${served.url}/convert`, "--new", `${served.plainUrl}/convert`];
    const { code, stdout } = await customhouse("parity", ...sides, "--strict");
    expect(stdout).toContain("ok    both webhooks do the same");
    expect(code).toBe(0);
  });
});
