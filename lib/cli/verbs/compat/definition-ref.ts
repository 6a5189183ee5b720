import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { upgradeCrd } from "../../../crd/upgrade/upgrade-crd.ts";
import type { JsonObject } from "../../../json/value.ts";
import { type Invocation, UsageError } from "../../command.ts";
import { objectsInText } from "../../files/yaml.ts";
import { onlyDefinition, readDefinition } from "../../kinds/definitions.ts";
import { clusterDefinition } from "../../server/cluster-definition.ts";
import { requestedCluster, withCluster } from "../../server/requested-cluster.ts";
import { retryingReader } from "../../server/retrying-reader.ts";
import { withReadErrorsAsUsageErrors } from "../versions/read-errors.ts";

/** The forms of a reference: ours (`git:REF:PATH`, `cluster:NAME`) and crdify's (URLs). */
const gitRef = /^git:(?!\/\/)([^:]+):(.+)$/;
const gitUrl = /^git:\/\/(.+?)\/?\?path=(.+)$/;
const clusterRef = /^(?:cluster:(?!\/\/)|kube:\/\/)(.+)$/;
const fileUrl = /^file:\/\/(.+)$/;

/**
 * The CustomResourceDefinition that a reference names: a file, `git:REF:PATH`, `cluster:NAME`, or one of crdify's URLs for
 * these. A v1beta1 definition is rewritten as v1. Throws {@link UsageError} if the reference names none or several, or can't
 * be read.
 */
export async function definitionAt(ref: string, invocation: Invocation): Promise<JsonObject> {
  return upgradeCrd(await writtenAt(ref, invocation)).crd;
}

async function writtenAt(ref: string, invocation: Invocation): Promise<JsonObject> {
  const [, commit, path] = gitRef.exec(ref) ?? gitUrl.exec(ref) ?? [];
  if (commit !== undefined && path !== undefined) return inCommit(commit, path, ref);
  const [, name] = clusterRef.exec(ref) ?? [];
  if (name !== undefined) return inCluster(name, invocation);
  return readDefinition(fileUrl.exec(ref)?.[1] ?? ref);
}

async function inCommit(commit: string, path: string, ref: string): Promise<JsonObject> {
  // git would read a revision that begins with a dash as an option, and does not accept "--" before REVISION:PATH.
  if (commit.startsWith("-")) throw new UsageError(`${ref}: ${commit} is not a revision`);
  const relative = path.startsWith("/") ? path.slice(1) : `./${path}`;
  const { stdout } = await promisify(execFile)("git", ["show", `${commit}:${relative}`], {
    // Node.js allows 1 MiB by default, and a definition may have more.
    maxBuffer: 64 * 1024 * 1024,
  }).catch((cause) => {
    const isMissing = cause.code === "ENOENT";
    const reason = isMissing ? "git is not on the PATH" : String(cause.stderr).trim();
    throw new UsageError(`${ref}: ${reason}`, { cause });
  });
  return onlyDefinition(objectsInText(stdout, ref), ref);
}

async function inCluster(name: string, invocation: Invocation): Promise<JsonObject> {
  return withCluster(requestedCluster(invocation), (api) =>
    withReadErrorsAsUsageErrors(() => clusterDefinition(retryingReader(api), name)),
  );
}
