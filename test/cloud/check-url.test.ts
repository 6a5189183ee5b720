import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { seed } from "../support/seed.ts";
import { openWorld, type World } from "./world.ts";

const command = new URL("../../lib/cli/main.ts", import.meta.url).pathname;

let world: World;

beforeAll(async () => {
  world = await openWorld({ folder: inject("packages").current });
});

afterAll(() => world?.stop());

test.each(["pizza", "crontab"])(
  "check --url finds nothing in the function that converts: %s",
  async (kind) => {
    const ca = join(world.reaper.folder, "webhook-ca.pem");
    await writeFile(ca, world.ca);
    const child = spawn(process.execPath, [
      ...[command, "check", "--url", world.url("/convert"), "--ca", ca],
      ...["--connect", `127.0.0.1:${world.cloud.port}`],
      ...["--crd", `examples/kinds/${kind}/crd.yaml`, "--runs", "5", "--seed", String(seed)],
      ...["--acknowledge", `test/support/webhooks/known-losses/${kind}.yaml`],
    ]);
    const ended = new Promise<number>((resolve) => {
      child.once("close", (code) => resolve(code ?? 1));
    });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(stderr).toBe("");
    expect(stdout).toContain("https://hooks.example.com/…   profile strict\nok ");
    expect(await ended).toBe(0);
  },
);
