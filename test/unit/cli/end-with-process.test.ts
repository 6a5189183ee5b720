import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "customhouse-end-with-process-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A kubectl whose proxy only says that it listens. On SIGTERM it writes a file and ends. */
function kubectl(name: string): { readonly program: string; readonly ended: string } {
  const [program, ended] = [join(folder, name), join(folder, `${name}-ended`)];
  const code = `#!${process.execPath}
process.on("SIGTERM", () => {
  require("node:fs").writeFileSync(${JSON.stringify(ended)}, "");
  process.exit();
});
setInterval(() => undefined, 1000);
console.log("Starting to serve");
`;
  writeFileSync(program, code, { mode: 0o700 });
  return { program, ended };
}

const module = new URL("../../../lib/cli/server/cluster-api.ts", import.meta.url).href;

/** Starts a process that connects to a cluster, prints a line and then does what `then` says. */
async function connected(program: string, then: string) {
  const code = `
import { openClusterApi } from ${JSON.stringify(module)};
const api = await openClusterApi({ program: ${JSON.stringify(program)}, kubeconfig: null });
console.log("connected");
${then}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  await once(child.stdout, "data");
  return { child, exit };
}

describe("kubectl proxy ends with the process that started it", () => {
  test("after SIGKILL", async () => {
    const { program, ended } = kubectl("killed");
    const { child, exit } = await connected(program, "setInterval(() => undefined, 1000);");
    expect(existsSync(ended)).toBe(false);
    child.kill("SIGKILL");
    await exit;
    await expect.poll(() => existsSync(ended), { timeout: 10_000 }).toBe(true);
  });

  test("after process.exit", async () => {
    const { program, ended } = kubectl("exited");
    const { exit } = await connected(program, "process.exit(3);");
    expect(await exit).toEqual([3, null]);
    await expect.poll(() => existsSync(ended), { timeout: 10_000 }).toBe(true);
  });

  test("when the connection is closed, and nothing keeps the process alive", async () => {
    const { program, ended } = kubectl("closed");
    const { exit } = await connected(program, "await api.close();");
    expect(await exit).toEqual([0, null]);
    expect(existsSync(ended)).toBe(true);
  });
});
