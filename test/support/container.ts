import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { exampleBundling } from "../../infra/build/example-bundling.ts";
import { containerBundle } from "../../lib/cli/bundle/container-bundle.ts";
import { replaceFile } from "../../lib/hosts/local/atomic-file.ts";
import {
  type Certificate,
  openCertificateAuthority,
} from "../../lib/hosts/local/certificate-authority.ts";

/** A folder with a certificate as kubelet mounts a Secret: a link to a folder that is replaced as a whole. */
export interface MountedCertificate extends AsyncDisposable {
  readonly folder: string;
  readonly ca: string;
  readonly first: Certificate;
  /** A further certificate of the same CA. */
  readonly issue: () => Promise<Certificate>;
  /** Replaces the certificate at once, as kubelet does. */
  readonly mount: (certificate: Certificate) => Promise<void>;
}

/** The names of the container's certificate: loopback, and the Service of the kustomize base. */
const names = ["127.0.0.1", "customhouse.customhouse.svc"];

/** Mounts a first certificate. */
export async function mountCertificate(): Promise<MountedCertificate> {
  const folder = await mkdtemp(join(tmpdir(), "certificate-"));
  const authority = await openCertificateAuthority(join(folder, "authority"));
  const mounted = join(folder, "mounted");
  await mkdir(mounted);
  let issued = 0;
  const issue = (): Promise<Certificate> => {
    issued += 1;
    return authority.issue([...names, `n${issued}.example.com`]);
  };
  let generations = 0;
  const mount = async ({ cert, key }: Certificate): Promise<void> => {
    generations += 1;
    const own = join(mounted, `..${generations}`);
    await mkdir(own);
    await writeFile(join(own, "tls.crt"), cert);
    await writeFile(join(own, "tls.key"), key);
    await relink(`..${generations}`, join(mounted, "..data"));
  };
  const first = await issue();
  await mount(first);
  for (const name of ["tls.crt", "tls.key"]) {
    await symlink(join("..data", name), join(mounted, name));
  }
  return {
    folder: mounted,
    ca: await readFile(authority.caFile, "utf8"),
    first,
    issue,
    mount,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

/** Points a link elsewhere, atomically. */
async function relink(target: string, link: string): Promise<void> {
  await symlink(target, `${link}_tmp`);
  await rename(`${link}_tmp`, link);
}

/** Writes the program of a container with the example kinds. */
export async function writeExampleBundle(folder: string): Promise<string> {
  const { kinds } = await exampleBundling();
  const file = join(folder, "customhouse.cjs");
  await replaceFile(file, (await containerBundle(kinds)).text, 0o644);
  return file;
}

/** A container's program in a process of its own. */
export interface ContainerProcess {
  readonly child: ChildProcess;
  readonly port: number;
  readonly metricsPort: number;
  /** Sends SIGTERM and waits for the exit code. */
  readonly terminate: () => Promise<number | null>;
}

/** The environment in which a program takes free ports of the loopback interface. */
export const onLoopback = {
  CUSTOMHOUSE_ADDRESS: "127.0.0.1",
  CUSTOMHOUSE_PORT: "0",
  CUSTOMHOUSE_METRICS_PORT: "0",
} as const;

/** Starts a program with nothing else in its environment. */
export function startProgram(
  file: string,
  environment: Readonly<Record<string, string>>,
): Promise<ContainerProcess> {
  return started(runProgram(file, [], { ...onLoopback, ...environment }));
}

/** Waits for the first line of a program whose output is piped; rejects with what it wrote where it ends at once. */
export async function started(child: ChildProcess): Promise<ContainerProcess> {
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  const lines = createInterface({ input: known(child.stdout) });
  const [line] = await Promise.race([
    once(lines, "line"),
    once(child, "exit").then(() => Promise.reject(new Error(`the program ended: ${said}`))),
  ]);
  const { listening, metrics } = JSON.parse(line);
  return {
    child,
    port: listening,
    metricsPort: metrics,
    terminate: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      const [code] = await ended;
      return code;
    },
  };
}

/** Runs a program with an environment of its own. */
function runProgram(
  file: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcess {
  return spawn(process.execPath, [file, ...words], { env, stdio: ["ignore", "pipe", "pipe"] });
}

function known<T>(value: T | null): T {
  if (value === null) throw new Error("the stream is piped");
  return value;
}
