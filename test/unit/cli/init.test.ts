import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { runCommandLine } from "../../../lib/cli/command-line.ts";
import { ownPackage } from "../../../lib/cli/own-package.ts";
import { choicesOf } from "../../../lib/cli/verbs/init/choices.ts";
import { completedPackageJson } from "../../../lib/cli/verbs/init/package-json.ts";
import { serverlessText } from "../../../lib/cli/verbs/init/project-texts.ts";
import { openCertificateAuthority } from "../../../lib/hosts/local/certificate-authority.ts";
import { run as runProgram } from "../../package/run.ts";
import { partsOf } from "../../support/docs/markdown.ts";
import { invocationOf } from "../../support/invocation.ts";
import { listenLocally } from "../../support/local-port.ts";

const queue = "test/unit/cli/kinds/queue/crd.yaml";
const topping = "examples/kinds/topping/crd.yaml";

let folder: string;
let project: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "customhouse-init-"));
  project = join(folder, "project");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

async function init(...words: readonly string[]) {
  const lines: string[] = [];
  const line = (text: string): void => void lines.push(text);
  const code = await runCommandLine(["init", "--no-install", ...words], { out: line, error: line });
  return { code, said: lines.join("\n") };
}

/** The files below a folder, sorted; empty where it does not exist. */
async function filesIn(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .sort();
}

const textOf = (...path: readonly string[]) => readFile(join(project, ...path), "utf8");

describe("customhouse init", () => {
  test("creates a project of at most twelve files, and one review of its own kind", async () => {
    const { code, said } = await init(project, "--crd", queue, "--ci", "github");
    expect(code).toBe(0);
    expect(await filesIn(project)).toEqual([
      ".github/workflows/check.yml",
      ".gitignore",
      "README.md",
      "kinds/queue/conversion.yaml",
      "kinds/queue/crd.yaml",
      "kinds/queue/samples/v1.yaml",
      "kinds/queue/samples/v2.yaml",
      "kinds/queue/tests/sample.create.allowed.yaml",
      "kinds/queue/tests/sample.create.yaml",
      "package.json",
      "serverless.yml",
      "tsconfig.json",
    ]);
    expect(said).toContain("Queue v1 to v2: 5 to decide, 2 to review, marked TODO:");
    expect(said).toContain(
      "a ConversionReview of Queue queue-sample, from example.com/v1 to example.com/v2 by the draft:\n    Success",
    );
    expect(said).toContain("+   cohortName: some-cohort");
    expect(await textOf("kinds/queue/crd.yaml")).toBe(await readFile(queue, "utf8"));
  });

  test("creates a project also if a draft without a TODO needs an entry of accept, and says so", async () => {
    const { code, said } = await init(project, "--crd", "examples/kinds/pizza/crd.yaml");
    expect(code).toBe(0);
    expect(said).toContain("FAIL  the conversion does not compile");
    expect(said).toMatch(/E107.*add to accept/);
    expect(said).toContain("# after you decide what is marked TODO in kinds/pizza/conversion.yaml");
    const expected = await textOf("kinds/pizza/tests/sample.create.allowed.yaml");
    expect(parse(expected)).toMatchObject({ kind: "Pizza", metadata: { generation: 1 } });
  });

  test("creates a kind of one version: its checks, the expected results of its test case, and an admission", async () => {
    const { code, said } = await init(project, "--crd", topping);
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining("  allowed\n") });
    expect(await filesIn(join(project, "kinds/topping"))).toEqual([
      "conversion.yaml",
      "crd.yaml",
      "samples/v1alpha1.yaml",
      "tests/sample.create.allowed.yaml",
      "tests/sample.create.yaml",
    ]);
    const code2 = await runCommandLine(["test", "--kinds", join(project, "kinds")], {
      out: () => undefined,
      error: () => undefined,
    });
    expect(code2).toBe(0);
  });

  test("creates a kind for each definition of a folder as controller-gen writes it", async () => {
    const bases = join(folder, "bases");
    await mkdir(bases);
    await writeFile(join(bases, "example.com_queues.yaml"), await readFile(queue, "utf8"));
    await writeFile(join(bases, "toppings.yaml"), `---\n${await readFile(topping, "utf8")}`);
    await writeFile(join(bases, "kustomization.yaml"), "resources: []\n");
    expect((await init(project, "--crd", bases)).code).toBe(0);
    expect(await readdir(join(project, "kinds"))).toEqual(["queue", "topping"]);
  });

  test("depends on the package that it was started from: a folder in this test", async () => {
    await init(project, "--crd", topping);
    const { dependencies, scripts } = JSON.parse(await textOf("package.json"));
    const { folder: own } = ownPackage();
    expect(join(project, dependencies.customhouse.slice("file:".length))).toBe(
      own.replace(/\/$/, ""),
    );
    expect(Object.keys(scripts)).toEqual(["dev", "check", "test", "package", "deploy"]);
  });

  test("creates a container instead of functions, or both", async () => {
    await init(project, "--crd", topping, "--host", "container");
    const { scripts } = JSON.parse(await textOf("package.json"));
    expect(Object.keys(scripts)).toEqual(["dev", "check", "test", "container"]);
    expect(await filesIn(project)).not.toContain("serverless.yml");
    expect(await textOf("README.md")).toContain("npm run container");
    const both = join(folder, "both");
    const { said } = await init(both, "--crd", topping, "--host", "both");
    expect(said).toContain("npm run package");
    const text = await readFile(join(both, "package.json"), "utf8");
    expect(Object.keys(JSON.parse(text).scripts)).toEqual(
      expect.arrayContaining(["deploy", "container"]),
    );
    expect(await filesIn(both)).toContain("serverless.yml");
  });

  test("if npm fails, writes all files, and says what to do", async () => {
    vi.stubEnv("PATH", folder);
    const lines: string[] = [];
    const line = (text: string): void => void lines.push(text);
    const words = ["init", project, "--crd", topping];
    const code = await runCommandLine(words, { out: line, error: line });
    expect(code).toBe(1);
    expect(lines.join("\n")).toContain(
      `customhouse init: npm install failed: spawn npm ENOENT\nThe files are complete: run npm install in ${project}`,
    );
    expect(await filesIn(project)).toContain("kinds/topping/tests/sample.create.allowed.yaml");
  });

  test("does not run npm in a project of another package manager", async () => {
    await mkdir(project);
    await writeFile(join(project, "package.json"), "{}");
    await writeFile(join(project, "pnpm-lock.yaml"), "");
    const lines: string[] = [];
    const line = (text: string): void => void lines.push(text);
    const words = ["init", project, "--crd", topping];
    expect(await runCommandLine(words, { out: line, error: line })).toBe(1);
    expect(lines.join("\n")).toContain(
      "pnpm-lock.yaml exists, so npm was not run: run pnpm install",
    );
  });

  test("writes pipelines in YAML that pin actions by commit and may only read", async () => {
    await init(project, "--crd", topping, "--ci", "github");
    const text = await textOf(".github/workflows/check.yml");
    expect(parse(text)).toMatchObject({ permissions: { contents: "read" } });
    const uses = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
    expect(uses).toHaveLength(2);
    for (const action of uses) expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
    const other = join(folder, "other");
    await init(other, "--crd", topping, "--ci", "gitlab");
    const pipeline = parse(await readFile(join(other, ".gitlab-ci.yml"), "utf8"));
    expect(pipeline.check.script).toContain("npm run check");
  });

  test.each([
    { host: "lambda", commands: ["npx customhouse build"] },
    { host: "container", commands: ["npm run container"] },
    { host: "both", commands: ["npx customhouse build", "npm run container"] },
  ])("writes pipelines that bundle the kinds for $host", async ({ host, commands }) => {
    await init(project, "--crd", topping, "--host", host, "--ci", "github");
    const { steps } = parse(await textOf(".github/workflows/check.yml")).jobs.check;
    const ran = steps.flatMap((step: { run?: string }) => step.run ?? []);
    const first = ["npm ci", "npm run check", "npm test -- -o github"];
    expect(ran).toEqual([...first, ...commands]);
    const other = join(folder, "other");
    await init(other, "--crd", topping, "--host", host, "--ci", "gitlab");
    const { script } = parse(await readFile(join(other, ".gitlab-ci.yml"), "utf8")).check;
    expect(script.slice(3)).toEqual(commands);
  });

  test("warns that a pipeline can't install a dependency outside the project", async () => {
    const { said } = await init(project, "--crd", topping, "--ci", "github");
    expect(said).toMatch(/^note: package\.json has customhouse as file:.*copy that file into/m);
    const other = await init(join(folder, "other"), "--crd", topping);
    expect(other.said).not.toContain("note: ");
  });

  test("chooses samples of the versions with the most rules, and a review between them", async () => {
    const text = await readFile(queue, "utf8");
    const [, v1 = ""] = /( {4}- name: v1$.*?)^ {4}- name: v2$/ms.exec(text) ?? [];
    const alpha = v1
      .replace("name: v1", "name: v1alpha1")
      .replace("storage: true", "storage: false");
    const file = join(folder, "three.yaml");
    await writeFile(file, text.replace(v1, alpha + v1));
    expect(await readFile(file, "utf8")).toMatch(/name: v1alpha1$/m);
    const { said } = await init(project, "--crd", file);
    expect(await readdir(join(project, "kinds/queue/samples"))).toEqual(["v1.yaml", "v2.yaml"]);
    expect(said).toContain("from example.com/v1 to example.com/v2");
  });

  test("writes the serverless.yml that docs/deploy.md shows", async () => {
    const shown = partsOf(await readFile("docs/deploy.md", "utf8")).flatMap((part) =>
      part.type === "block" && part.info === "yaml serverless.yml" ? [part.text] : [],
    );
    expect(shown.map((text) => text.trimEnd())).toEqual([serverlessText("backups").trimEnd()]);
  });
});

describe("in a folder with a package.json, customhouse init", () => {
  const existing =
    '{ "name": "mine", "scripts": { "test": "vitest" }, "dependencies": { "esbuild": "0.25.0" } }';
  beforeEach(async () => {
    await mkdir(project);
    await writeFile(join(project, "package.json"), existing);
  });

  test("adds missing files and replaces nothing", async () => {
    await writeFile(join(project, "README.md"), "mine\n");
    const { code, said } = await init(project, "--crd", topping);
    expect(code).toBe(0);
    expect(said).toMatch(/^added scripts\.dev, .*dependencies\.customhouse to /m);
    expect(said).toMatch(/^kept .*README\.md, which exists already$/m);
    expect(await textOf("README.md")).toBe("mine\n");
    const content = JSON.parse(await textOf("package.json"));
    expect(content).toMatchObject({ name: "mine", dependencies: { esbuild: "0.25.0" } });
    expect(content.scripts).toMatchObject({ test: "vitest", dev: "customhouse dev" });
    expect(content).not.toHaveProperty("devDependencies");
  });

  test("a second run writes nothing", async () => {
    await init(project, "--crd", topping);
    const before = await filesIn(project);
    const text = await textOf("package.json");
    const { code, said } = await init(project, "--crd", topping);
    expect({ code, said }).toMatchObject({
      code: 0,
      said: expect.not.stringMatching(/^wrote|^added/m),
    });
    expect(await filesIn(project)).toEqual(before);
    expect(await textOf("package.json")).toBe(text);
  });

  test("needs no definition if there are kinds", async () => {
    await mkdir(join(project, "kinds"));
    expect((await init(project)).code).toBe(0);
    expect(await filesIn(project)).toContain("serverless.yml");
  });

  test("writes nothing if one of its files can't be written", async () => {
    await writeFile(join(project, "kinds"), "a file\n");
    const { code, said } = await init(project, "--crd", topping);
    expect(code).toBe(2);
    expect(said).toContain("not a folder");
    expect(await filesIn(project)).toEqual(["kinds", "package.json"]);
    expect(await textOf("package.json")).toBe(existing);
  });

  test.each([
    { text: "{", fault: "package.json is not JSON" },
    { text: "[]", fault: "package.json is not a JSON object" },
    { text: '{ "scripts": [] }', fault: "package.json: scripts is not an object" },
  ])("refuses a package.json of $text", async ({ text, fault }) => {
    await writeFile(join(project, "package.json"), text);
    const { code, said } = await init(project, "--crd", topping);
    expect({ code, said }).toEqual({ code: 2, said: expect.stringContaining(fault) });
    expect(await filesIn(project)).toEqual(["package.json"]);
  });

  test("does not change a complete package.json, not even its white space", () => {
    const needs = { name: "a", scripts: {}, dependencies: { b: "1" }, devDependencies: {} };
    const text = '{"devDependencies":{"b":"2"}}';
    expect(completedPackageJson(text, "package.json", needs)).toEqual({ text, added: [] });
  });
});

describe("customhouse init writes nothing and ends with 2", () => {
  const crds = {
    "a missing file": { crd: "missing.yaml", fault: "there is no file" },
    "another object": { text: "kind: Secret\n", fault: "has no CustomResourceDefinition" },
    "no group": {
      text: "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec: {}\n",
      fault: "lacks spec.group, spec.names.kind",
    },
    "malformed YAML": { text: "a: [1\nb: }\n", fault: "at line 2" },
    "an http url": { crd: "http://127.0.0.1:9/crd.yaml", fault: "because it is not https" },
    "a url of another form": { crd: "ftp://127.0.0.1/crd.yaml", fault: "because it is not https" },
    "a url of nobody": { crd: "https://127.0.0.1:9/crd.yaml", fault: "can't be fetched: " },
  };
  test.each(Object.entries(crds))("for %s", async (_, row) => {
    const file = join(folder, "given.yaml");
    if ("text" in row) await writeFile(file, row.text);
    const { code, said } = await init(project, "--crd", "crd" in row ? row.crd : file);
    expect({ code, said }).toEqual({ code: 2, said: expect.stringContaining(row.fault) });
    expect(said).toMatch(/^customhouse init: /);
    expect(await filesIn(project)).toEqual([]);
  });

  test("for a folder without a definition", async () => {
    const { code, said } = await init(project, "--crd", folder);
    expect({ code, said }).toEqual({
      code: 2,
      said: `customhouse init: the folder ${folder} has no .yaml, .yml or .json file`,
    });
  });

  test("if the folder already has one of the files", async () => {
    await mkdir(project);
    await writeFile(join(project, "tsconfig.json"), "{}");
    const { code, said } = await init(project, "--crd", topping);
    expect({ code, said }).toEqual({
      code: 2,
      said: expect.stringContaining(`${project} has tsconfig.json already: nothing was written`),
    });
    expect(await filesIn(project)).toEqual(["tsconfig.json"]);
  });

  test("if the folder is a file", async () => {
    await writeFile(project, "");
    const { code, said } = await init(project, "--crd", topping);
    expect({ code, said }).toEqual({ code: 2, said: expect.stringContaining("not a folder") });
  });

  test.each([
    { words: [], fault: "a project needs a CustomResourceDefinition: give a file" },
    {
      words: ["--crd", topping, "--ci", "jenkins"],
      fault: '--ci takes github or gitlab or none, not "jenkins"',
    },
    {
      words: ["--crd", topping, "--host", "moon"],
      fault: '--host takes lambda or container or both, not "moon"',
    },
    { words: ["--context", "prod"], fault: "--context needs --crd NAME" },
    { words: ["other", "--crd", topping], fault: "give at most one folder" },
  ])("with $words", async ({ words, fault }) => {
    const { code, said } = await init(project, ...words);
    expect({ code, said }).toEqual({ code: 2, said: expect.stringContaining(fault) });
    expect(await filesIn(project)).toEqual([]);
  });
});

describe("customhouse init --crd with a url", () => {
  test("accepts a definition of up to 5 MB, and follows redirects only to https", async () => {
    const authority = await openCertificateAuthority(join(folder, "ca"));
    const certificate = await authority.issue(["localhost"]);
    const definition = await readFile(topping, "utf8");
    const server = createServer(certificate, ({ url }, response) => {
      if (url === "/moved") response.writeHead(302, { location: "/crd.yaml" }).end();
      else if (url === "/plain") response.writeHead(302, { location: "http://localhost/" }).end();
      else if (url === "/round") response.writeHead(302, { location: "/round" }).end();
      else if (url === "/large") response.end(`${definition}# ${"x".repeat(5_000_000)}\n`);
      else if (url === "/crd.yaml") response.end(definition);
      else response.writeHead(404).end();
    });
    const port = await listenLocally(server);
    const fetched = (path: string, to: string) =>
      init(join(folder, to), "--crd", `https://localhost:${port}${path}`);
    const trusted = getCACertificates("default");
    setDefaultCACertificates([...trusted, await readFile(authority.caFile, "utf8")]);
    try {
      const { code, said } = await fetched("/moved", "moved");
      expect(code).toBe(0);
      expect(said).toContain("moved/kinds/topping/crd.yaml");
      const faults = {
        "/plain": "redirects to http://localhost/, which is not https",
        "/round": "more than 5 times",
        "/large": "has more than 5 MB",
        "/none": "the response is HTTP 404",
      };
      for (const [path, fault] of Object.entries(faults)) {
        const refused = await fetched(path, "refused");
        expect(refused.code).toBe(2);
        expect(refused.said).toContain(fault);
      }
      expect(await filesIn(join(folder, "refused"))).toEqual([]);
    } finally {
      setDefaultCACertificates(trusted);
      server.close();
    }
  });
});

describe("customhouse init --context", () => {
  /** A kubectl that prints what the real one would, with the fields that a server adds to a definition. */
  const kubectl = `#!/bin/sh
test "$*" = "--context prod get customresourcedefinition toppings.example.com -o json" || { echo "error: context \\"$2\\" does not exist" >&2; exit 1; }
cat "$(dirname "$0")/live.json"
`;

  test("takes a definition from a cluster, without the fields that the server adds", async () => {
    const live = parse(await readFile(topping, "utf8"));
    live.metadata = { ...live.metadata, uid: "1", resourceVersion: "2", managedFields: [] };
    await writeFile(join(folder, "live.json"), JSON.stringify({ ...live, status: {} }));
    await writeFile(join(folder, "kubectl"), kubectl);
    await chmod(join(folder, "kubectl"), 0o755);
    vi.stubEnv("PATH", `${folder}:${process.env["PATH"]}`);
    const inCluster = (context: string) =>
      init(project, "--crd", "toppings.example.com", "--context", context);
    const other = await inCluster("other");
    expect(other.code).toBe(2);
    expect(other.said).toContain(
      'toppings.example.com in other can\'t be read: error: context "other" does not exist',
    );
    expect(await filesIn(project)).toEqual([]);
    expect((await inCluster("prod")).code).toBe(0);
    const written = parse(await textOf("kinds/topping/crd.yaml"));
    expect(Object.keys(written)).toEqual(["apiVersion", "kind", "metadata", "spec"]);
    expect(Object.keys(written.metadata)).toEqual(["name"]);
    expect(written.spec).toEqual(live.spec);
  });
});

describe("choicesOf", () => {
  const invocation = (options: Record<string, string>) =>
    invocationOf({ words: [folder], options, out: () => undefined, error: () => undefined });

  test("asks on a terminal only for choices that no option makes", async () => {
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      if (question.startsWith("host ")) return "both";
      return question.startsWith("ci ") ? "gitlab" : "crd.yaml";
    };
    const all = await choicesOf(invocation({}), ask);
    expect(all).toMatchObject({ source: { crd: "crd.yaml" }, host: "both", ci: "gitlab" });
    expect(asked).toHaveLength(3);
    await choicesOf(invocation({ crd: "a.yaml", ci: "none", host: "lambda" }), ask);
    expect(asked).toHaveLength(3);
  });

  test("uses the default for an empty line", async () => {
    const choices = await choicesOf(invocation({ crd: "a.yaml" }), async () => "");
    expect(choices).toMatchObject({ host: "lambda", ci: "none" });
  });
});

test("init --help lists everything", async () => {
  expect(await runProgram(".", process.execPath, "lib/cli/main.ts", "init", "--help")).toContain(
    "--no-install",
  );
});
