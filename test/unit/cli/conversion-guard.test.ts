import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseManifestYaml } from "../../../lib/cli/files/manifest-yaml.ts";
import { generatedCode } from "../../../lib/cli/kinds/generated-files.ts";
import { loadKinds } from "../../../lib/cli/kinds/kinds.ts";
import { answer } from "../../../lib/cli/verbs/answer/answer.ts";
import { check } from "../../../lib/cli/verbs/check/check.ts";
import { manifests } from "../../../lib/cli/verbs/manifests/manifests.ts";
import { replay } from "../../../lib/cli/verbs/replay/replay.ts";
import { startServing } from "../../../lib/cli/verbs/serve/serve.ts";
import { isObject, type JsonObject } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import {
  type DatabaseFolder,
  database,
  databaseConversions,
  databaseCrd,
  databaseFolder,
} from "../../support/database-kind.ts";
import { callHttp1 } from "../../support/https-client.ts";
import { invocationOf } from "../../support/invocation.ts";
import { admissionReview } from "../../support/reviews.ts";
import { runCommand } from "../../support/run-command.ts";

const on = `conversionGuard: true\n${databaseConversions.whole}`;
const off = `conversionGuard: false\n${databaseConversions.whole}`;
const unsaid = databaseConversions.whole;

const toServe = ["--url", "https://hooks.example.com", "--no-key"];
const noKey = /^warning: --no-key is for .*\n?/m;

/** A write of an object that has no value for a required field of v1. */
const unconvertible = stringify(
  admissionReview({ object: database("v1beta1", { engineType: "oracle" }) }),
);
const denial = "spec.engine would not be valid in v1";

let guarded: DatabaseFolder;
let unguarded: DatabaseFolder;
beforeAll(async () => {
  guarded = await databaseFolder(on, { "review.json": unconvertible });
  unguarded = await databaseFolder(unsaid, { "review.json": unconvertible });
});
afterAll(() => {
  guarded.remove();
  unguarded.remove();
});

function answered({ kinds, folder }: DatabaseFolder) {
  return runCommand(answer, ["validate", join(folder, "review.json"), "--kinds", kinds]);
}

/** What `customhouse serve` says of the write. */
async function served({ kinds, folder }: DatabaseFolder): Promise<string> {
  const options = { kinds: [kinds], port: "0", ca: join(folder, "ca") };
  const ignore = () => undefined;
  const { gateway, caFile } = await startServing(
    invocationOf({ words: [], options, out: ignore, error: ignore }),
    ignore,
  );
  const peer = { port: gateway.port, ca: readFileSync(caFile, "utf8") };
  const { body } = await callHttp1(peer, { path: "/validate", body: unconvertible });
  await gateway.close();
  return body;
}

/** The webhook configurations that `customhouse manifests` prints. */
async function webhooks({ kinds }: DatabaseFolder): Promise<readonly JsonObject[]> {
  const { out } = await runCommand(manifests, [...toServe, "--only", "webhooks", "--kinds", kinds]);
  return parseManifestYaml(out).filter(isObject);
}

describe("a kind of YAML alone that declares the conversion guard", () => {
  test("denies an unconvertible object when a function responds", async () => {
    const { code, out } = await answered(guarded);
    expect(code).toBe(1);
    expect(out).toContain(denial);
    expect(await answered(unguarded)).toMatchObject({ code: 0 });
  });

  test("denies an unconvertible object when it is served", async () => {
    expect(await served(guarded)).toContain(denial);
    expect(await served(unguarded)).toContain('"allowed":true');
  });

  test("denies an unconvertible object when it is replayed", async () => {
    const { out } = await answered(unguarded);
    const recording = { format: "customhouse/recording.v1", time: "", verb: "validate" };
    const text = JSON.stringify({
      ...recording,
      review: JSON.parse(unconvertible),
      answer: JSON.parse(out),
    });
    const recordings = join(unguarded.folder, "recordings");
    mkdirSync(recordings);
    writeFileSync(join(recordings, "recording.json"), text);
    const same = await runCommand(replay, [recordings, "--kinds", unguarded.kinds]);
    expect(same).toMatchObject({ code: 0 });
    const other = await runCommand(replay, [recordings, "--kinds", guarded.kinds]);
    expect(other).toMatchObject({ code: 1, out: expect.stringContaining("true became false") });
  });

  test("has a validating webhook for the status subresource too", async () => {
    expect(await webhooks(guarded)).toMatchObject([
      {
        kind: "ValidatingWebhookConfiguration",
        metadata: { name: "databases.example.com" },
        webhooks: [
          {
            clientConfig: { url: "https://hooks.example.com/validate" },
            rules: [
              {
                apiVersions: ["v1beta1", "v1"],
                operations: ["CREATE", "UPDATE"],
                resources: ["databases", "databases/status"],
              },
            ],
          },
        ],
      },
    ]);
    expect(await webhooks(unguarded)).toEqual([]);
  });

  test("exports it in its generated.ts, for code to pass on", () => {
    expect(generatedCode(guarded.folder)).toContain("\nexport const conversionGuard = true;\n");
    expect(generatedCode(unguarded.folder)).toContain("\nexport const conversionGuard = false;\n");
  });
});

const name = "Database.example.com";
const risk = `note: ${name}: users who may write an object, but not its status, can set status fields with annotations that look like preserved values; `;
const withStatus = databaseCrd.replaceAll(
  "    schema:\n",
  "    subresources: { status: {} }\n    schema:\n",
);
const oneVersion = withStatus.slice(0, withStatus.indexOf("  - name: v1\n"));

/** A folder of kinds that is there while something is made of it. */
async function within<T>(
  conversion: string,
  files: Readonly<Record<string, string>>,
  use: (folder: DatabaseFolder) => Promise<T>,
): Promise<T> {
  const folder = await databaseFolder(conversion, files);
  try {
    return await use(folder);
  } finally {
    folder.remove();
  }
}

describe("a kind whose status annotations could set", () => {
  test.each<{
    name: string;
    conversion: string;
    crd?: string;
    parts?: readonly string[];
    remedy: string | undefined;
  }>([
    {
      name: "no guard",
      conversion: unsaid,
      remedy:
        "only the conversion guard prevents that: set conversionGuard: true in FOLDER/conversion.yaml",
    },
    {
      name: "the guard turned off",
      conversion: off,
      parts: ["--only", "crd"],
      remedy:
        "only the conversion guard prevents that: set conversionGuard: true in FOLDER/conversion.yaml",
    },
    { name: "the guard", conversion: on, remedy: undefined },
    {
      name: "the guard, and webhooks left out",
      conversion: on,
      parts: ["--only", "crd,access"],
      remedy:
        "only its conversion guard prevents that, and this output lacks the ValidatingWebhookConfiguration that runs it: apply it too",
    },
    {
      name: "the guard, and patches of the definitions alone",
      conversion: on,
      parts: ["--patches"],
      remedy:
        "only its conversion guard prevents that, and this output lacks the ValidatingWebhookConfiguration that runs it: apply it too",
    },
    { name: "access alone", conversion: unsaid, parts: ["--only", "access"], remedy: undefined },
    { name: "no status subresource", conversion: unsaid, crd: databaseCrd, remedy: undefined },
    {
      name: "a status subresource in a version that is not served",
      conversion: unsaid,
      crd: databaseCrd.replace(
        "served: true\n    storage: false\n",
        "served: false\n    storage: false\n    subresources: { status: {} }\n",
      ),
      remedy: undefined,
    },
    {
      name: "one version",
      conversion: "",
      crd: oneVersion.replace("storage: false", "storage: true"),
      remedy: undefined,
    },
  ])("manifests warns of $name", async ({ conversion, crd = withStatus, parts = [], remedy }) => {
    await within(conversion, { "crd.yaml": crd }, async ({ kinds, folder }) => {
      const ran = await runCommand(manifests, [...toServe, ...parts, "--kinds", kinds]);
      expect(ran.code).toBe(0);
      const notes = ran.error.replace(noKey, "");
      expect(notes).toBe(remedy === undefined ? "" : risk + remedy.replace("FOLDER", folder));
    });
  });

  test("manifests names the code that declares a kind", async () => {
    const files = { "crd.yaml": withStatus, "kind.js": kindCode(false) };
    await within(unsaid, files, async ({ kinds, folder }) => {
      const { error } = await runCommand(manifests, [...toServe, "--kinds", kinds]);
      expect(error).toContain(`set conversionGuard: true in defineKind in ${folder}/kind.js`);
    });
  });

  test("check warns of it in text and JSON, and does not fail", async () => {
    const note = `set conversionGuard: true in FOLDER/conversion.yaml`;
    await within(unsaid, { "crd.yaml": withStatus }, async ({ kinds, folder }) => {
      const words = ["--kinds", kinds, "--runs", "1", "--law", "deterministic"];
      const text = await runCommand(check, [...words, "--verbose"]);
      expect(text).toMatchObject({ code: 0, error: "" });
      expect(text.out).toContain(`\n      ${risk.replace("note: ", "warning ")}`);
      expect((await runCommand(check, words)).out).toContain(" · 1 warning (--verbose shows them)");
      const json = await runCommand(check, [...words, "-o", "json"]);
      expect(json.code).toBe(0);
      expect(JSON.parse(json.out).kinds).toMatchObject([
        { notes: [expect.stringContaining(note.replace("FOLDER", folder))] },
      ]);
    });
    await within(on, { "crd.yaml": withStatus }, async ({ kinds }) => {
      const words = ["--kinds", kinds, "--runs", "1", "--law", "deterministic", "-o", "json"];
      const { out } = await runCommand(check, words);
      expect(JSON.parse(out).kinds).toMatchObject([{ notes: [] }]);
    });
  });
});

/** A kind.js that takes all from the YAML files but the guard. */
function kindCode(conversionGuard: boolean): string {
  const file = pathToFileURL("lib/cli/kinds/kinds.ts").href;
  return `import { kindFromFiles } from ${JSON.stringify(file)};
const files = kindFromFiles(new URL(".", import.meta.url).pathname);
export const kind = { ...files, conversionGuard: ${conversionGuard} };
`;
}

describe("code beside a conversion.yaml", () => {
  test.each([
    { code: true, conversion: off, yaml: false, state: "on" },
    { code: false, conversion: on, yaml: true, state: "off" },
  ])("wins if YAML has $yaml and code is $state, and a message reports it", async (row) => {
    const files = { "kind.js": kindCode(row.code) };
    await within(row.conversion, files, async ({ kinds, folder }) => {
      const [kind] = await loadKinds([kinds]);
      expect(kind?.conversionGuard).toBe(row.code);
      const note = `note: ${name}: ${folder}/conversion.yaml has conversionGuard: ${row.yaml}, but ${folder}/kind.js turns the guard ${row.state}, and the code is in force: give both the same value`;
      const { error } = await runCommand(manifests, [...toServe, "--kinds", kinds]);
      expect(error.replace(noKey, "")).toBe(note);
      const words = ["--kinds", kinds, "--runs", "1", "--law", "deterministic"];
      const { out } = await runCommand(check, [...words, "--verbose"]);
      expect(out).toContain(note.replace("note: ", "warning "));
      expect(await serveNotes(kinds, folder)).toEqual([note]);
    });
  });

  test("that does not read the old stash named in YAML is reported", async () => {
    const code = `${kindCode(false)}`.replace("kindFromFiles(", "withoutOldStash(").replace(
      "const files",
      `import { defineKind } from ${JSON.stringify(pathToFileURL("lib/kind/kind.ts").href)};
const withoutOldStash = (folder) => {
  const { crd, lenses, samples } = kindFromFiles(folder);
  return defineKind({ crd, lenses, samples });
};
const files`,
    );
    const conversion = `oldStash: example.com/data\n${unsaid}`;
    await within(conversion, { "kind.js": code }, async ({ kinds, folder }) => {
      const note = `note: ${name}: ${folder}/conversion.yaml has oldStash: example.com/data, but ${folder}/kind.js does not use it, and the code is in force: write withOldStash(defineKind({ … }), oldStash) in ${folder}/kind.js`;
      expect(await serveNotes(kinds, folder)).toEqual([note]);
    });
    const reading = { "kind.js": kindCode(false) };
    await within(conversion, reading, async ({ kinds, folder }) => {
      expect(await serveNotes(kinds, folder)).toEqual([]);
    });
  });

  test.each([
    { code: true, conversion: on },
    { code: true, conversion: unsaid },
    { code: false, conversion: off },
    { code: false, conversion: unsaid },
  ])("gets no message if $code contradicts nothing", async ({ code, conversion }) => {
    await within(conversion, { "kind.js": kindCode(code) }, async ({ kinds }) => {
      const { error } = await runCommand(manifests, [...toServe, "--kinds", kinds]);
      expect(error.replace(noKey, "")).toBe("");
    });
  });
});

/** What `customhouse serve` says on standard error as it starts. */
async function serveNotes(kinds: string, folder: string): Promise<readonly string[]> {
  const said: string[] = [];
  const options = { kinds: [kinds], port: "0", ca: join(folder, "ca") };
  const ignore = () => undefined;
  const error = (text: string): void => void said.push(text);
  const { gateway } = await startServing(
    invocationOf({ words: [], options, out: ignore, error }),
    ignore,
  );
  await gateway.close();
  return said;
}
