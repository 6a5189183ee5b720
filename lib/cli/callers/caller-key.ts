import { statSync } from "node:fs";
import { isSegment } from "../../request/claim.ts";
import { type Invocation, textOption, UsageError } from "../command.ts";
import { readText } from "../files/read-file.ts";
import { SecretPlaceError, secretPlace } from "./secret-place.ts";

/** A cluster's key as it was read. */
export interface CallerKey {
  readonly key: string;
  /** What the user should know of the file; undefined where nothing is wrong with it. */
  readonly warning: string | undefined;
}

/**
 * The key that a cluster shall call by: of `--key-file`, else the current one in the functions' secret. Errors:
 * {@link UsageError}, which shows neither a key nor what else stands in a file.
 */
export async function callerKey(invocation: Invocation, cluster: string): Promise<CallerKey> {
  const [file, secrets] = ["key-file", "secrets"].map((name) => textOption(invocation, name));
  const key = file === undefined ? await keyInSecret(invocation, cluster) : keyInFile(file);
  return { key, warning: warningOn(file ?? secrets) };
}

/** The key in a file of its own; `-` is standard input. */
function keyInFile(file: string): string {
  const key = readText(file).replace(/\r?\n$/, "");
  if (isSegment(key)) return key;
  throw new UsageError(
    `${file} is no key: a key is made of letters, digits, _ ~ and -, in one line and nothing else`,
  );
}

async function keyInSecret(invocation: Invocation, cluster: string): Promise<string> {
  const place = secretPlace(invocation);
  const { clusters } = await place.read().catch((fault: unknown) => {
    throw fault instanceof SecretPlaceError
      ? new UsageError(fault.message, { cause: fault })
      : fault;
  });
  const [key] = Object.hasOwn(clusters, cluster) ? (clusters[cluster]?.keys ?? []) : [];
  if (key !== undefined) return key;
  throw new UsageError(
    `${place.name} has no cluster ${cluster}: customhouse keys new --cluster ${cluster} adds it`,
  );
}

/** A file that others may read keeps no secret. Windows has no such modes. */
function warningOn(file: string | undefined): string | undefined {
  if (file === undefined || file === "-" || process.platform === "win32") return undefined;
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) === 0) return undefined;
  return `${file} can be read by others (mode ${(mode & 0o777).toString(8)}): chmod 600 ${file}`;
}
