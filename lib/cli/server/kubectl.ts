import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { isArray, isObject, type JsonObject, member } from "../../json/value.ts";
import { UsageError } from "../command.ts";
import { manifestJson, parseManifestJson } from "../files/manifest-json.ts";

/** The user's kubectl, and the cluster that it connects to. */
export interface KubectlOptions {
  readonly program: string;
  readonly kubeconfig?: string;
  readonly context?: string;
  /** Removes keys from kubectl's errors. */
  readonly mask: (text: string) => string;
}

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
    live: (objects) => request(["get", "--ignore-not-found", "-o", "json", "-f", "-"], objects),
    applied: (objects) =>
      request(
        [
          "apply",
          "--server-side",
          "--force-conflicts",
          "--dry-run=server",
          "-o",
          "json",
          "-f",
          "-",
        ],
        objects,
      ),
  };
}

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
export function kubectlWords({ kubeconfig, context }: KubeconfigContext): readonly string[] {
  return [
    ...(typeof kubeconfig === "string" ? ["--kubeconfig", kubeconfig] : []),
    ...(context === undefined ? [] : ["--context", context]),
  ];
}

/** The kubeconfig and context of a cluster. For one that is absent, kubectl uses its default. */
interface KubeconfigContext {
  /** Null means the same as undefined, which JSON lacks. */
  readonly kubeconfig?: string | null;
  readonly context?: string;
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
  const { program, mask } = options;
  const all = [...kubectlWords(options), ...words];
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
