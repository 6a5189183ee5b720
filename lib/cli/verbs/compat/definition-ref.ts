import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { upgradeCrd } from "../../../crd/upgrade/upgrade-crd.ts";
import { definitionPath } from "../../../evolve/live-definition.ts";
import { type JsonObject, member } from "../../../json/value.ts";
import { type Invocation, UsageError } from "../../command.ts";
import { objectsOf } from "../../files/yaml.ts";
import { onlyDefinition, readDefinition } from "../../kinds/definitions.ts";
import { patientReader } from "../../server/patient-reader.ts";
import { requestedCluster, withCluster } from "../../server/requested-cluster.ts";

/** The forms of a reference, ours and those of crdify. */
const gitRef = /^git:(?!\/\/)([^:]+):(.+)$/;
const gitUrl = /^git:\/\/(.+?)\/?\?path=(.+)$/;
const clusterRef = /^(?:cluster:(?!\/\/)|kube:\/\/)(.+)$/;
const fileUrl = /^file:\/\/(.+)$/;

/**
 * The CustomResourceDefinition that a reference names: a file, `git:REF:PATH` or `cluster:NAME`. One of v1beta1 is upgraded.
 * Throws {@link UsageError} where there is none, or more than one.
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
  // "--" can't stand before REVISION:PATH, so a word that begins with a dash is refused.
  if (commit.startsWith("-")) throw new UsageError(`${ref}: ${commit} is not a revision`);
  const relative = path.startsWith("/") ? path.slice(1) : `./${path}`;
  const { stdout } = await promisify(execFile)("git", ["show", `${commit}:${relative}`], {
    maxBuffer: 64 * 1024 * 1024,
  }).catch((cause) => {
    const isMissing = cause.code === "ENOENT";
    const reason = isMissing ? "git is not on the PATH" : String(cause.stderr).trim();
    throw new UsageError(`${ref}: ${reason}`, { cause });
  });
  return onlyDefinition(objectsOf(stdout, ref), ref);
}

async function inCluster(name: string, invocation: Invocation): Promise<JsonObject> {
  return withCluster(requestedCluster(invocation), async (api) => {
    const { status, body } = await patientReader(api).get(definitionPath(name));
    if (status === 200) return body;
    throw new UsageError(`${name}: ${status} ${String(member(body, "message"))}`);
  });
}
