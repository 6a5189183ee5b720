import { randomBytes } from "node:crypto";
import {
  addCluster,
  retireKey,
  rotateKey,
  type SecretChange,
  setAccess,
} from "../../../callers/secret/changes.ts";
import { type ClusterAccess, readAccess } from "../../../cluster/access.ts";
import { replaceFile } from "../../../hosts/local/atomic-file.ts";
import { isSegment } from "../../../request/path-credentials.ts";
import {
  ClusterSecretError,
  clusterSecret,
  secretHelp,
  secretOptions,
} from "../../callers/cluster-secret.ts";
import { type Command, type Invocation, textOption, UsageError } from "../../command.ts";
import { checkWritable, readText } from "../../files/read-file.ts";

/** The command `keys`: changes the keys of a cluster in steps, so that no call fails meanwhile. */
export const keys: Command = {
  help: `usage: customhouse keys new|rotate|retire|access --cluster C [options]

A cluster calls the service with a key in the url's path: https://HOST/C/KEY/convert. All keys are in one secret, which
the functions or pods read. Each action changes the secret so that no call fails, and prints what to do next:

  new               add the cluster, with its first key
  rotate            add a new key as the current one; the previous key is still accepted
  retire            remove the previous key; first wait until no log line of the cluster has "key":"previous"
  access            set how lookups reach the cluster: --server, --certificate-authority, --token-file

  --cluster C       the cluster's name in the url's path: letters, digits, _ ~ -
  --key-file F      write the new key to this file, readable by you only, instead of to standard output
${secretHelp}
  --server URL      the url by which the functions reach the cluster's API server
  --certificate-authority FILE, --token-file FILE
                    its CA and the token of the lookups' ServiceAccount, which customhouse manifests registers

example: customhouse keys new --cluster eu-1 --secret-id customhouse/prod/clusters --key-file eu-1.key
exit code: 0 done, 1 the secret could not be read, changed or written, 2 wrong usage`,
  firstWords: ["new", "rotate", "retire", "access"],
  options: {
    ...secretOptions,
    cluster: { type: "string" },
    "key-file": { type: "string" },
    server: { type: "string" },
    "certificate-authority": { type: "string" },
    "token-file": { type: "string" },
  },
  run: async (invocation) => {
    const [verb = "", ...rest] = invocation.words;
    const actionOf = Object.hasOwn(actions, verb) ? actions[verb] : undefined;
    if (actionOf === undefined || rest.length > 0) {
      throw new UsageError("give one action: new, rotate, retire or access");
    }
    const { key, change, next } = actionOf(invocation);
    const cluster = clusterOf(invocation);
    checkWritable(textOption(invocation, "key-file"));
    try {
      const secret = clusterSecret(invocation);
      const after = change(await secret.read(), cluster);
      if (!after.ok) throw new ClusterSecretError(`${secret.name}: ${after.error}`);
      // The key is written before the secret: if writing fails, better a saved key that is not accepted than an accepted key
      // that nobody has.
      if (key !== undefined) await writeKey(key, invocation);
      await secret.write(after.value);
      invocation.progress.error(
        `${secret.name} is written\n${next(cluster, keyFileOf(invocation))}`,
      );
      return 0;
    } catch (fault) {
      if (!(fault instanceof ClusterSecretError)) throw fault;
      invocation.error(`customhouse keys: ${fault.message}`);
      return 1;
    }
  },
};

/** One action: the change of the secret, a new key if the action creates one, and the text about the next step. */
interface KeyAction {
  readonly change: SecretChange;
  readonly key?: string;
  readonly next: (cluster: string, keyFile: string) => string;
}

const actions: Readonly<Record<string, (invocation: Invocation) => KeyAction>> = {
  new: () => {
    const key = newKey();
    return { key, change: addCluster(key), next: afterNew };
  },
  rotate: () => {
    const key = newKey();
    return { key, change: rotateKey(key), next: afterRotate };
  },
  retire: () => ({ change: retireKey, next: afterRetire }),
  access: (invocation) => ({ change: setAccess(accessOf(invocation)), next: afterAccess }),
};

/**
 * A new random key: 240 bits in 48 characters. They are lower-case letters and digits, because the API server allows no
 * others (but `-` and `.`) in the path of a Service.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/util/webhook/validation.go, ValidateWebhookService.
 */
function newKey(): string {
  return Array.from(randomBytes(48), (byte) => keyCharacters[byte % keyCharacters.length]).join("");
}

/** The characters of a key: 32, so that a random byte chooses each with the same probability. */
const keyCharacters = "abcdefghijklmnopqrstuvwxyz234567";

async function writeKey(key: string, invocation: Invocation): Promise<void> {
  const file = textOption(invocation, "key-file");
  if (file === undefined) invocation.out(key);
  else await replaceFile(file, `${key}\n`, 0o600);
}

function clusterOf(invocation: Invocation): string {
  const cluster = textOption(invocation, "cluster") ?? "";
  if (isSegment(cluster)) return cluster;
  throw new UsageError("--cluster takes the cluster's name in the path: letters, digits, _ ~ -");
}

function accessOf(invocation: Invocation): ClusterAccess {
  const [server, authority, token] = ["server", "certificate-authority", "token-file"].map((name) =>
    textOption(invocation, name),
  );
  if (server === undefined) throw new UsageError("access needs --server URL");
  const access: ClusterAccess = {
    server: URL.canParse(server) ? new URL(server).href : server,
    ...(authority !== undefined && { certificateAuthority: readText(authority) }),
    ...(token !== undefined && { token: readText(token).trim() }),
  };
  const fault = readAccess(access);
  if (!fault.ok) throw new UsageError(fault.error);
  return access;
}

function keyFileOf(invocation: Invocation): string {
  return textOption(invocation, "key-file") ?? "FILE-WITH-THE-KEY";
}

function applyLine(cluster: string, keyFile: string): string {
  return `npx customhouse manifests --url URL --cluster ${cluster} --key-file ${keyFile} --check | kubectl apply --server-side -f -`;
}

function afterNew(cluster: string, keyFile: string): string {
  return `next: ${applyLine(cluster, keyFile)}`;
}

function afterRotate(cluster: string, keyFile: string): string {
  return `both keys are accepted: every running function reads the new one within five minutes
next, after these five minutes: ${applyLine(cluster, keyFile)}
then, when no log line has "key":"previous" for ${cluster} any more: npx customhouse keys retire --cluster ${cluster}`;
}

function afterRetire(cluster: string): string {
  return `running functions stop accepting the previous key of ${cluster} within five minutes`;
}

function afterAccess(cluster: string): string {
  return `running functions use this access to ${cluster} within five minutes`;
}
