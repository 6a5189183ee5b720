import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { isArray, isObject, type JsonObject, member } from "../../../json/value.ts";
import { UsageError } from "../../command.ts";
import { manifestJson, parseManifestJson } from "../../files/manifest-json.ts";

/** The user's own kubectl, and which cluster it is to ask. */
export interface KubectlOptions {
  readonly program: string;
  readonly kubeconfig?: string;
  readonly context?: string;
  /** What kubectl says may hold keys: its errors are shown as this gives them back. */
  readonly mask: (text: string) => string;
}

/** What a cluster says of objects. */
export interface Kubectl {
  /** Those that are there, as they are. */
  live(objects: readonly JsonObject[]): Promise<readonly JsonObject[]>;
  /** What server-side apply would make of them, without doing it. Every one must be there already. */
  applied(objects: readonly JsonObject[]): Promise<readonly JsonObject[]>;
}

/** Errors: {@link UsageError} with what kubectl said. Objects go to its standard input, never onto its command line. */
export function openKubectl(options: KubectlOptions): Kubectl {
  const ask = async (words: readonly string[], objects: readonly JsonObject[]) =>
    objects.length === 0 ? [] : objectsIn(await run(options, words, listOf(objects)));
  return {
    live: (objects) => ask(["get", "--ignore-not-found", "-o", "json", "-f", "-"], objects),
    applied: (objects) =>
      ask(
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

function listOf(objects: readonly JsonObject[]): string {
  return manifestJson({ apiVersion: "v1", kind: "List", items: objects });
}

function objectsIn(output: string): readonly JsonObject[] {
  const values = parseManifestJson(output) ?? [];
  return values.filter(isObject).flatMap((value) => {
    const items = member(value, "items");
    return isArray(items) ? items.filter(isObject) : [value];
  });
}

async function run(
  { program, kubeconfig, context, mask }: KubectlOptions,
  words: readonly string[],
  input: string,
): Promise<string> {
  const where = [
    ...(kubeconfig === undefined ? [] : ["--kubeconfig", kubeconfig]),
    ...(context === undefined ? [] : ["--context", context]),
  ];
  const child = spawn(program, [...where, ...words], { stdio: ["pipe", "pipe", "pipe"] });
  const ended = new Promise<number>((resolve, reject) => {
    child.once("error", (cause) =>
      reject(
        new UsageError(`${program} cannot be run (${cause.message}): name it with --kubectl FILE`, {
          cause,
        }),
      ),
    );
    child.once("close", (code) => resolve(code ?? 1));
  });
  child.stdin.on("error", () => undefined); // kubectl may end before it has read all
  child.stdin.end(input);
  const [output, said, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code === 0) return output;
  throw new UsageError(`kubectl ${words[0]} ended with ${code}: ${mask(said).trim()}`);
}
