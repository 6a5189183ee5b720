import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { slowNotes } from "../../../lib/cli/verbs/check/webhook/slow-notes.ts";
import { openBlockingPort } from "../../../lib/cli/wire/blocking-port.ts";
import { openCertificateAuthority } from "../../../lib/hosts/local/certificate-authority.ts";
import { recordingText } from "../../../lib/service/recording/recording.ts";
import { runLine } from "../../support/run-command.ts";
import { plantedFaults } from "../../support/webhooks/faults.ts";
import { jobCrd } from "../../support/webhooks/in-process.ts";
import { serveWebhooks } from "../../support/webhooks/served.ts";

const folder = await mkdtemp(join(tmpdir(), "check-url-"));
const served = await serveWebhooks(folder);
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function check(path: string, ...words: readonly string[]) {
  const { code, out, error } = await runLine([
    "check",
    ...["--url", path.includes(":") ? path : `${served.url}${path}`],
    ...["--ca", served.caFile, "--crd", jobCrd, "--seed", "1", "--runs", "3"],
    ...words,
  ]);
  return { code, out, errors: error };
}

/** The path of a planted fault. */
function faultPath(name: string): string {
  const index = plantedFaults.findIndex((fault) => fault.name === name);
  if (index < 0) throw new Error(`there is no fault ${name}`);
  return `/fault/${index}`;
}

const labels = faultPath("a field is lost on the way down");

describe("check --url", () => {
  test("finds no fault in a correct webhook, over HTTPS", async () => {
    const { code, out, errors } = await check("/convert");
    expect(errors).toBe("");
    expect(code).toBe(0);
    expect(out).toMatch(
      /^Job\.example\.com {2}v1alpha1, v1beta1, v1 {3}https:\/\/localhost:\d+\/… {3}profile strict\nok {4}24 laws, 2 not tried \(hostile-bodies, examples\), [\d,]+ objects \(\d+ not judged: refused, or not valid\), /,
    );
    expect(out).not.toContain("/convert");
  });

  test("sends fewer reviews in the profile core, also over HTTP on this machine", async () => {
    const { code, out } = await check(`${served.plainUrl}${labels}`, "--profile", "core");
    expect(code).toBe(0);
    expect(out).toContain("ok    8 laws");
  });

  test("connects to another address than the url's, and verifies the certificate for the url", async () => {
    const url = "https://hooks.jobs-system.svc/convert";
    const words = ["--connect", `127.0.0.1:${served.port}`, "--law", "round-trip"];
    const { code, out } = await check(url, ...words);
    expect(code).toBe(0);
    expect(out).toContain("https://hooks.jobs-system.svc/…");
    const other = await check("https://other.jobs-system.svc/convert", ...words);
    expect(other.code).toBe(2);
    expect(other.errors).toContain("other.jobs-system.svc can't be reached");
  });

  test.each([
    { name: "it is broken over HTTP/2", law: "http2", message: /over HTTP\/2: HTTP 500/ },
    {
      name: "the path is compared with its query",
      law: "short-timeout",
      message: /with \?timeout=5s: HTTP 404/,
    },
    {
      name: "each response closes the connection",
      law: "keep-alive",
      message: /the webhook closes the connection after a response/,
    },
  ])("finds over the wire that $name", async ({ name, law, message }) => {
    const { code, out, errors } = await check(faultPath(name), "--law", law);
    expect(errors).toBe(`customhouse check: Job.example.com fails ${law}`);
    expect(out).toMatch(message);
    expect(code).toBe(1);
  });

  test("does not try HTTP/2 if it is not offered", async () => {
    const { out } = await check(`${served.plainUrl}/convert`, "--law", "http2", "-o", "json");
    const [{ laws }] = JSON.parse(out).webhooks;
    expect(laws).toHaveLength(6);
    expect(laws.filter(({ runs }: { runs: number }) => runs > 0)).toEqual([]);
  });

  test("sends hostile and large bodies only with --hostile", async () => {
    const words = ["--law", "hostile-bodies", "--law", "large-reviews", "-o", "json"];
    const runsOf = (out: string): readonly string[] => {
      const [{ laws }] = JSON.parse(out).webhooks;
      return [
        ...new Set<string>(
          laws.map(({ law, runs }: { law: string; runs: number }) => `${law} ${runs}`),
        ),
      ];
    };
    const plain = await check("/convert", ...words);
    expect(plain.code).toBe(0);
    expect(runsOf(plain.out)).toEqual(["large-reviews 1", "hostile-bodies 0"]);
    const hostile = await check("/convert", ...words, "--hostile");
    expect(hostile.code).toBe(0);
    expect(runsOf(hostile.out)).toEqual(["large-reviews 2", "hostile-bodies 17"]);
  });

  test("uses no large sample for a webhook that may serve a cluster, unless with --hostile", async () => {
    const sample = join(folder, "large.json");
    const [metadata, spec] = [{ name: "large" }, { note: "x".repeat(200_000) }];
    const head = { apiVersion: "example.com/v1", kind: "Job" };
    await writeFile(sample, JSON.stringify({ ...head, metadata, spec }));
    const url = "https://hooks.jobs-system.svc/convert";
    const words = ["--connect", `127.0.0.1:${served.port}`, "--samples", sample];
    const law = ["--law", "examples", "-o", "json"];
    const { errors } = await check(url, ...words, "--law", "examples");
    expect(errors).toContain("1 of 1 given objects are left out: they have more than 100 kB");
    const runs = async (...more: readonly string[]): Promise<number> => {
      const { out } = await check(url, ...words, ...law, ...more);
      const [{ laws }] = JSON.parse(out).webhooks;
      return Math.max(...laws.map((each: { runs: number }) => each.runs));
    };
    expect(await runs()).toBe(0);
    expect(await runs("--hostile")).toBe(1);
  });

  test("prints how long each review takes if that is long", async () => {
    const { code, out } = await check("/slow", "--law", "same-version", "--runs", "3");
    expect(out).toMatch(/^note {2}\d+ ms for each review \(median\): /m);
    expect(code).toBe(0);
    expect(slowNotes(20)).toEqual([]);
  });

  test("prints the progress of a long check without a terminal", async () => {
    let now = 0;
    const clock = vi.spyOn(Date, "now").mockImplementation(() => (now += 20_000));
    const written: string[] = [];
    const stderr = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
      written.push(String(text));
      return true;
    });
    try {
      await check("/convert", "--law", "same-version", "--runs", "1");
    } finally {
      clock.mockRestore();
      stderr.mockRestore();
    }
    expect(written.join("")).toContain("Job  16% same-version v1alpha1 to v1beta1");
  });

  test("sends nothing more to a webhook that may serve a cluster once it has failed", async () => {
    const review = JSON.stringify({ request: { uid: "1" } });
    const limits = { maxReviews: 10, maxSeconds: 60, isCareful: true };
    const port = openBlockingPort({ url: `${served.plainUrl}/fails`, timeoutSeconds: 5 }, limits);
    for (let count = 0; count < 3; count++)
      expect(port.send(review)).toMatchObject({ type: "response" });
    expect(port.send(review)).toEqual({
      type: "lost",
      reason: "3 responses in a row were HTTP 5xx",
    });
    expect(port.deliveries?.get("short-timeout")?.(review)).toMatchObject({ type: "lost" });
    expect(port.sent()).toBe(3);
    await port.close();
  });

  test("does not send a review of more bytes than the API server allows", async () => {
    const limits = { maxReviews: 10, maxSeconds: 60, isCareful: true, maxBytes: 1_000 };
    const port = openBlockingPort({ url: `${served.plainUrl}/convert`, timeoutSeconds: 5 }, limits);
    expect(port.send("x".repeat(1_001))).toMatchObject({ type: "lost" });
    expect(port.ended()).toEqual({
      reason: "a review would have 1001 bytes, and more than 1000 are sent only with --hostile",
      isFault: false,
    });
    expect(port.sent()).toBe(0);
    await port.close();
  });

  test("shows the smallest counterexample, and writes it with a command that reproduces it", async () => {
    const results = join(folder, "not-there-yet", "results");
    const words = ["--law", "round-trip", "--out", results];
    const { code, out, errors } = await check(labels, ...words);
    expect(code).toBe(1);
    expect(errors).toBe("customhouse check: Job.example.com fails round-trip");
    expect(out).toContain("FAIL  round-trip  v1beta1 → v1alpha1");
    expect(out).toMatch(/but spec\.labels: \{.*\} became absent/);
    const start = join(results, "round-trip.v1beta1-v1alpha1");
    const before = await readFile(`${start}.before.yaml`, "utf8");
    expect(before).toMatch(/^apiVersion: example\.com\/v1beta1\n.*spec:\n {2}labels:/s);
    expect(await readFile(`${start}.returned.yaml`, "utf8")).not.toContain("labels:");
    expect((await stat(`${start}.before.yaml`)).mode & 0o777).toBe(0o600);
    const command = out.split("\n").find((line) => line.includes(`${start}.review.json`));
    const repeated = spawnSync("sh", ["-c", command ?? "false"], {
      encoding: "utf8",
      env: { ...process.env, WEBHOOK_URL: `${served.url}${labels}`, no_proxy: "*" },
    });
    expect(repeated.stderr).toBe("");
    expect(JSON.parse(repeated.stdout).response.convertedObjects).toMatchObject([
      { apiVersion: "example.com/v1alpha1", spec: {} },
    ]);
  });

  test("prints the entry that acknowledges a failure, and a list of known losses accepts it", async () => {
    const file = join(folder, "pasted.yaml");
    const words = ["--law", "round-trip", "--law", "edits-survive"];
    const { out } = await check(labels, ...words);
    const entry = '- { law: round-trip, path: spec.labels, reason: "" }';
    expect(out).toContain(
      `\n      if it is a known loss, add to the file of --acknowledge: ${entry}\n`,
    );
    const entries = out.match(/(?<=--acknowledge: ).*/g) ?? [];
    await writeFile(file, `acknowledged:\n${entries.join("\n").replaceAll('""', "known")}\n`);
    const again = await check(labels, ...words, "--acknowledge", file);
    expect(again.code).toBe(0);
  });

  test("acknowledges by its path a value that only a fragment gets", async () => {
    const file = join(folder, "fragments.yaml");
    const words = ["--law", "fragments", "--runs", "60"];
    const { out } = await check("/fills", ...words);
    expect(out).toContain("{ law: fragments, path: spec.note, reason");
    const [entry = ""] = out.match(/(?<=--acknowledge: ).*/) ?? [];
    await writeFile(file, `acknowledged: [${entry.slice(2).replace('""', "known")}]`);
    const { code } = await check("/fills", ...words, "--acknowledge", file);
    expect(code).toBe(0);
  });

  test("lists the paths that several laws lose, with laws and directions", async () => {
    const words = ["--law", "round-trip", "--law", "explicit-values", "--law", "converts"];
    const { out } = await check(labels, ...words, "--runs", "6");
    const [, summary = ""] = out.split("\nlost or changed, by path");
    expect(summary.split("\n").slice(1, 2)).toEqual([
      "  spec.labels  round-trip, explicit-values (v1alpha1 to v1beta1, v1alpha1 to v1, v1beta1 to v1alpha1, v1 to v1alpha1)",
    ]);
    const { out: single } = await check(labels, "--law", "round-trip");
    expect(single).not.toContain("by path");
  });

  test("names the path of an explicit value once", async () => {
    const { out } = await check(labels, "--law", "explicit-values");
    expect(out).toMatch(/\n {6}but spec\.labels: \S+ became absent\n/);
  });

  test("prints no entry for a failure that no path can acknowledge", async () => {
    const { out } = await check("/hangs", "--timeout", "1");
    expect(out).toContain("FAIL  responds");
    expect(out).not.toContain("--acknowledge");
  });

  test("generates variants of recorded objects", async () => {
    const recordings = join(folder, "recordings");
    await mkdir(recordings);
    const object = {
      apiVersion: "example.com/v1",
      kind: "Job",
      metadata: { name: "recorded", namespace: "default" },
      spec: { note: "recorded" },
    };
    const head = { apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview" };
    const text = recordingText({
      time: "2026-01-01T00:00:00.000Z",
      cluster: undefined,
      verb: "convert",
      review: {
        ...head,
        request: { uid: "1", desiredAPIVersion: "example.com/v1beta1", objects: [object, object] },
      },
      answer: head,
      lookups: [],
    });
    await writeFile(join(recordings, "one.json"), text);
    const words = ["--recordings", recordings, "--law", "examples", "-o", "json"];
    const { code, out } = await check("/convert", ...words);
    expect(code).toBe(0);
    const [{ laws }] = JSON.parse(out).webhooks;
    const runs = laws.map(({ from, runs }: { from: string; runs: number }) => `${from} ${runs}`);
    expect(runs).toEqual(expect.arrayContaining(["v1alpha1 0", "v1beta1 0", "v1 1"]));
  });

  test("ignores acknowledged failures, and names entries that are not needed", async () => {
    const file = join(folder, "known.yaml");
    await writeFile(
      file,
      `acknowledged:
- { law: round-trip, path: spec.labels, reason: v1alpha1 has no labels }
- { law: round-trip, path: spec.image, reason: fixed since }
- { law: settles, reason: is not tried }
`,
    );
    const { code, out } = await check(labels, "--law", "round-trip", "--acknowledge", file);
    expect(code).toBe(0);
    expect(out).toContain(
      "no longer needed in --acknowledge: round-trip, spec.image (fixed since)",
    );
    expect(out).not.toContain("settles");
  });

  test("counts a law as acknowledged in one direction alone", async () => {
    const file = join(folder, "direction.yaml");
    const entry = "law: refusal-named, from: v1, to: v1beta1, reason: r";
    await writeFile(file, `acknowledged: [{ ${entry} }]`);
    const path = faultPath("a refusal has no message");
    const words = ["--law", "refusal-named", "--acknowledge", file, "--runs", "60", "-o", "json"];
    const { code, out } = await check(path, ...words);
    expect(code).toBe(1);
    const [{ laws }] = JSON.parse(out).webhooks;
    const passed = laws.filter((law: { passed: boolean }) => law.passed);
    expect(passed).toMatchObject([{ from: "v1", to: "v1beta1", waived: { why: "r" } }]);
  });

  test.each([
    {
      name: "several laws",
      law: "law: [round-trip, metadata-kept], ",
      needless: "metadata-kept, spec.",
    },
    { name: "every law", law: "", needless: undefined },
  ])("counts a loss as acknowledged for $name", async ({ law, needless }) => {
    const file = join(folder, "laws.yaml");
    await writeFile(file, `acknowledged: [{ ${law}path: spec.labels, reason: r }]`);
    const words = ["--law", "round-trip", "--law", "metadata-kept"];
    const { code, out } = await check(labels, ...words, "--acknowledge", file);
    expect(code).toBe(0);
    expect(out.match(/no longer needed in --acknowledge: (.*)labels/)?.[1]).toBe(needless);
  });

  test("names an unneeded entry for every law, after all laws", async () => {
    const file = join(folder, "every-law.yaml");
    await writeFile(file, "acknowledged: [{ path: spec.gone, reason: r }]");
    const { code, out } = await check("/convert", "--runs", "1", "--acknowledge", file);
    expect(out).toContain("no longer needed in --acknowledge: every law, spec.gone (r)");
    expect(code).toBe(0);
  });

  test.each([
    {
      text: "acknowledged: [{ law: round-trip }]",
      message: "acknowledged[0].reason is missing: say why this loss is acceptable",
    },
    {
      text: "acknowledged: [{ law: roundtrip, reason: why }]",
      message: "acknowledged[0].law: roundtrip is not a law; did you mean round-trip?",
    },
    {
      text: "acknowledged: [{ law: [settles, fragment], reason: why }]",
      message: "acknowledged[0].law: fragment is not a law; did you mean fragments?",
    },
    {
      text: "acknowledged: [{ law: something-else-altogether, reason: why }]",
      message: "acknowledged[0].law: something-else-altogether is not a law; these are: responds, ",
    },
    {
      text: "acknowledged: [{ law: [], path: spec.a, reason: why }]",
      message: "acknowledged[0].law is empty: name a law, or leave law out for every law",
    },
    {
      text: "acknowledged: [{ law: [1], reason: why }]",
      message: "acknowledged[0].law must be a string, or a list of strings",
    },
    {
      text: "acknowledged: [{ law: parity, reason: why }]",
      message: "acknowledged[0].path is missing: without it, parity ignores every difference",
    },
    {
      text: "acknowledged: [{ reason: why }]",
      message: "acknowledged[0] has neither law nor path: name at least one of them",
    },
    {
      text: "acknowledged: [{ law: settles, paths: spec.a, reason: why }]",
      message: "acknowledged[0].paths is unknown: an entry may have law, path, from, to, reason",
    },
    {
      text: "acknowledged: [{ law: settles, path: [spec.a], reason: why }]",
      message: "acknowledged[0].path must be a string",
    },
    { text: "other: 1", message: "write one map with the list acknowledged" },
  ])("refuses an invalid file of acknowledged losses: $text", async (row) => {
    const file = join(folder, "wrong.yaml");
    await writeFile(file, row.text);
    const { code, errors } = await check("/convert", "--acknowledge", file);
    expect(code).toBe(2);
    expect(errors).toContain(`${file}: ${row.message}`);
  });

  test("stops at the first review without a response", async () => {
    const { code, out } = await check("/hangs", "--timeout", "1");
    expect(code).toBe(1);
    expect(out).toContain("but no response within 1 s");
    expect(out).toContain(
      "note  ended early, so laws were tried on fewer objects, or not at all: no response within 1 s",
    );
    expect(out).not.toContain("acceptable");
  });

  test("stops when the budget is used up, which is not a success if a law was not tried", async () => {
    const { code, out, errors } = await check("/convert", "--budget", "50");
    expect(code).toBe(1);
    expect(errors).toContain("some laws were not tried: the budget is used up: 50 reviews");
    expect(out).toContain("fewer objects, or not at all: the budget is used up: 50 reviews");
  });

  test("passes when the budget is used up after each law was tried, also in CI", async () => {
    const words = ["/convert", "--law", "converts", "--runs", "5"] as const;
    const { out: json } = await check(...words, "-o", "json");
    const [{ reviews }] = JSON.parse(json).webhooks;
    const limited = [...words, "--budget", String(reviews - 1), "-o"] as const;
    const junit = await check(...limited, "junit");
    expect(junit).toMatchObject({ code: 0, out: expect.stringContaining('errors="0"') });
    const github = await check(...limited, "github");
    expect(github.code).toBe(0);
    expect(github.out).toMatch(
      /^::warning title=Job\.example\.com all laws::the budget was used up: /,
    );
  });

  test("does not report a law as ok if no object was converted for it", async () => {
    const names = ["responds", "converts", "round-trip", "settles"];
    const { out } = await check("/marks", ...names.flatMap((name) => ["--law", name]));
    expect(out).toMatch(
      /\nok {4}1 law, 1 failed, 2 not tried \(round-trip, settles\), [\d,]+ objects \([\d,]+ not judged: refused, or not valid\), \d+ reviews, seed 1\n/,
    );
    expect(out).toContain(
      "note  not tried: round-trip, settles, because no object gave a result to judge",
    );
  });

  test.each([
    { name: "no object was converted", path: "/marks", law: "round-trip" },
    { name: "there is nothing to try", path: "/convert", law: "hostile-bodies" },
  ])("does not pass if no law gave a result, because $name", async ({ path, law }) => {
    const { code, errors } = await check(path, "--law", law);
    expect(errors).toContain(
      "customhouse check: nothing was checked: no law had an object to judge. Add objects with --samples DIR, or choose other laws",
    );
    expect(code).toBe(1);
  });

  test("writes JUnit without objects or messages", async () => {
    const { code, out } = await check(labels, "--law", "round-trip", "-o", "junit");
    expect(code).toBe(1);
    expect(out).toMatch(/<testsuites tests="6" failures="\d" errors="0">/);
    expect(out).toContain('<failure message="round-trip fails">does not hold: ');
    expect(out).not.toContain("spec");
  });

  test("writes SARIF without objects or messages, at the definition", async () => {
    const { code, out } = await check(labels, "--law", "round-trip", "-o", "sarif");
    expect(code).toBe(1);
    const { version, runs } = JSON.parse(out);
    const [{ tool, results }] = runs;
    expect(version).toBe("2.1.0");
    const rules = tool.driver.rules.map(({ id }: { readonly id: string }) => id);
    expect(results.length).toBeGreaterThan(0);
    for (const { ruleId, message, locations, partialFingerprints } of results) {
      expect(rules).toContain(ruleId);
      expect(message.text).toMatch(/^Job\.example\.com: round-trip \w+ to \w+ does not hold: /);
      expect(message.text).toContain(`${partialFingerprints["customhouse/v1"]} does not hold`);
      const [{ physicalLocation }] = locations;
      expect(physicalLocation).toMatchObject({ artifactLocation: { uri: jobCrd } });
    }
    expect(JSON.stringify(results)).not.toContain("spec.");
  });

  test("writes a page that escapes all text of a webhook", async () => {
    const { out } = await check("/marks", "--law", "converts", "-o", "html");
    expect(out).toContain('<td class="FAIL">FAIL<td>converts<td>v1alpha1 to v1beta1');
    expect(out).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(out).not.toContain("<script");
    expect(out).toContain("<pre>apiVersion: example.com/v1alpha1");
  });

  test("shows no control characters or commands of a webhook", async () => {
    const { out } = await check("/shouts", "--law", "converts");
    expect(out).toContain(
      "but the webhook refuses to convert it to v1beta1: \\u001b[31mfirst ::error::second",
    );
    expect(out).not.toMatch(/^\s*::/m);
  });

  test.each<{ name: string; words: (other: string) => readonly string[]; message: RegExp }>([
    {
      name: "an untrusted certificate",
      words: (other) => ["--url", `${served.url}/convert`, "--ca", other, "--crd", jobCrd],
      message: /can't be reached: .*(certificate|signature).*\. Is it signed by the CA of --ca/,
    },
    {
      name: "a certificate of a private CA without --ca",
      words: () => ["--url", `${served.url}/convert`, "--crd", jobCrd],
      message:
        /localhost:\d+ can't be reached: the connection failed: [^;]*certificate\. If a private CA signed it, pass the CA's certificate: --ca FILE$/,
    },
    {
      name: "a certificate of another host",
      words: () => {
        const url = `https://127.0.0.1:${served.port}/convert`;
        return ["--url", url, "--ca", served.caFile, "--crd", jobCrd];
      },
      message: /can't be reached: .*altnames.*\. Is the host right\?$/,
    },
    {
      name: "a file as the folder for counterexamples",
      words: () => ["--url", `${served.plainUrl}/convert`, "--crd", jobCrd, "--out", jobCrd],
      message: /^customhouse check: --out: .* is not a folder$/,
    },
    {
      name: "a port without a server",
      words: () => ["--url", "https://127.0.0.1:9/convert", "--crd", jobCrd],
      message: /127\.0\.0\.1:9 can't be reached: .*ECONNREFUSED/,
    },
    {
      name: "http to another machine",
      words: () => ["--url", "http://hooks.example.com/convert", "--crd", jobCrd],
      message: /--url takes the https url/,
    },
    {
      name: "no definition",
      words: () => ["--url", "https://127.0.0.1:9/convert"],
      message: /--url needs --crd FILE/,
    },
    {
      name: "an option that needs --url",
      words: () => ["--samples", "."],
      message: /--samples needs --url, --admission or --cluster/,
    },
    {
      name: "an unknown profile",
      words: () => ["--url", "https://127.0.0.1:9/c", "--crd", jobCrd, "--profile", "all"],
      message: /--profile takes core or strict, not "all"/,
    },
    {
      name: "a misspelled law",
      words: () => ["--url", "https://127.0.0.1:9/c", "--crd", jobCrd, "--law", "roundtrip"],
      message:
        /^customhouse check: --law: roundtrip is not a law of webhooks; did you mean round-trip\?$/,
    },
    {
      name: "an unknown law",
      words: () => [
        "--url",
        "https://127.0.0.1:9/c",
        "--crd",
        jobCrd,
        "--law",
        "gravitation-of-all",
      ],
      message: /--law: gravitation-of-all is not a law of webhooks; these are: responds, /,
    },
    {
      name: "an invalid budget",
      words: () => ["--url", "https://127.0.0.1:9/c", "--crd", jobCrd, "--budget", "1h"],
      message: /--budget takes a number of reviews \(5000\) or a time \(90s, 4m\), not 1h/,
    },
  ])("ends with 2 for $name", async ({ words, message }) => {
    const other = await openCertificateAuthority(join(folder, "other"));
    const { code, error } = await runLine(["check", ...words(other.caFile)]);
    expect(error).toMatch(message);
    expect(code).toBe(2);
  });
});
