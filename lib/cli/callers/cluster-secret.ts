import { lstatSync } from "node:fs";
import { readSecret, type SecretDocument } from "../../callers/secret/document.ts";
import type { SecretStore } from "../../callers/secret/secret-source.ts";
import { secretsManager } from "../../callers/secret/secrets-manager.ts";
import { replaceFile } from "../../hosts/local/atomic-file.ts";
import { type Invocation, textOption, UsageError } from "../command.ts";
import { checkWritable, readText } from "../files/read-file.ts";

/** The options that name the secret with the clusters and their keys. */
export const secretOptions = {
  secrets: { type: "string" },
  "secret-id": { type: "string" },
} as const;

/** The help of {@link secretOptions}. */
export const secretHelp = `  --secrets FILE    the file with the secret (default: CUSTOMHOUSE_SECRETS_FILE)
  --secret-id ID    the secret's name or ARN in AWS Secrets Manager, read with the credentials and the region of
                    your shell (default: CUSTOMHOUSE_SECRET_ID)`;

/** The secret could not be read, changed or written. The message has no value of the secret. */
export class ClusterSecretError extends Error {
  override readonly name = "ClusterSecretError";
}

/** The secret with the clusters that may call the service: a file, or a secret of AWS Secrets Manager. */
interface ClusterSecret {
  /** The name of the secret, for messages. */
  readonly name: string;
  /** Reads the secret. A file that does not exist yet counts as a secret without clusters. */
  read(): Promise<SecretDocument>;
  /**
   * Writes the secret. Errors: {@link ClusterSecretError} if it can't be written, was changed by somebody else since `read`, or
   * would not be accepted by the functions.
   */
  write(document: SecretDocument): Promise<void>;
}

/**
 * The secret that the options or environment variables name. Throws {@link UsageError} if they name none, or the options name
 * two.
 */
export function clusterSecret(invocation: Invocation): ClusterSecret {
  const [givenFile, givenId] = [
    textOption(invocation, "secrets"),
    textOption(invocation, "secret-id"),
  ];
  if (givenFile !== undefined && givenId !== undefined) {
    throw new UsageError("--secrets and --secret-id name two secrets: give one");
  }
  const file = givenFile ?? (givenId === undefined ? process.env["CUSTOMHOUSE_SECRETS_FILE"] : "");
  const id = givenId ?? process.env["CUSTOMHOUSE_SECRET_ID"];
  if (file) return secretIn(`the file ${file}`, fileStore(file));
  if (id) return secretIn(`the secret ${id}`, secretsManager(id));
  throw new UsageError("name the secret with --secrets FILE or --secret-id ID");
}

function fileStore(file: string): SecretStore {
  const exists = (): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  return {
    read: async () => {
      checkWritable(file);
      return exists() ? readText(file) : emptyDocument;
    },
    write: (text) => replaceFile(file, text, 0o600),
  };
}

const emptyDocument = JSON.stringify({ clusters: {} });

/**
 * The timeout of one read or write, in ms. The number is a choice: long enough for a slow connection, and short enough that a
 * person still waits for the error.
 */
const timeoutMs = 20_000;

function secretIn(name: string, store: SecretStore): ClusterSecret {
  const orThrow = async <T>(verb: string, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (cause) {
      if (cause instanceof UsageError) throw cause;
      const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : "unknown error";
      throw new ClusterSecretError(`${name} could not be ${verb}: ${reason}`, { cause });
    }
  };
  const read = (): Promise<string> => orThrow("read", store.read(AbortSignal.timeout(timeoutMs)));
  let before: string | undefined;
  return {
    name,
    read: async () => {
      before = await read();
      return parseDocument(name, before);
    },
    write: async (document) => {
      const text = `${JSON.stringify(document, undefined, 2)}\n`;
      parseDocument(name, text);
      if ((await read()) !== before) {
        throw new ClusterSecretError(
          `${name} was changed by somebody else in the meantime: try again`,
        );
      }
      await orThrow("written", store.write(text, AbortSignal.timeout(timeoutMs)));
    },
  };
}

/** Parses the secret as the functions do. Throws {@link ClusterSecretError} if it is not valid. */
function parseDocument(name: string, text: string): SecretDocument {
  const secret = readSecret(text);
  if (!secret.ok) throw new ClusterSecretError(`${name}: ${secret.error}`);
  return secret.value;
}
