import { join, resolve } from "node:path";
import { type Invocation, textOption, UsageError } from "../../command.ts";
import { isFolder } from "../../files/read-file.ts";
import { defaultKinds } from "../../kinds/kinds.ts";
import type { Ask } from "../../terminal/ask.ts";
import type { CrdSource } from "./crd-source.ts";

/** Where a project's kinds may be served: by functions of AWS Lambda, by pods in a cluster, or by either. */
const hosts = ["lambda", "container", "both"] as const;

/** Where a project's kinds are served. */
export type Host = (typeof hosts)[number];

/** The systems that a project can have a pipeline for. */
const ciSystems = ["github", "gitlab", "none"] as const;

/** A system that runs the checks of a project; none where it has no pipeline. */
export type CiSystem = (typeof ciSystems)[number];

/** What a user decides of a new project. */
export interface Choices {
  /** The absolute path of the project's folder. */
  readonly folder: string;
  /** Undefined where the folder has kinds already, and no other is wanted. */
  readonly source: CrdSource | undefined;
  readonly host: Host;
  readonly ci: CiSystem;
  readonly installs: boolean;
}

/** What the options say; `ask` is asked the rest. Throws {@link UsageError} where nobody can be asked for the CRD. */
export async function choicesOf(invocation: Invocation, ask: Ask | undefined): Promise<Choices> {
  const [name = ".", ...more] = invocation.words;
  if (more.length > 0) throw new UsageError("name one folder");
  const folder = resolve(name);
  const knownHost = chosen(invocation, "host", hosts);
  const knownCi = chosen(invocation, "ci", ciSystems);
  const source = await sourceOf(invocation, folder, ask);
  return {
    folder,
    source,
    host: knownHost ?? (await asked(ask, "host", hosts, "lambda")),
    ci: knownCi ?? (await asked(ask, "ci", ciSystems, "none")),
    installs: invocation.options["no-install"] !== true,
  };
}

async function sourceOf(
  invocation: Invocation,
  folder: string,
  ask: Ask | undefined,
): Promise<CrdSource | undefined> {
  const context = textOption(invocation, "context");
  const given = textOption(invocation, "crd");
  if (given !== undefined) return { crd: given, context };
  if (context !== undefined) {
    throw new UsageError("--context names a cluster: name a definition in it with --crd NAME");
  }
  if (isFolder(join(folder, defaultKinds))) return undefined;
  const crd = await ask?.("CustomResourceDefinition (a file, a folder or an https url): ");
  if (crd !== undefined && crd !== "") return { crd, context };
  throw new UsageError(
    "a project needs a CustomResourceDefinition: --crd names a file, a folder or an https url; --context NAME --crd NAME takes it from a cluster",
  );
}

function chosen<T extends string>(
  invocation: Invocation,
  option: string,
  known: readonly T[],
): T | undefined {
  const given = textOption(invocation, option);
  return given === undefined ? undefined : oneOf(option, given, known);
}

/** What is answered; the default where nobody can be asked, and for an empty answer. */
async function asked<T extends string>(
  ask: Ask | undefined,
  option: string,
  known: readonly T[],
  usual: T,
): Promise<T> {
  const answer = (await ask?.(`${option} (${known.join(", ")}) [${usual}]: `)) ?? "";
  return answer === "" ? usual : oneOf(option, answer, known);
}

function oneOf<T extends string>(option: string, value: string, known: readonly T[]): T {
  const found = known.find((each) => each === value);
  if (found !== undefined) return found;
  throw new UsageError(`--${option} takes ${known.join(", ")}, not ${JSON.stringify(value)}`);
}
