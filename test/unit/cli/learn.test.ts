import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runLine } from "../../support/run-command.ts";
import { jobCrd } from "../../support/webhooks/in-process.ts";
import { serveWebhooks } from "../../support/webhooks/served.ts";

const folder = await mkdtemp(join(tmpdir(), "learn-"));
const served = await serveWebhooks(folder);
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function learn(...words: readonly string[]) {
  const {
    code,
    out,
    error: errors,
  } = await runLine(["learn", "--crd", jobCrd, "--runs", "30", ...words]);
  return { code, out, errors };
}

const url = ["--url", `${served.url}/convert`, "--ca", served.caFile];

describe("learn", () => {
  test("prints the rules that hold, for each pair of versions, over HTTPS", async () => {
    const { code, out, errors } = await learn(...url);
    expect(errors).toBe("");
    expect(code).toBe(0);
    expect(out).toMatch(/^# Job\.example\.com: learned from https:\/\/localhost:\d+\/…, compared/);
    expect(out).not.toContain("/convert");
    expect(out.split("\n").slice(2)).toEqual([
      "from: v1alpha1",
      "to: v1beta1",
      "rules:",
      "- { move: spec.image, to: spec.containerImage }",
      "- { move: spec.suspended, to: spec.paused }",
      '- { move: "spec.steps[*].cmd", to: "spec.steps[*].command" }',
      "---",
      "from: v1beta1",
      "to: v1",
      "rules:",
      "- { keep: spec.priority, in: v1 }",
    ]);
  });

  test("continues from a recording, and reads everything from it without the webhook", async () => {
    const file = join(folder, "jobs.jsonl");
    const first = await learn(...url, "--recording", file, "--budget", "6");
    expect(first.code).toBe(1);
    expect(first.errors).toContain(
      "the budget is used up: 6 reviews: give a larger --budget, and --recording to go on; fields that were not tried are marked TODO",
    );
    expect(first.out).toMatch(/^# TODO v1beta1 spec\.containerImage, .* was not tried$/m);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    // The last line is cut, as where a run was stopped.
    await writeFile(file, (await readFile(file, "utf8")).slice(0, -20));
    const second = await learn(...url, "--recording", file);
    expect(second.code).toBe(0);
    const offline = await learn("--recording", file);
    expect(offline.code).toBe(0);
    const rules = (text: string): readonly string[] => text.split("\n").slice(1);
    expect(rules(offline.out)).toEqual(rules(second.out));
    expect(offline.out).toContain("learned from a recording");
    const other = await learn("--recording", file, "--seed", "7");
    expect(other.code).toBe(1);
    expect(other.errors).toContain("the recording lacks some objects");
  });

  test.each<{ name: string; text: string; message: string }>([
    {
      name: "another file",
      text: "a: 1\n",
      message: ":1: is not a recording of customhouse learn",
    },
    {
      name: "a recording of another kind",
      text: '{"recording":"customhouse learn","kind":"Pizza.example.com"}\n',
      message: ":1: is a recording of Pizza.example.com, not of Job.example.com",
    },
    {
      name: "an unknown line",
      text: '{"recording":"customhouse learn","kind":"Job.example.com"}\n{"key":"v1"}\n',
      message: ":2: is not a line of a recording; remove it",
    },
  ])("refuses $name", async ({ text, message }) => {
    const file = join(folder, "wrong.jsonl");
    await writeFile(file, text);
    const { code, out, errors } = await learn("--recording", file);
    expect(errors).toContain(`customhouse learn: ${file}${message}`);
    expect([code, out]).toEqual([2, ""]);
  });

  test.each<{ name: string; words: readonly string[]; message: string }>([
    {
      name: "neither a url nor a recording",
      words: [],
      message: "give --url URL, or --recording FILE",
    },
    {
      name: "one version",
      words: [...url, "--from", "v1"],
      message: "give --from and --to together",
    },
    {
      name: "a webhook that does not respond",
      words: ["--url", "https://127.0.0.1:9/convert"],
      message: "127.0.0.1:9 can't be reached",
    },
    {
      name: "a limit of no requests",
      words: [...url, "--budget", "0"],
      message: "--budget takes a number of reviews (5000) or a time (90s, 4m), not 0",
    },
  ])("ends with 2 for $name", async ({ words, message }) => {
    const { code, errors } = await learn(...words);
    expect(errors).toContain(`customhouse learn: ${message}`);
    expect(code).toBe(2);
  });

  test("reports where the webhook stopped responding", async () => {
    const { code, errors } = await learn("--url", `${served.plainUrl}/hangs`, "--timeout", "1");
    expect(code).toBe(1);
    expect(errors).toMatch(/no response within 1 s; fields that were not tried are marked TODO$/);
  });
});
