import { join, resolve } from "node:path";
import { type Invocation, textOption, UsageError } from "../../command.ts";
import { isFolder } from "../../files/read-file.ts";
import { defaultKinds } from "../../kinds/kinds.ts";
import { choiceOf, choiceOption } from "../../option-values.ts";
import type { Prompt } from "../../terminal/prompt.ts";
import type { CrdSource } from "./crd-source.ts";

/** The values of `--host`: AWS Lambda functions, pods in a cluster, or both. */
const hosts = ["lambda", "container", "both"] as const;

/** What serves a project's kinds. */
export type ProjectHost = (typeof hosts)[number];

/** The values of `--ci`: the CI systems that `init` can write a pipeline for, or none. */
const ciSystems = ["github", "gitlab", "none"] as const;

/** The CI system of a project; `none` if no pipeline is written. */
export type CiSystem = (typeof ciSystems)[number];

/** The decisions of the user about a new project. */
export interface ProjectChoices {
  /** The absolute path of the project's folder. */
  readonly folder: string;
  /** Where the CRD comes from. Undefined if the folder has kinds already and no CRD is given. */
  readonly source: CrdSource | undefined;
  readonly host: ProjectHost;
  readonly ci: CiSystem;
  readonly installs: boolean;
}

/**
 * The user's choices, from options; for a choice without an option, from a question (`prompt`). Throws {@link UsageError} for
 * wrong options, and if a project without kinds gets no CRD, neither by an option nor by a reply.
 */
export async function choicesOf(
  invocation: Invocation,
  prompt: Prompt | undefined,
): Promise<ProjectChoices> {
  const [name = ".", ...more] = invocation.words;
  if (more.length > 0) throw new UsageError("give at most one folder");
  const folder = resolve(name);
  const knownHost = choiceOption(invocation, "host", hosts);
  const knownCi = choiceOption(invocation, "ci", ciSystems);
  const source = await chosenSource(invocation, folder, prompt);
  return {
    folder,
    source,
    host: knownHost ?? (await promptedChoice(prompt, "host", hosts, "lambda")),
    ci: knownCi ?? (await promptedChoice(prompt, "ci", ciSystems, "none")),
    installs: invocation.options["no-install"] !== true,
  };
}

async function chosenSource(
  invocation: Invocation,
  folder: string,
  prompt: Prompt | undefined,
): Promise<CrdSource | undefined> {
  const context = textOption(invocation, "context");
  const given = textOption(invocation, "crd");
  if (given !== undefined) return { crd: given, context };
  if (context !== undefined) {
    throw new UsageError("--context needs --crd NAME: the name of a definition in that cluster");
  }
  if (isFolder(join(folder, defaultKinds))) return undefined;
  const crd = await prompt?.("CustomResourceDefinition (a file, a folder or an https url): ");
  if (crd !== undefined && crd !== "") return { crd, context };
  throw new UsageError(
    "a project needs a CustomResourceDefinition: give a file, a folder or an https url with --crd, or a definition in a cluster with --context NAME --crd NAME",
  );
}

/** The user's reply to a question; `usual` for an empty reply, and if no question can be asked. */
async function promptedChoice<T extends string>(
  prompt: Prompt | undefined,
  option: string,
  known: readonly T[],
  usual: T,
): Promise<T> {
  const answer = (await prompt?.(`${option} (${known.join(", ")}) [${usual}]: `)) ?? "";
  return answer === "" ? usual : choiceOf(`--${option}`, answer, known);
}
