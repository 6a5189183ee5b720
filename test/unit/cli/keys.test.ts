import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { clustersOf } from "../../../lib/callers/secret/clusters.ts";
import { readSecret } from "../../../lib/callers/secret/document.ts";
import { keys } from "../../../lib/cli/verbs/keys/keys.ts";
import { runCommand } from "../../support/run-command.ts";

const folder = await mkdtemp(join(tmpdir(), "keys-"));
afterAll(() => rm(folder, { recursive: true }));

/** Runs `customhouse keys` on a secret of its own, and reads it as a function would. */
function place(name: string) {
  const secrets = join(folder, `${name}.json`);
  const run = (verb: string, ...more: readonly string[]) =>
    runCommand(keys, [verb, "--secrets", secrets, "--cluster", "eu-1", ...more]);
  const opens = async (key: string): Promise<string | undefined> => {
    const secret = readSecret(await readFile(secrets, "utf8"));
    if (!secret.ok) throw new Error(secret.error);
    return clustersOf(secret.value).find({ cluster: "eu-1", key }, undefined)?.key;
  };
  return { secrets, run, opens };
}

describe("customhouse keys", () => {
  test("new, rotate and retire always leave a valid key", async () => {
    const { secrets, run, opens } = place("life");
    const first = await run("new");
    expect(first.code).toBe(0);
    expect(first.out).toMatch(/^[a-z2-7]{48}$/);
    expect(first.error).toContain("customhouse manifests --url URL --cluster eu-1");
    expect(await opens(first.out)).toBe("current");
    expect((await stat(secrets)).mode & 0o777).toBe(0o600);

    const second = await run("rotate");
    expect(second.out).not.toBe(first.out);
    expect([await opens(second.out), await opens(first.out)]).toEqual(["current", "previous"]);

    const third = await run("rotate");
    expect(third).toMatchObject({ code: 1, out: "" });
    expect(third.error).toContain("cluster eu-1 already has two keys");

    const retired = await run("retire");
    expect(retired).toMatchObject({ code: 0, out: "" });
    expect([await opens(second.out), await opens(first.out)]).toEqual(["current", undefined]);
  });

  test("--key-file writes the key to a file instead of standard output", async () => {
    const { run, opens } = place("file");
    const file = join(folder, "eu-1.key");
    const ran = await run("new", "--key-file", file);
    const key = (await readFile(file, "utf8")).trim();
    expect(ran.out).toBe("");
    expect(ran.error).not.toContain(key);
    expect(ran.error).toContain(`--key-file ${file}`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await opens(key)).toBe("current");
  });

  test("access sets how the cluster is reached, and does not change its keys", async () => {
    const { secrets, run, opens } = place("access");
    const { out: key } = await run("new");
    const token = join(folder, "token");
    await writeFile(token, "t0ken\n");
    const ran = await run("access", "--server", "https://10.0.0.1:6443", "--token-file", token);
    expect(ran.code).toBe(0);
    expect(JSON.parse(await readFile(secrets, "utf8")).clusters["eu-1"]).toEqual({
      keys: [key],
      server: "https://10.0.0.1:6443/",
      token: "t0ken",
    });
    expect(await opens(key)).toBe("current");
  });

  test.each(["HTTPS://API.example.com", "https:api.example.com", "https://api.example.com/@x"])(
    "access --server %s never writes a secret that no function can read",
    async (server) => {
      const { secrets, run } = place("server");
      await writeFile(secrets, '{"clusters": {"eu-1": {"keys": ["a"]}}}');
      await run("access", "--server", server);
      expect(readSecret(await readFile(secrets, "utf8")).ok).toBe(true);
    },
  );

  test("does not change other clusters, whatever their names", async () => {
    const { secrets, run } = place("others");
    const others = '{"clusters": {"__proto__": {"keys": ["a"]}, "b": {"keys": ["c", "d"]}}}';
    await writeFile(secrets, others);
    await run("new");
    const after = await readFile(secrets, "utf8");
    expect(after).toContain('"__proto__"');
    expect(JSON.parse(after)).toMatchObject(JSON.parse(others));
  });

  test.each([
    { name: "new for a cluster that has a key", verbs: ["new", "new"], says: "already has a key" },
    { name: "rotate for no cluster", verbs: ["rotate"], says: "there is no cluster eu-1 yet" },
    { name: "retire for no cluster", verbs: ["retire"], says: "there is no cluster eu-1 yet" },
    { name: "retire of the only key", verbs: ["new", "retire"], says: "has only one key" },
  ])("refuses $name", async ({ name, verbs, says }) => {
    const { run } = place(name);
    const ran = [];
    for (const verb of verbs) ran.push(await run(verb));
    expect(ran.at(-1)).toMatchObject({ code: 1, error: expect.stringContaining(says) });
  });

  test("does not show any value of a malformed secret, and does not change it", async () => {
    const { secrets, run } = place("malformed");
    const text = '{"clusters": {"eu-1": {"keys": ["planted/5ecret"]}}}';
    await writeFile(secrets, text);
    const ran = await run("rotate");
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.error).toContain("clusters.<cluster>.keys.0 must match pattern");
    expect(ran.error).not.toContain("planted");
    expect(await readFile(secrets, "utf8")).toBe(text);
  });

  test.each([
    { args: ["new"], says: "--cluster takes" },
    { args: ["new", "--cluster", "a/b"], says: "--cluster takes" },
    { args: ["grow", "--cluster", "a"], says: "give one action: new, rotate, retire or access" },
    { args: ["access", "--cluster", "a"], says: "access needs --server" },
    { args: ["access", "--cluster", "a", "--server", "http://a"], says: "https" },
    {
      args: ["new", "--cluster", "a", "--secrets", "f", "--secret-id", "i"],
      says: "name two secrets",
    },
    { args: ["new", "--cluster", "a"], says: "name the secret with" },
  ])("$args is wrong usage", async ({ args, says }) => {
    const ran = await runCommand(keys, args);
    expect(ran.code).toBe(2);
    expect(ran.error).toContain(says);
  });
});
