import { lstatSync } from "node:fs";
import { readSecret, type SecretDocument } from "../../callers/secret/document.ts";
import type { SecretStore } from "../../callers/secret/secret-source.ts";
import { secretsManager } from "../../callers/secret/secrets-manager.ts";
import { replaceFile } from "../../hosts/local/whole-file.ts";
import { type Invocation, textOption, UsageError } from "../command.ts";
import { checkWritable, readText } from "../files/read-file.ts";

/** The options that say where the secret is. */
export const secretOptions = {
  secrets: { type: "string" },
  "secret-id": { type: "string" },
} as const;

export const secretHelp = `  --secrets FILE    the secret is this file (default: CUSTOMHOUSE_SECRETS_FILE)
  --secret-id ID    the secret is this one of AWS Secrets Manager, by name or ARN, with the credentials and the
                    region of your shell (default: CUSTOMHOUSE_SECRET_ID)`;

/** What the secret of AWS Secrets Manager or a file could not do; its message names no value of the secret. */
export class SecretPlaceError extends Error {
  override readonly name = "SecretPlaceError";
}

/** A place of the secret, by its name for messages. */
export interface SecretPlace {
  readonly name: string;
  /** A file that is not there yet holds no cluster. */
  read(): Promise<SecretDocument>;
  /** Errors: also where it is no longer what was read, and where no function could read it afterwards. */
  write(document: SecretDocument): Promise<void>;
}

/** The place that the options or the environment name. */
export function secretPlace(invocation: Invocation): SecretPlace {
  const [givenFile, givenId] = [
    textOption(invocation, "secrets"),
    textOption(invocation, "secret-id"),
  ];
  if (givenFile !== undefined && givenId !== undefined) {
    throw new UsageError("--secrets and --secret-id are two places: give one");
  }
  const file = givenFile ?? (givenId === undefined ? process.env["CUSTOMHOUSE_SECRETS_FILE"] : "");
  const id = givenId ?? process.env["CUSTOMHOUSE_SECRET_ID"];
  if (file) return placeOf(`the file ${file}`, fileStore(file));
  if (id) return placeOf(`the secret ${id}`, secretsManager(id));
  throw new UsageError("say where the secret is: --secrets FILE or --secret-id ID");
}

function fileStore(file: string): SecretStore {
  const isThere = (): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  return {
    read: async () => {
      checkWritable(file);
      return isThere() ? readText(file) : none;
    },
    write: (text) => replaceFile(file, text, 0o600),
  };
}

const none = JSON.stringify({ clusters: {} });

/** What asking or writing may take. */
const placeMs = 20_000;

function placeOf(name: string, store: SecretStore): SecretPlace {
  const orSay = async <T>(verb: string, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (cause) {
      if (cause instanceof UsageError) throw cause;
      const said = cause instanceof Error ? `${cause.name}: ${cause.message}` : "failed";
      throw new SecretPlaceError(`${name} could not be ${verb}: ${said}`, { cause });
    }
  };
  const read = (): Promise<string> => orSay("read", store.read(AbortSignal.timeout(placeMs)));
  let before: string | undefined;
  return {
    name,
    read: async () => {
      before = await read();
      return documentIn(name, before);
    },
    write: async (document) => {
      const text = `${JSON.stringify(document, undefined, 2)}\n`;
      documentIn(name, text);
      if ((await read()) !== before) {
        throw new SecretPlaceError(`${name} was changed by somebody else meanwhile: try again`);
      }
      await orSay("written", store.write(text, AbortSignal.timeout(placeMs)));
    },
  };
}

/** What a text of the secret says, as a function will read it. */
function documentIn(name: string, text: string): SecretDocument {
  const secret = readSecret(text);
  if (!secret.ok) throw new SecretPlaceError(`${name}: ${secret.error}`);
  return secret.value;
}
