import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { loadCommands } from "../../../lib/cli/command.ts";
import { runCommandLine } from "../../../lib/cli/command-line.ts";
import { systemFaultText } from "../../../lib/cli/files/read-file.ts";
import { verbs } from "../../../lib/cli/verbs.ts";
import { kindVerbsIn } from "../../support/kind-verbs.ts";

const commands = await loadCommands(verbs);

const folder = await mkdtemp(join(tmpdir(), "customhouse-inputs-"));
afterAll(() => rm(folder, { recursive: true }));

const recordings = join(folder, "recordings");
await mkdir(recordings);
await writeFile(join(recordings, "one.json"), "{}");

const queue = "test/unit/cli/kinds/queue";
const crd = `${queue}/crd.yaml`;
const sample = `${queue}/samples/queue.yaml`;
const kinds = ["--kinds", "test/unit/cli/kinds"];
const review = "test/payloads/convert-read/request.json";

const planFile = join(folder, "plan.json");
const plan = {
  format: 3,
  cluster: { uid: "k", kubeApiServer: "v1.36.3", context: null },
  definition: { name: "a.example.com", uid: "d", generation: 1 },
  quietDays: 7,
  preflight: {},
  estimate: {},
  steps: [{ action: { type: "rewrite", version: "v1" }, first: [] }],
};
await writeFile(planFile, JSON.stringify(plan));

/** What may stand at a path in place of what a verb wants. */
type Wrong = "missing" | "folder" | "file" | "below a file" | "dangling" | "loop" | Content;
/** Texts of a file that is there. */
type Content = "malformed" | "binary" | "bomb" | "deep" | "empty";

const bomb = `a: &a [x, x, x, x, x, x, x, x, x, x]
${[..."bcdefghi"].map((name, index) => `${name}: &${name} [${Array(10).fill(`*${"abcdefgh"[index]}`).join(", ")}]`).join("\n")}
kind: CustomResourceDefinition
`;

const texts: Readonly<Record<Content, string | Buffer>> = {
  malformed: "a: [1\nb: }\n",
  binary: Buffer.from([0xff, 0xfe, 0x00, 0x80]),
  bomb,
  deep: `kind: CustomResourceDefinition\nspec: ${"[".repeat(6_000)}${"]".repeat(6_000)}\n`,
  empty: "",
};

const makers: Readonly<Record<Wrong, (path: string) => Promise<unknown>>> = {
  missing: async () => undefined,
  folder: (path) => mkdir(path),
  file: (path) => writeFile(path, "a: 1\n"),
  "below a file": (path) => writeFile(join(path, ".."), ""),
  dangling: (path) => symlink("nowhere", path),
  loop: (path) => symlink(path, path),
  malformed: (path) => writeFile(path, texts.malformed),
  binary: (path) => writeFile(path, texts.binary),
  bomb: (path) => writeFile(path, texts.bomb),
  deep: (path) => writeFile(path, texts.deep),
  empty: (path) => writeFile(path, texts.empty),
};

const places: readonly Wrong[] = ["missing", "below a file", "dangling", "loop"];
const contents: readonly Wrong[] = ["malformed", "binary", "bomb", "deep", "empty"];
/** A file whose text the verb understands. */
const aFile = [...places, "folder", ...contents] as const;
/** A file or a folder of such files. */
const fileOrFolder = [...places, "folder", ...contents] as const;
const aFolder = [...places, "file"] as const;
/** A folder that the verb makes where it does not exist. */
const aNewFolder = ["below a file", "dangling", "loop", "file"] as const;
/** A file that the verb writes. */
const aResult = ["folder", "below a file"] as const;

/** One way in which a verb takes a path. */
interface Input {
  /** The option, or what the word is. */
  readonly name: string;
  readonly wrong: readonly Wrong[];
  readonly words: (path: string) => readonly string[];
}

const remote = ["--url", "https://127.0.0.1:9", "--cluster", "c"];
const serving = ["--port", "0", "--ca", join(folder, "ca"), ...kinds];
const touring = ["--once", "--ca", join(folder, "ca")];
const manifesting = [...remote, ...kinds];
const access = ["access", "--cluster", "c", "--server", "https://10.0.0.1", "--secrets"];

/** `check --url` without one option. */
function checkingUrl(option: string): readonly string[] {
  const url = ["--url", "https://127.0.0.1:9/convert"];
  return option === "crd" ? url : [...url, "--crd", crd];
}

/** `parity` without one option. */
function comparing(option: string): readonly string[] {
  const all = ["old", "new"].filter((name) => name !== option);
  return all.flatMap((name) => [`--${name}`, queue]);
}

/** Every path that a verb takes, but `--kinds`, which {@link kindVerbs} has. A verb without one has an empty list. */
const inputs: Readonly<Record<string, readonly Input[]>> = {
  init: [
    {
      name: "crd",
      wrong: fileOrFolder,
      words: (path) => [join(folder, "project"), "--no-install", "--crd", path],
    },
  ],
  dev: [
    { name: "objects", wrong: without("empty"), words: (path) => [...serving, "--objects", path] },
    { name: "ca", wrong: ["file", "below a file"], words: (path) => [...serving, "--ca", path] },
    {
      name: "kubectl",
      wrong: ["missing", "folder", "dangling", "loop"],
      words: (path) => [...serving, "--cluster", "c", "--address", "127.0.0.1", "--kubectl", path],
    },
    // What is wrong in a kind is printed, and mended while it runs: test/unit/cli/dev.
    { name: "kinds", wrong: aFolder, words: (path) => ["--port", "0", "--kinds", path] },
  ],
  serve: [
    // An empty list of objects is one that can be meant.
    { name: "objects", wrong: without("empty"), words: (path) => [...serving, "--objects", path] },
    {
      name: "secrets",
      wrong: [...places, "folder"],
      words: (path) => [...serving, "--secrets", path],
    },
    { name: "ca", wrong: ["file", "below a file"], words: (path) => [...serving, "--ca", path] },
    {
      name: "record",
      wrong: ["file", "below a file"],
      words: (path) => [...serving, "--record", path],
    },
  ],
  answer: [
    { name: "FILE", wrong: aFile, words: (path) => ["convert", path, ...kinds] },
    {
      name: "objects",
      wrong: without("empty"),
      words: (path) => ["convert", review, ...kinds, "--objects", path],
    },
  ],
  admit: [
    { name: "file", wrong: fileOrFolder, words: (path) => ["-f", path, ...kinds] },
    { name: "old", wrong: fileOrFolder, words: (path) => ["-f", sample, "--old", path, ...kinds] },
    {
      name: "objects",
      wrong: without("empty"),
      words: (path) => ["-f", sample, ...kinds, "--objects", path],
    },
  ],
  manifests: [
    { name: "key-file", wrong: aFile, words: (path) => [...manifesting, "--key-file", path] },
    { name: "secrets", wrong: aFile, words: (path) => [...manifesting, "--secrets", path] },
    {
      name: "ca",
      wrong: aFile,
      words: (path) => ["--url", "https://127.0.0.1:9", "--no-key", ...kinds, "--ca", path],
    },
    {
      name: "kubectl",
      wrong: ["missing", "folder", "dangling", "loop"],
      words: (path) => [
        "--url",
        "https://127.0.0.1:9",
        "--no-key",
        ...kinds,
        "--diff",
        "--kubectl",
        path,
      ],
    },
  ],
  replay: [
    { name: "DIR", wrong: [...aFolder, "folder"], words: (path) => [path, ...kinds] },
    {
      name: "key-file",
      wrong: aFile,
      words: (path) => [recordings, ...remote, "--key-file", path],
    },
    {
      name: "ca",
      wrong: aFile,
      words: (path) => [recordings, "--url", "https://127.0.0.1:9", "--ca", path],
    },
  ],
  check: [
    { name: "crd FILE", wrong: fileOrFolder, words: (path) => ["crd", path] },
    ...["ca", "crd", "samples", "acknowledge", "admission"].map(
      (name): Input => ({
        name,
        wrong: name === "ca" || name === "acknowledge" ? aFile : fileOrFolder,
        words: (path) => [...checkingUrl(name), `--${name}`, path],
      }),
    ),
    {
      name: "out",
      wrong: aNewFolder,
      words: (path) => [...checkingUrl("out"), "--out", path],
    },
    {
      name: "recordings",
      wrong: [...aFolder, "folder"],
      words: (path) => [...checkingUrl("recordings"), "--recordings", path],
    },
    {
      name: "kubectl",
      wrong: ["missing", "folder", "dangling", "loop"],
      words: (path) => ["--cluster", "c", "--crd", "jobs.example.com", "--kubectl", path],
    },
    { name: "html", wrong: aResult, words: (path) => [...kinds, "--runs", "1", "--html", path] },
  ],
  parity: [
    ...["old", "new", "ca", "crd", "samples"].map(
      (name): Input => ({
        name,
        wrong:
          name === "ca" ? aFile : name === "crd" || name === "samples" ? fileOrFolder : aFolder,
        words: (path) => [...comparing(name), `--${name}`, path],
      }),
    ),
    {
      name: "acknowledge",
      wrong: aFile,
      words: (path) => [...comparing("acknowledge"), "--acknowledge", path],
    },
    {
      name: "recordings",
      wrong: [...aFolder, "folder"],
      words: (path) => [...comparing("recordings"), "--recordings", path],
    },
    { name: "out", wrong: aNewFolder, words: (path) => [...comparing("out"), "--out", path] },
  ],
  test: [
    {
      name: "key-file",
      wrong: aFile,
      words: (path) => [...kinds, ...remote, "--key-file", path],
    },
    {
      name: "ca",
      wrong: aFile,
      words: (path) => [...kinds, "--url", "https://127.0.0.1:9", "--ca", path],
    },
  ],
  convert: [
    { name: "file", wrong: fileOrFolder, words: (path) => ["-f", path, "--to", "v1", ...kinds] },
  ],
  keys: [
    {
      name: "secrets",
      wrong: aResult,
      words: (path) => ["new", "--cluster", "c", "--secrets", path],
    },
    {
      name: "key-file",
      wrong: aResult,
      words: (path) => [
        "new",
        "--cluster",
        "c",
        "--secrets",
        join(folder, "s"),
        "--key-file",
        path,
      ],
    },
    {
      name: "certificate-authority",
      wrong: aFile,
      words: (path) => [...access, join(folder, "s"), "--certificate-authority", path],
    },
    {
      name: "token-file",
      wrong: [...places, "folder", "binary", "empty"],
      words: (path) => [...access, join(folder, "s"), "--token-file", path],
    },
  ],
  build: [
    { name: "out", wrong: ["file", "below a file"], words: (path) => [...kinds, "--out", path] },
  ],
  container: [
    { name: "dir", wrong: ["file", "below a file"], words: (path) => [...kinds, "--dir", path] },
  ],
  suggest: [{ name: "CRD", wrong: fileOrFolder, words: (path) => [path] }],
  learn: [
    { name: "crd", wrong: aFile, words: (path) => [...checkingUrl("crd"), "--crd", path] },
    { name: "ca", wrong: aFile, words: (path) => [...checkingUrl("ca"), "--ca", path] },
    {
      name: "recording",
      wrong: aFile,
      words: (path) => ["--crd", crd, "--recording", path],
    },
  ],
  new: [
    { name: "crd", wrong: fileOrFolder, words: (path) => [join(folder, "made"), "--crd", path] },
    { name: "DIR", wrong: ["file", "below a file"], words: (path) => [path, "--crd", crd] },
  ],
  cel: [
    { name: "self", wrong: aFile, words: (path) => ["true", "--self", path] },
    { name: "old", wrong: aFile, words: (path) => ["true", "--old", path] },
    { name: "crd", wrong: fileOrFolder, words: (path) => ["true", "--crd", path] },
  ],
  upgrade: [{ name: "crd FILE", wrong: fileOrFolder, words: (path) => ["crd", path] }],
  versions: [
    {
      name: "kubectl",
      wrong: ["missing", "folder", "dangling", "loop"],
      words: (path) => ["--kubectl", path],
    },
  ],
  plan: [
    { name: "to", wrong: fileOrFolder, words: (path) => ["--to", path] },
    {
      name: "output",
      wrong: aResult,
      words: (path) => ["a.example.com", "--remove", "v1", "-o", path],
    },
    {
      name: "kubectl",
      wrong: ["missing", "folder", "dangling", "loop"],
      words: (path) => ["a.example.com", "--remove", "v1", "--kubectl", path],
    },
  ],
  rehearse: [
    { name: "PLAN", wrong: aFile, words: (path) => [path] },
    {
      name: "objects",
      wrong: fileOrFolder,
      words: (path) => [planFile, "--crd", crd, "--objects", path],
    },
    {
      name: "crd",
      wrong: fileOrFolder,
      words: (path) => [planFile, "--objects", sample, "--crd", path],
    },
    {
      name: "kubectl",
      wrong: ["missing", "folder", "dangling", "loop"],
      words: (path) => [planFile, "--kubectl", path],
    },
  ],
  step: [
    { name: "PLAN", wrong: aFile, words: (path) => [path] },
    {
      name: "kubectl",
      wrong: ["missing", "folder", "dangling", "loop"],
      words: (path) => [planFile, "--kubectl", path],
    },
  ],
  compat: [
    { name: "BASE", wrong: fileOrFolder, words: (path) => [path, crd] },
    { name: "HEAD", wrong: fileOrFolder, words: (path) => [crd, path] },
    {
      name: "kubectl",
      wrong: ["missing", "folder", "dangling", "loop"],
      words: (path) => ["cluster:queues.example.com", crd, "--kubectl", path],
    },
  ],
  openapi: [{ name: "FILE", wrong: fileOrFolder, words: (path) => [path] }],
  table: [
    { name: "CRD", wrong: fileOrFolder, words: (path) => [path, sample] },
    { name: "OBJECTS", wrong: fileOrFolder, words: (path) => [crd, path] },
  ],
  generate: [],
  completion: [],
  tour: [
    {
      name: "payloads",
      wrong: [...aFolder, "folder"],
      words: (path) => [...touring, "--payloads", path],
    },
    ...["objects", "secrets"].map(
      (name): Input => ({
        name,
        wrong: [...places, "folder"],
        words: (path) => [...touring, `--${name}`, path],
      }),
    ),
    ...["ca", "record"].map(
      (name): Input => ({
        name,
        wrong: ["file", "below a file"],
        words: (path) => [...touring, `--${name}`, path],
      }),
    ),
  ],
};

/** Options whose text is not a path; a new option is named here or above. */
const notPaths: Readonly<Record<string, readonly string[]>> = {
  init: ["context", "host", "ci"],
  test: ["url", "cluster", "connect", "kind", "name"],
  admit: ["operation", "subresource", "namespace", "user", "group", "validate"],
  dev: ["port", "name", "page", "cluster", "address", "kubeconfig"], // kubectl reads the last one
  serve: ["port", "name", "address"],
  manifests: [
    "url",
    "service",
    "inject-ca-from",
    "connect",
    "cluster",
    "secret-id",
    "only",
    "failure-policy",
    "timeout",
    "review-versions",
    "namespace",
    "kubeconfig", // kubectl reads it
    "context",
  ],
  replay: ["url", "cluster", "connect"],
  check: [
    "kind",
    "law",
    "runs",
    "seed",
    "url",
    "cluster",
    "connect",
    "profile",
    "budget",
    "timeout",
    "live",
  ],
  parity: ["kind", "connect", "old-stash", "runs", "seed", "budget", "timeout"],
  convert: ["to", "output"],
  keys: ["cluster", "secret-id", "server"],
  suggest: ["from", "to"],
  learn: ["url", "from", "to", "budget", "runs", "seed", "timeout"],
  cel: ["version"],
  versions: ["check-unserve", "check-remove", "quiet-days", "context", "kubeconfig"], // kubectl reads the last one
  plan: ["storage", "unserve", "remove", "quiet-days", "context", "kubeconfig"], // kubectl reads the last one
  rehearse: ["live", "context", "kubeconfig"], // kubectl reads the last one
  step: ["context", "kubeconfig"], // kubectl reads the last one
  compat: ["allow", "context", "kubeconfig"], // kubectl reads the last one
  container: ["image", "namespace"],
  openapi: ["version"],
  tour: ["port", "name", "address"],
};

/** Without `dev`, which goes on where a kind is wrong. */
const kindVerbs = Object.entries(kindVerbsIn(folder)).filter(([verb]) => verb !== "dev");

function without(...left: readonly Wrong[]): readonly Wrong[] {
  return aFile.filter((wrong) => !left.includes(wrong));
}

let made = 0;

/** A new path, in a folder of its own, where something is wrong. */
async function wrongPath(wrong: Wrong): Promise<string> {
  made += 1;
  const own = join(folder, `case-${made}`);
  await mkdir(own);
  const path = wrong === "below a file" ? join(own, "file", "below") : join(own, "wanted");
  await makers[wrong](path);
  return path;
}

async function run(...words: readonly string[]) {
  const lines: string[] = [];
  const line = (text: string): void => void lines.push(text);
  const code = await runCommandLine(words, { out: line, error: line });
  return { code, said: lines.join("\n") };
}

const rows = Object.entries(inputs).flatMap(([verb, ways]) =>
  ways.flatMap(({ name, wrong, words }) => wrong.map((what) => ({ verb, name, what, words }))),
);

const kindRows = kindVerbs.flatMap(([verb, { words }]) =>
  aFolder.map((what) => ({ verb, what, words })),
);

const kindFiles = [
  { file: "crd.yaml", whats: contents },
  { file: "conversion.yaml", whats: ["malformed", "binary", "bomb", "deep", "folder"] },
] as const;

const kindFileRows = kindVerbs.flatMap(([verb, { words }]) =>
  kindFiles
    .filter(({ file }) => verb !== "suggest" || file === "crd.yaml")
    .flatMap(({ file, whats }) => whats.map((what) => ({ verb, file, what, words }))),
);

const files = {
  "crd.yaml": `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec: { group: example.com, names: { kind: Q, plural: qs }, versions: [{ name: v1 }, { name: v2 }] }
`,
  "conversion.yaml": "from: v1\nto: v2\nrules: []\n",
};

const stack = /\n\s+at |node:internal|Error: E[A-Z]+:/;

describe("every verb reports a wrong path, and ends with 2", () => {
  test.each(rows)("$verb, $name: $what", async ({ verb, what, words }) => {
    const path = await wrongPath(what);
    const { code, said } = await run(verb, ...words(path));
    expect({ code, said }).toEqual({ code: 2, said: expect.stringMatching(/\S/) });
    expect(said).not.toMatch(stack);
  });

  test.each(kindRows)("$verb, --kinds: $what", async ({ verb, what, words }) => {
    const path = await wrongPath(what);
    const { code, said } = await run(verb, ...words, "--kinds", path);
    expect(code).toBe(2);
    expect(said).toContain(`customhouse ${verb}: `);
    expect(said).not.toMatch(stack);
  });

  test.each(kindFileRows)("$verb, a kind's $file: $what", async ({ verb, file, what, words }) => {
    const path = await wrongPath("folder");
    await mkdir(join(path, "kind"));
    const others = Object.entries(files).filter(([name]) => name !== file);
    for (const [name, text] of others) await writeFile(join(path, "kind", name), text);
    await makers[what](join(path, "kind", file));
    const { code, said } = await run(verb, ...words, "--kinds", path);
    expect(code).toBe(2);
    expect(said).toContain(join(path, "kind", file));
    expect(said).not.toMatch(stack);
  });

  test("test/support/kind-verbs.ts has every verb that takes kinds", () => {
    const taking = Object.entries(commands).filter(([, { options }]) => "kinds" in options);
    expect(Object.keys(kindVerbsIn(folder))).toEqual(taking.map(([verb]) => verb));
  });

  test("no verb and no option is left out", () => {
    expect(Object.keys(inputs)).toEqual(Object.keys(commands));
    const open = Object.entries(commands).flatMap(([verb, { options }]) => {
      const known = [
        "output", // a form
        ...(inputs[verb] ?? []).map(({ name }) => name),
        ...(notPaths[verb] ?? []),
        "kinds", // test/support/kind-verbs.ts
      ];
      return Object.entries(options)
        .filter(([name, { type }]) => type === "string" && !known.includes(name))
        .map(([name]) => `${verb} --${name}`);
    });
    expect(open).toEqual([]);
  });

  test("two documents for one pair of versions", async () => {
    const path = await wrongPath("folder");
    await mkdir(join(path, "kind"));
    await writeFile(join(path, "kind", "crd.yaml"), files["crd.yaml"]);
    const file = join(path, "kind", "conversion.yaml");
    await writeFile(file, `${files["conversion.yaml"]}---\nfrom: v2\nto: v1\nrules: []\n`);
    expect(await run("check", "--kinds", path)).toEqual({
      code: 2,
      said: `customhouse check: ${file}:5:1: E114 two conversions join v1 and v2; the other is at line 1. Merge them into one`,
    });
  });

  test("one kind in two folders", async () => {
    const { code, said } = await run("serve", ...kinds, ...kinds);
    expect(code).toBe(2);
    expect(said).toContain("Queue.example.com is declared twice");
  });
});

describe("systemFaultText", () => {
  test.each([
    { code: "EACCES", text: "x can't be read or written: permission denied" },
    { code: "EPERM", text: "x can't be read or written: permission denied" },
    { code: "EIO", text: "x: EIO: said" },
  ])("$code", ({ code, text }) => {
    const fault = Object.assign(new Error(`${code}: said`), { code, syscall: "open", path: "x" });
    expect(systemFaultText(fault)).toBe(text);
  });

  test("returns undefined for an error that is not of the system", () => {
    expect(systemFaultText(new TypeError("x is undefined"))).toBeUndefined();
  });
});
