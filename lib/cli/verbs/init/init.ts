import { join, relative } from "node:path";
import type { Command, Invocation } from "../../command.ts";
import { defaultKinds } from "../../kinds/kinds.ts";
import { ownPackage } from "../../own-package.ts";
import { withPrompt } from "../../terminal/prompt.ts";
import { choicesOf, type ProjectChoices } from "./choices.ts";
import { definitionsFrom } from "./crd-source.ts";
import { showFirstResults } from "./first-results.ts";
import { installDependencies } from "./install-dependencies.ts";
import { type PlannedKind, type ProjectPlan, planProject } from "./project-plan.ts";
import { writeProject } from "./write-project.ts";

/** The command `init`: creates a project, installs its dependencies and shows the response to a first review. */
export const init: Command = {
  help: `usage: customhouse init [DIR] [--crd CRD] [--host lambda|container|both]
                            [--ci github|gitlab|none] [--no-install]
       customhouse init [DIR] --context NAME --crd NAME

Creates a project in DIR (default: the current folder): package.json, serverless.yml (unless --host container), tsconfig.json,
.gitignore, README.md, and for each definition a folder in kinds with crd.yaml, a draft of conversion.yaml as customhouse
suggest prints it, samples and a test case. Then it installs the dependencies with npm, checks the kinds and shows the
response to one review. On a terminal, it asks for each choice that is not given as an option.

If DIR has a package.json, it adds the files, scripts and dependencies that are missing. It never replaces a file. If
an option, a definition or a file is wrong, nothing is written.

  --crd CRD         a file with CustomResourceDefinitions, a folder of such files as controller-gen writes it, or an
                    https url of up to 5 MB; with --context the name of a definition. Not needed if DIR has kinds
  --context NAME    read the definition from the cluster of this context, with your kubectl
  --host HOST       what serves the kinds: lambda (default), functions in AWS; container, pods in a cluster, as
                    customhouse container writes them; or both
  --ci SYSTEM       add a pipeline that checks, tests and bundles the kinds: github, gitlab, or none (default)
  --no-install      don't run npm

example: customhouse init backups --crd config/crd/bases --ci github
exit code: 0 created; 1 created, but the dependencies could not be installed; 2 wrong usage, and nothing was written`,
  options: {
    crd: { type: "string" },
    context: { type: "string" },
    host: { type: "string" },
    ci: { type: "string" },
    "no-install": { type: "boolean" },
  },
  run: async (invocation) => {
    const choices = await withPrompt((prompt) => choicesOf(invocation, prompt));
    const definitions = choices.source === undefined ? [] : await definitionsFrom(choices.source);
    const plan = planProject(choices, definitions, ownPackage());
    writeProject(choices.folder, plan);
    for (const line of writtenLines(choices.folder, plan)) invocation.progress.out(line);
    for (const note of dependencyNotes(choices, plan)) invocation.error(note);
    return finish(choices, plan, invocation);
  },
};

function writtenLines(folder: string, { files, completed, kept }: ProjectPlan): readonly string[] {
  const shownPath = (path: string): string => relative(".", join(folder, path));
  return [
    ...files.map(({ path }) => `wrote ${shownPath(path)}`),
    ...(completed === undefined
      ? []
      : [`added ${completed.added.join(", ")} to ${shownPath(completed.path)}`]),
    ...kept.map((path) => `kept ${shownPath(path)}, which exists already`),
  ];
}

/** A note if the project depends on a file outside its folder, which a pipeline can't install. */
function dependencyNotes({ ci }: ProjectChoices, { dependency }: ProjectPlan): readonly string[] {
  if (ci === "none" || !dependency.startsWith("file:..")) return [];
  return [
    `note: package.json has customhouse as ${dependency}, which a pipeline can't find: copy that file into the project, and npm install the copy`,
  ];
}

/** Runs npm install; meanwhile shows the first results of the kinds. Prints the next steps, and returns the exit code. */
async function finish(
  { folder, host, installs }: ProjectChoices,
  plan: ProjectPlan,
  invocation: Invocation,
): Promise<number> {
  if (installs) invocation.progress.out("npm install is running");
  const installing = installs ? installDependencies(folder) : Promise.resolve(undefined);
  const relativeFolder = relative(".", folder);
  const drafts: PlannedKind[] = [];
  for (const kind of plan.kinds) {
    if (!(await showFirstResults(relativeFolder, kind, invocation))) drafts.push(kind);
  }
  const fault = await installing;
  if (fault !== undefined) invocation.error(`customhouse init: ${fault}`);
  invocation.progress.out(nextSteps(relativeFolder, drafts, { installs, host }));
  return fault === undefined ? 0 : 1;
}

function nextSteps(
  here: string,
  [draft]: readonly PlannedKind[],
  { installs, host }: Pick<ProjectChoices, "installs" | "host">,
): string {
  const first = [
    ...(here === "" ? [] : [`cd ${here}`]),
    ...(installs ? [] : ["npm install"]),
    "npm run dev",
  ].join(" && ");
  const steps = [
    [first, "serves on loopback; each save is checked and served"],
    draft === undefined
      ? ["npm test", `runs the cases in ${defaultKinds}/*/tests`]
      : [
          "npm run check",
          `after you decide what is marked TODO in ${join(draft.folder, "conversion.yaml")}`,
        ],
    host === "container"
      ? ["npm run container", "writes a bundle, a Dockerfile and a kustomize base"]
      : ["npm run package", "bundles and zips for AWS; the first time it fetches osls"],
  ] as const;
  const width = Math.max(...steps.map(([command]) => command.length));
  return [
    "",
    "Next:",
    "",
    ...steps.map(([command, what]) => `  ${command.padEnd(width)}   # ${what}`),
  ].join("\n");
}
