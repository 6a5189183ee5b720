import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { releaseFaults } from "../../../infra/release/release-faults.ts";

const packageJson = JSON.stringify({
  version: "1.2.3",
  repository: { type: "git", url: "git+https://example.com/customhouse.git" },
});
const changelog = "# Changelog\n\n## Unreleased\n\n## 1.2.3 (2027-01-01)\n\n- Better.\n";
const release = { tag: "v1.2.3", packageJson, changelog };

describe("releaseFaults", () => {
  test.each([
    { name: "nothing for a release that is ready", given: {}, faults: [] },
    {
      name: "a tag of another version",
      given: { tag: "v1.2.4" },
      faults: ["the tag v1.2.4 is not v1.2.3, the version in package.json: npm version sets both"],
    },
    {
      name: "a changelog without the version",
      given: { changelog: "# Changelog\n\n## 1.2.30\n" },
      faults: ["CHANGELOG.md has no section ## 1.2.3"],
    },
    {
      name: "changelog entries outside of a version",
      given: { changelog: changelog.replace("Unreleased\n", "Unreleased\n\n- New.\n") },
      faults: ["CHANGELOG.md has entries under Unreleased: they belong to this release"],
    },
    {
      name: "a package without a repository",
      given: { packageJson: '{"version":"1.2.3"}' },
      faults: ["package.json names no repository: the registry compares it with the provenance"],
    },
  ])("finds $name", ({ given, faults }) => {
    expect(releaseFaults({ ...release, ...given })).toEqual(faults);
  });
});

const workflows = globSync(".github/workflows/*.yml");
const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));

describe.each(workflows)("%s", (file) => {
  const text = readFileSync(file, "utf8");
  const { permissions, jobs } = parse(text);
  const steps = Object.values<{ steps: readonly { run?: string }[] }>(jobs).flatMap(
    (job) => job.steps,
  );

  test("uses actions by commit, each with its release in a comment", () => {
    const used = text.match(/^.*\buses:.*$/gm) ?? [];
    const pinned = /^ +- uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
    expect(used.filter((line) => !pinned.test(line))).toEqual([]);
    expect(used.length).toBeGreaterThan(0);
  });

  test("has read permission only, and only a job that publishes gets an identity", () => {
    expect(permissions).toEqual({ contents: "read" });
    const more = Object.entries<{ permissions?: object }>(jobs).filter(
      ([, job]) => job.permissions !== undefined,
    );
    expect(Object.fromEntries(more.map(([name, job]) => [name, job.permissions]))).toEqual(
      "publish" in jobs ? { publish: { contents: "read", "id-token": "write" } } : {},
    );
  });

  test("runs existing scripts and files, and puts no text of others into a shell", () => {
    const runs = steps.flatMap(({ run = "" }) => run.split("\n"));
    const named = runs.flatMap((run) => /^npm run (\S+)/.exec(run)?.[1] ?? []);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
    const files = runs.flatMap((run) => /^node (\S+)/.exec(run)?.[1] ?? []);
    expect(files.filter((name) => globSync(name).length === 0)).toEqual([]);
    expect(runs.filter((run) => run.includes("${{"))).toEqual([]);
  });
});

describe("the job that publishes", () => {
  test("installs nothing, and publishes the files that the rehearsal packed", () => {
    const { jobs } = parse(readFileSync(".github/workflows/release.yml", "utf8"));
    const runs = jobs.publish.steps.flatMap(({ run }: { run?: string }) => run ?? []);
    expect(jobs.publish.needs).toBe("rehearse");
    expect(runs).toEqual([
      "npm publish --provenance --access public --ignore-scripts ./customhouse-*.tgz",
    ]);
  });
});
