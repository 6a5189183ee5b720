import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { isArray, isObject, type JsonObject, member } from "../../json/value.ts";
import { UsageError } from "../command.ts";
import { manifestJson, parseManifestJson } from "../files/manifest-json.ts";

/** The user's kubectl, and the cluster that it connects to. What is null or absent is kubectl's default. */
export type KubectlContext = {
  readonly program: string;
  readonly kubeconfig: string | null;
  readonly context?: string;
};

/** A {@link KubectlContext}, and a function that removes keys from kubectl's errors. */
type KubectlOptions = KubectlContext & { readonly mask?: (text: string) => string };

/** Access to the objects of a cluster through kubectl. */
export interface Kubectl {
  /** Reads the cluster's state of objects; those that do not exist in the cluster are left out. */
  live(objects: readonly JsonObject[]): Promise<readonly JsonObject[]>;
  /** Reads one object by its name, which must exist; without a name, all objects of the resources. */
  get(resources: string, name?: string): Promise<readonly JsonObject[]>;
  /** Returns the objects after a server-side apply in a dry run. All of them must exist. */
  applied(objects: readonly JsonObject[]): Promise<readonly JsonObject[]>;
}

/**
 * Runs kubectl with the user's configuration. Objects go to its standard input, never to its command line. Errors:
 * {@link UsageError} with kubectl's message.
 */
export function openKubectl(options: KubectlOptions): Kubectl {
  const request = async (words: readonly string[], objects: readonly JsonObject[]) =>
    objects.length === 0
      ? []
      : objectsInOutput(await runKubectl(options, words, kubectlList(objects)));
  return {
    get: async (resources, name) => {
      const names = name === undefined ? [] : [name];
      return objectsInOutput(
        await runKubectl(options, ["get", resources, ...names, "-o", "json"], ""),
      );
    },
    live: (objects) => request(["get", "--ignore-not-found", ...asJson], objects),
    applied: (objects) =>
      request(
        ["apply", "--server-side", "--force-conflicts", "--dry-run=server", ...asJson],
        objects,
      ),
  };
}

/** Objects are read as JSON from standard input, and printed as JSON. */
const asJson = ["-o", "json", "-f", "-"];

function kubectlList(objects: readonly JsonObject[]): string {
  return manifestJson({ apiVersion: "v1", kind: "List", items: objects });
}

function objectsInOutput(output: string): readonly JsonObject[] {
  const values = parseManifestJson(output) ?? [];
  return values.filter(isObject).flatMap((value) => {
    const items = member(value, "items");
    return isArray(items) ? items.filter(isObject) : [value];
  });
}

/** The arguments of kubectl that name a cluster. */
export function kubectlArguments({ kubeconfig, context }: KubectlContext): readonly string[] {
  return [
    ...(kubeconfig === null ? [] : ["--kubeconfig", kubeconfig]),
    ...(context === undefined ? [] : ["--context", context]),
  ];
}

/** The error for a kubectl program that can't be started. */
export function startFault(program: string, cause: Error): UsageError {
  const message = `${program} can't be run (${cause.message}): name it with --kubectl FILE`;
  return new UsageError(message, { cause });
}

async function runKubectl(
  options: KubectlOptions,
  words: readonly string[],
  input: string,
): Promise<string> {
  const { program, mask = (error) => error } = options;
  const all = [...kubectlArguments(options), ...words];
  const child = spawn(program, all, { stdio: ["pipe", "pipe", "pipe"] });
  const ended = new Promise<number>((resolve, reject) => {
    child.once("error", (cause) => reject(startFault(program, cause)));
    child.once("close", (code) => resolve(code ?? 1));
  });
  child.stdin.on("error", () => undefined); // kubectl may exit before it has read all its input
  child.stdin.end(input);
  const [output, message, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  if (code === 0) return output;
  throw new UsageError(`kubectl ${words[0]} ended with ${code}: ${mask(message).trim()}`);
}
