import { statSync } from "node:fs";
import { isSegment } from "../../request/path-credentials.ts";
import { type Invocation, textOption, UsageError } from "../command.ts";
import { readText } from "../files/read-file.ts";
import { ClusterSecretError, clusterSecret } from "./cluster-secret.ts";

interface CallerKey {
  readonly key: string;
  /** A warning if the mode of the file gives other users any access; else undefined. */
  readonly warning: string | undefined;
}

/**
 * The key with which a cluster calls the service: from `--key-file`, else the cluster's current key in the secret. Errors:
 * {@link UsageError}, whose message never has a key or other contents of a file.
 */
export async function callerKey(invocation: Invocation, cluster: string): Promise<CallerKey> {
  const [file, secrets] = ["key-file", "secrets"].map((name) => textOption(invocation, name));
  const key = file === undefined ? await keyInSecret(invocation, cluster) : keyInFile(file);
  return { key, warning: warningOn(file ?? secrets) };
}

/** Reads a file with only a key; `-` is standard input. */
function keyInFile(file: string): string {
  const key = readText(file).replace(/\r?\n$/, "");
  if (isSegment(key)) return key;
  throw new UsageError(
    `${file} is not a file with a key: a key is one line of letters, digits, _ ~ and -`,
  );
}

async function keyInSecret(invocation: Invocation, cluster: string): Promise<string> {
  const secret = clusterSecret(invocation);
  const { clusters } = await secret.read().catch((fault: unknown) => {
    throw fault instanceof ClusterSecretError
      ? new UsageError(fault.message, { cause: fault })
      : fault;
  });
  const [key] = Object.hasOwn(clusters, cluster) ? (clusters[cluster]?.keys ?? []) : [];
  if (key !== undefined) return key;
  throw new UsageError(
    `${secret.name} has no cluster ${cluster}: add it with customhouse keys new --cluster ${cluster}`,
  );
}

/** A warning if a file's mode gives other users access. Undefined for standard input, and on Windows, which has no modes. */
function warningOn(file: string | undefined): string | undefined {
  if (file === undefined || file === "-" || process.platform === "win32") return undefined;
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) === 0) return undefined;
  return `other users have access to ${file} (mode ${(mode & 0o777).toString(8)}): chmod 600 ${file}`;
}
