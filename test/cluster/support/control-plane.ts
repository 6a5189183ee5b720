import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Certificate, openAuthority } from "../../../lib/hosts/local/authority.ts";
import { type Assets, findAssets } from "./assets.ts";
import { type Client, openClient } from "./client.ts";
import { type ConnectProxy, startConnectProxy } from "./connect-proxy.ts";
import { freePorts } from "./free-ports.ts";
import { hasEnded, type Keeper, type Kept, startKeeper } from "./keeper.ts";
import { type Kubectl, openKubectl } from "./kubectl.ts";

/** A real control plane: etcd and kube-apiserver on free ports of the loopback interface, for one test file. */
export interface ControlPlane {
  readonly server: string;
  /** Where etcd listens, for what it has in truth. */
  readonly etcdUrl: string;
  /** The administrator's. */
  readonly client: Client;
  readonly kubectl: Kubectl;
  /** The administrator's file, for programs that ask the server themselves. */
  readonly kubeconfig: string;
  /** The server's CA, in PEM. */
  readonly ca: string;
  /** Starts whatever else must not outlive the tests. */
  readonly keeper: Keeper;
  /** Where names that webhook urls use are found: name to local port. */
  readonly names: Map<string, number>;
  /** For a webhook server: kube-apiserver trusts its CA as a system root. */
  readonly certificate: Certificate;
  /** Restarts kube-apiserver, with other flags where given; the objects stay. */
  restart(flags?: readonly string[]): Promise<void>;
  /** Kills everything and removes the scratch folder. */
  stop(): Promise<void>;
}

export interface ControlPlaneOptions {
  /** More flags of kube-apiserver, `--name=value`: one that is set here replaces our own. */
  readonly flags?: readonly string[];
  /** PEM files that kube-apiserver trusts as system roots, beside the harness's CA. */
  readonly roots?: readonly string[];
  /** Names that webhook urls may use as if they were in DNS, at once covered by `certificate`. */
  readonly names?: readonly string[];
}

/** The control plane did not come up; the message ends with what its processes said last. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** What stays the same when kube-apiserver restarts. */
interface Site {
  readonly assets: Assets;
  readonly keeper: Keeper;
  readonly proxy: ConnectProxy;
  readonly client: Client;
  readonly etcd: Kept;
  readonly etcdUrl: string;
  readonly server: string;
  readonly port: number;
}

const attempts = 3;
const readyMs = 90_000;

/** Starts a control plane and waits until it is ready. Errors: {@link StartError}, and that of {@link findAssets}. */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const assets = findAssets();
  for (let attempt = 1; ; attempt++) {
    const keeper = await startKeeper("customhouse-cluster-");
    try {
      return await startIn(keeper, assets, options);
    } catch (error) {
      await keeper.close();
      const isPortTaken =
        error instanceof Error && error.message.includes("address already in use");
      if (attempt === attempts || !isPortTaken) throw error;
    }
  }
}

async function startIn(
  keeper: Keeper,
  assets: Assets,
  options: ControlPlaneOptions,
): Promise<ControlPlane> {
  const proxy = await startConnectProxy();
  try {
    const { site, certificate, kubeconfig, ca } = await furnish(keeper, assets, proxy, options);
    const { client, server, etcdUrl } = site;
    const { flags: firstFlags = [] } = options;
    let apiServer = await startApiServer(site, firstFlags);
    const restart = async (flags = firstFlags): Promise<void> => {
      await apiServer.stop(3000);
      apiServer = await startApiServer(site, flags);
    };
    const stop = async (): Promise<void> => {
      client.close();
      await keeper.close();
      proxy.close();
    };
    const kubectl = openKubectl(assets.kubectl, kubeconfig);
    const names = proxy.ports;
    const access = { server, etcdUrl, client, kubectl, kubeconfig, ca };
    return { ...access, keeper, names, certificate, restart, stop };
  } catch (error) {
    proxy.close();
    throw error;
  }
}

interface Furnished {
  readonly site: Site;
  readonly certificate: Certificate;
  readonly kubeconfig: string;
  readonly ca: string;
}

/** Writes all that the processes read, and starts etcd. */
async function furnish(
  keeper: Keeper,
  assets: Assets,
  proxy: ConnectProxy,
  { names = [], roots = [] }: ControlPlaneOptions,
): Promise<Furnished> {
  const { folder } = keeper;
  const { caFile, issue } = await openAuthority(join(folder, "authority"));
  const certificate = await issue(["localhost", "127.0.0.1", ...names]);
  const token = randomBytes(16).toString("hex");
  await writeSettings(folder, { certificate, token, roots: [caFile, ...roots] });
  const [etcdPort = 0, peerPort = 0, port = 0] = await freePorts(3);
  const server = `https://127.0.0.1:${port}`;
  const kubeconfig = await writeKubeconfig(folder, { server, token, caFile });
  const ca = await readFile(caFile, "utf8");
  const client = openClient({ server, token, ca });
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const etcd = startEtcd(keeper, assets, etcdUrl, peerPort);
  const site: Site = { assets, keeper, proxy, client, etcd, etcdUrl, server, port };
  return { site, certificate, kubeconfig, ca };
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

/** kube-apiserver reads the public half out of a private key in the older form only. */
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

function startEtcd(keeper: Keeper, assets: Assets, url: string, peerPort: number): Kept {
  return keeper.start("etcd", [
    assets.etcd,
    `--data-dir=${join(keeper.folder, "etcd")}`,
    "--unsafe-no-fsync",
    `--listen-client-urls=${url}`,
    `--advertise-client-urls=${url}`,
    `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
    "--log-level=warn",
  ]);
}

async function startApiServer(site: Site, flags: readonly string[]): Promise<Kept> {
  const replaced = new Set(flags.map((flag) => flag.split("=")[0]));
  const own = ownFlags(site).filter((flag) => !replaced.has(flag.split("=")[0]));
  const apiServer = site.keeper.start("kube-apiserver", [site.assets.apiServer, ...own, ...flags], {
    env: environment(site),
    cwd: site.keeper.folder,
  });
  await waitUntilReady(site, apiServer);
  return apiServer;
}

function ownFlags({ keeper, etcdUrl, port }: Site): string[] {
  const file = (name: string) => join(keeper.folder, name);
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

/** The CA stands among the system roots, and webhook calls go to our proxy, never to the one of whoever runs the tests. */
function environment({ keeper, proxy }: Site): NodeJS.ProcessEnv {
  const none = { HTTP_PROXY: "", http_proxy: "", https_proxy: "", NO_PROXY: "", no_proxy: "" };
  return {
    ...process.env,
    ...none,
    HTTPS_PROXY: proxy.url,
    SSL_CERT_FILE: join(keeper.folder, "roots.pem"),
    SSL_CERT_DIR: join(keeper.folder, "no-more-roots"),
  };
}

async function waitUntilReady(site: Site, apiServer: Kept): Promise<void> {
  const deadline = Date.now() + readyMs;
  for (const path of ["/readyz", "/api/v1/namespaces/default"]) {
    while (!(await isOk(site.client, path))) {
      const failure =
        Date.now() > deadline ? `${path} is not ok` : endOf({ etcd: site.etcd, apiServer });
      if (failure !== undefined) throw await startError(failure, site.etcd, apiServer);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function isOk(client: Client, path: string): Promise<boolean> {
  try {
    return (await client.send({ method: "GET", path })).status === 200;
  } catch {
    return false;
  }
}

function endOf(processes: Readonly<Record<string, Kept>>): string | undefined {
  const ended = Object.entries(processes).find(([, { child }]) => hasEnded(child));
  return ended === undefined ? undefined : `${ended[0]} ended`;
}

async function startError(text: string, etcd: Kept, apiServer: Kept): Promise<StartError> {
  return new StartError([text, await etcd.tail(), await apiServer.tail()].join("\n"));
}
