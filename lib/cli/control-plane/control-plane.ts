import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type Certificate,
  openCertificateAuthority,
} from "../../hosts/local/certificate-authority.ts";
import { type ApiEndpoint, callOnce, tokenEndpoint } from "../server/api-request.ts";
import type { Assets } from "./assets.ts";
import { freePorts } from "./free-ports.ts";
import { hasEnded, type ProcessReaper, type ReapedProcess, startReaper } from "./process-reaper.ts";

/** A real control plane: etcd and kube-apiserver on free ports of the loopback interface. */
export interface ControlPlane {
  readonly server: string;
  /** The administrator's bearer token. */
  readonly token: string;
  /** The server's CA, in PEM. */
  readonly ca: string;
  /** The URL of etcd, for reading what is stored. */
  readonly etcdUrl: string;
  /** The path of the administrator's kubeconfig, for other programs. */
  readonly kubeconfig: string;
  /** Starts further processes that must not outlive the control plane. */
  readonly reaper: ProcessReaper;
  /** A certificate that the server's CA has signed, for webhook servers on the loopback interface. */
  readonly certificate: Certificate;
  /** Restarts kube-apiserver; `flags` replace those of {@link ControlPlaneOptions}. Stored objects stay. */
  restart(flags?: readonly string[]): Promise<void>;
  /** Kills all processes and removes the scratch folder. */
  stop(): Promise<void>;
}

/** Options for starting a control plane. */
export interface ControlPlaneOptions {
  /** More flags of kube-apiserver, `--name=value`. They replace default flags of the same name. */
  readonly flags?: readonly string[];
  /** More host names that `certificate` covers. */
  readonly names?: readonly string[];
  /** The proxy and the CAs for kube-apiserver's webhook calls; left out: those of this process. */
  readonly outside?: WebhookCallSettings;
  /** Stops the control plane when it aborts, also while it starts. */
  readonly signal?: AbortSignal;
}

/** How kube-apiserver calls webhooks. */
export interface WebhookCallSettings {
  /** The url of the proxy for all webhook calls. */
  readonly proxy: string;
  /** PEM files that kube-apiserver trusts as system roots, besides its own CA and instead of the machine's. */
  readonly roots: readonly string[];
}

/** The error if the control plane does not start. The message ends with the last output of its processes. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** The parts of a control plane that stay when kube-apiserver restarts. */
interface ControlPlaneBase {
  readonly assets: Assets;
  readonly reaper: ProcessReaper;
  readonly outside: WebhookCallSettings | undefined;
  readonly endpoint: ApiEndpoint;
  readonly etcd: ReapedProcess;
  readonly etcdUrl: string;
  readonly server: string;
  readonly port: number;
}

/**
 * The most attempts at a start: another process may take a port between the choice of it and its use. The number is a choice:
 * this seldom happens, and hardly ever twice.
 */
const attempts = 3;
/** The longest time to wait for a start, in ms: it takes 5 to 10 s on an idle machine, and up to a minute on a busy one. */
const readyMs = 90_000;

/** Starts a control plane and waits until it is ready. Errors: {@link StartError} if it does not become ready. */
export async function startControlPlane(
  assets: Assets,
  options: ControlPlaneOptions = {},
): Promise<ControlPlane> {
  for (let attempt = 1; ; attempt++) {
    const reaper = await startReaper("customhouse-cluster-");
    const { signal } = options;
    if (signal?.aborted === true) await reaper.close();
    else signal?.addEventListener("abort", () => void reaper.close(), { once: true });
    try {
      return await startIn(reaper, assets, options);
    } catch (error) {
      await reaper.close();
      const isPortTaken =
        error instanceof Error && error.message.includes("address already in use");
      if (attempt === attempts || !isPortTaken) throw error;
    }
  }
}

async function startIn(
  reaper: ProcessReaper,
  assets: Assets,
  options: ControlPlaneOptions,
): Promise<ControlPlane> {
  const { base, ...access } = await startComponents(reaper, assets, options);
  const { server, etcdUrl } = base;
  const { flags: firstFlags = [] } = options;
  let apiServer = await startApiServer(base, firstFlags);
  const restart = async (flags = firstFlags): Promise<void> => {
    // After SIGTERM, kube-apiserver has 3 s to end before it is killed.
    await apiServer.stop(3000);
    apiServer = await startApiServer(base, flags);
  };
  return { server, etcdUrl, ...access, reaper, restart, stop: () => reaper.close() };
}

interface StartedComponents
  extends Pick<ControlPlane, "certificate" | "kubeconfig" | "ca" | "token"> {
  readonly base: ControlPlaneBase;
}

/** Writes the files that the processes read, and starts etcd. */
async function startComponents(
  reaper: ProcessReaper,
  assets: Assets,
  { names = [], outside }: ControlPlaneOptions,
): Promise<StartedComponents> {
  const { folder } = reaper;
  const { caFile, issue } = await openCertificateAuthority(join(folder, "authority"));
  const certificate = await issue(["localhost", "127.0.0.1", ...names]);
  const token = randomBytes(16).toString("hex");
  await writeSettings(folder, { certificate, token, roots: [caFile, ...(outside?.roots ?? [])] });
  const [etcdPort = 0, peerPort = 0, port = 0] = await freePorts(3);
  const server = `https://127.0.0.1:${port}`;
  const kubeconfig = await writeKubeconfig(folder, { server, token, caFile });
  const ca = await readFile(caFile, "utf8");
  const endpoint = tokenEndpoint(server, token, ca);
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const etcd = startEtcd(reaper, assets, etcdUrl, peerPort);
  const base: ControlPlaneBase = { assets, reaper, outside, endpoint, etcd, etcdUrl, server, port };
  return { base, certificate, kubeconfig, ca, token };
}

interface Settings {
  readonly certificate: Certificate;
  readonly token: string;
  readonly roots: readonly string[];
}

async function writeSettings(folder: string, settings: Settings): Promise<void> {
  const write = (name: string, text: string) =>
    writeFile(join(folder, name), text, { mode: 0o600 });
  await write("tls.crt", settings.certificate.cert);
  await write("tls.key", settings.certificate.key);
  await write("service-account.key", serviceAccountKey());
  await write("tokens.csv", `${settings.token},admin,admin,"system:masters"\n`);
  const roots = await Promise.all(settings.roots.map((file) => readFile(file, "utf8")));
  await write("roots.pem", roots.join("\n"));
  await mkdir(join(folder, "no-more-roots"));
}

/**
 * The private key that signs service account tokens, in SEC1 form: kube-apiserver can't derive the public key from a newer form.
 */
function serviceAccountKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  return privateKey.export({ type: "sec1", format: "pem" }).toString();
}

interface Access {
  readonly server: string;
  readonly token: string;
  readonly caFile: string;
}

async function writeKubeconfig(folder: string, access: Access): Promise<string> {
  const file = join(folder, "kubeconfig");
  const cluster = { server: access.server, "certificate-authority": access.caFile };
  const context = { cluster: "test", user: "admin", namespace: "default" };
  const config = {
    apiVersion: "v1",
    kind: "Config",
    "current-context": "test",
    clusters: [{ name: "test", cluster }],
    users: [{ name: "admin", user: { token: access.token } }],
    contexts: [{ name: "test", context }],
  };
  await writeFile(file, JSON.stringify(config), { mode: 0o600 });
  return file;
}

function startEtcd(
  reaper: ProcessReaper,
  assets: Assets,
  url: string,
  peerPort: number,
): ReapedProcess {
  return reaper.start("etcd", [
    assets.etcd,
    `--data-dir=${join(reaper.folder, "etcd")}`,
    "--unsafe-no-fsync",
    `--listen-client-urls=${url}`,
    `--advertise-client-urls=${url}`,
    `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
    "--log-level=warn",
  ]);
}

async function startApiServer(
  base: ControlPlaneBase,
  flags: readonly string[],
): Promise<ReapedProcess> {
  const replaced = new Set(flags.map((flag) => flag.split("=")[0]));
  const own = ownFlags(base).filter((flag) => !replaced.has(flag.split("=")[0]));
  const apiServer = base.reaper.start("kube-apiserver", [base.assets.apiServer, ...own, ...flags], {
    env: environment(base),
    cwd: base.reaper.folder,
  });
  await waitUntilReady(base, apiServer);
  return apiServer;
}

function ownFlags({ reaper, etcdUrl, port }: ControlPlaneBase): string[] {
  const file = (name: string) => join(reaper.folder, name);
  return [
    `--etcd-servers=${etcdUrl}`,
    "--bind-address=127.0.0.1",
    `--secure-port=${port}`,
    `--cert-dir=${file("apiserver-certs")}`,
    `--tls-cert-file=${file("tls.crt")}`,
    `--tls-private-key-file=${file("tls.key")}`,
    `--token-auth-file=${file("tokens.csv")}`,
    "--authorization-mode=RBAC",
    "--service-account-issuer=https://kubernetes.default.svc",
    `--service-account-key-file=${file("service-account.key")}`,
    `--service-account-signing-key-file=${file("service-account.key")}`,
    "--service-cluster-ip-range=10.0.0.0/24",
    "--allow-privileged=true",
    "--disable-admission-plugins=ServiceAccount", // no controller makes the default service account
  ];
}

/**
 * The environment of kube-apiserver. With `outside`, the control plane's CA is one of the system roots, and webhook calls go to
 * the proxy of `outside`, never to that of this process.
 */
function environment({ reaper, outside }: ControlPlaneBase): NodeJS.ProcessEnv {
  if (outside === undefined) return process.env;
  const none = { HTTP_PROXY: "", http_proxy: "", https_proxy: "", NO_PROXY: "", no_proxy: "" };
  return {
    ...process.env,
    ...none,
    HTTPS_PROXY: outside.proxy,
    SSL_CERT_FILE: join(reaper.folder, "roots.pem"),
    SSL_CERT_DIR: join(reaper.folder, "no-more-roots"),
  };
}

async function waitUntilReady(base: ControlPlaneBase, apiServer: ReapedProcess): Promise<void> {
  const deadline = Date.now() + readyMs;
  for (const path of ["/readyz", "/api/v1/namespaces/default"]) {
    while (!(await isOk(base.endpoint, path))) {
      const failure =
        Date.now() > deadline ? `${path} is not ok` : endedProcess({ etcd: base.etcd, apiServer });
      if (failure !== undefined) throw await startError(failure, base.etcd, apiServer);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function isOk(endpoint: ApiEndpoint, path: string): Promise<boolean> {
  try {
    return (await callOnce(endpoint, { method: "GET", path })).status === 200;
  } catch {
    return false;
  }
}

function endedProcess(processes: Readonly<Record<string, ReapedProcess>>): string | undefined {
  const ended = Object.entries(processes).find(([, { child }]) => hasEnded(child));
  return ended === undefined ? undefined : `${ended[0]} ended`;
}

async function startError(
  text: string,
  etcd: ReapedProcess,
  apiServer: ReapedProcess,
): Promise<StartError> {
  return new StartError([text, await etcd.tail(), await apiServer.tail()].join("\n"));
}
