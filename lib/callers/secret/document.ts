import { isIP } from "node:net";
import type { ClusterAccess } from "../../cluster/access.ts";
import { parse } from "../../json/parse.ts";
import { err, ok, type Result } from "../../json/result.ts";
import { splitText } from "../../json/text-parts.ts";
import type { JsonValue } from "../../json/value.ts";
import { secret } from "./validators.generated.ts";

/** The entry of one cluster in the secret. */
export interface ListedCluster extends Partial<ClusterAccess> {
  /** The current key, and the previous key if it is still valid. */
  readonly keys: readonly [current: string, previous?: string];
  /** Addresses and ranges, such as `203.0.113.0/24`, that may call for this cluster. Left out: all addresses. */
  readonly sources?: readonly string[];
}

/** The contents of the secret: each cluster's entry by the cluster's name. */
export interface SecretDocument {
  readonly clusters: Readonly<Record<string, ListedCluster>>;
}

/** Thrown if the secret can't be used. Its message says why. It is logged, so it quotes nothing of the secret. */
export class SecretFault extends Error {
  override readonly name = "SecretFault";
}

interface SecretValidator {
  (value: unknown): boolean;
  readonly errors?: readonly SecretError[] | null;
}

interface SecretError {
  readonly instancePath: string;
  readonly message?: string;
}

const validator: SecretValidator = secret;

function isSecret(value: unknown): value is SecretDocument {
  return validator(value);
}

/** Reads the whole secret. The error says where the secret is wrong and quotes nothing of it, because it is logged. */
export function readSecret(text: string): Result<SecretDocument, string> {
  const value = parsedSecret(text);
  return value === undefined ? err("the secret is not JSON") : documentOf(value);
}

/** The part of a secret that is well-formed. */
interface UsableSecret {
  readonly document: SecretDocument;
  /** The clusters whose entries are malformed. */
  readonly refused: readonly RefusedCluster[];
}

/** A cluster whose entry in the secret is malformed. */
interface RefusedCluster {
  readonly name: string;
  /** What is wrong with the entry, with the cluster's name, for the log. */
  readonly fault: string;
}

/**
 * Reads the secret and leaves out clusters whose entries are malformed: a mistake in one entry does not affect the
 * others. The error is that of {@link readSecret} if nothing is usable.
 */
export function readUsableSecret(text: string): Result<UsableSecret, string> {
  const value = parsedSecret(text);
  if (value === undefined) return err("the secret is not JSON");
  const whole = documentOf(value);
  if (whole.ok) return ok({ document: whole.value, refused: [] });
  const entries = entriesIn(value);
  const usable: [string, ListedCluster][] = [];
  const refused: RefusedCluster[] = [];
  for (const [index, [name, entry]] of entries.entries()) {
    const one = documentOf({ clusters: Object.fromEntries([[name, entry]]) });
    if (one.ok) usable.push(...Object.entries(one.value.clusters));
    else refused.push({ name, fault: `${shownName(name, index)} is refused: ${one.error}` });
  }
  return usable.length === 0
    ? whole
    : ok({ document: { clusters: Object.fromEntries(usable) }, refused });
}

/** The clusters' entries in a secret, malformed ones too; none if anything else in the secret is malformed. */
function entriesIn(value: unknown): readonly [string, unknown][] {
  if (!isMap(value) || !isMap(value["clusters"])) return [];
  return documentOf({ ...value, clusters: {} }).ok ? Object.entries(value["clusters"]) : [];
}

/** The JSON value of a text; undefined if the text is not JSON. */
function parsedSecret(text: string): JsonValue | undefined {
  const read = parse(text);
  return read.ok ? read.value : undefined;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The name of a cluster, or its number if the name may be a misplaced key: keys are longer than names. */
function shownName(name: string, index: number): string {
  return /^[\w~-]{1,40}$/.test(name) ? `cluster ${name}` : `cluster number ${index + 1}`;
}

function documentOf(value: unknown): Result<SecretDocument, string> {
  if (!isSecret(value)) {
    const [error] = validator.errors ?? [];
    return err(
      `the secret's ${secretPath(error?.instancePath ?? "")} ${error?.message ?? "is wrong"}`,
    );
  }
  const fault = Object.values(value.clusters)
    .map(clusterFault)
    .find((each) => each !== undefined);
  return fault === undefined ? ok(value) : err(`in the secret, ${fault}`);
}

/** The path of an error, as `clusters.<cluster>.keys`. Unknown names are not shown: they may be misplaced keys. */
function secretPath(pointer: string): string {
  const known =
    /^(?:clusters|keys|server|certificateAuthority|token|clientCertificate|sources|cert|key|\d+)$/;
  const steps = pointer.split("/").slice(1);
  return steps.length === 0
    ? "JSON"
    : steps.map((step) => (known.test(step) ? step : "<cluster>")).join(".");
}

function clusterFault({
  server,
  certificateAuthority,
  token,
  clientCertificate,
  sources = [],
}: ListedCluster): string | undefined {
  if (token !== undefined && clientCertificate !== undefined) {
    return "a cluster has both a token and a clientCertificate: remove one of them";
  }
  const credentials = certificateAuthority ?? token ?? clientCertificate;
  if (server === undefined && credentials !== undefined)
    return "a cluster has credentials but no server: add its server";
  return sources.every(isRange)
    ? undefined
    : "a cluster's sources must be IP addresses or ranges such as 203.0.113.0/24";
}

/** True for an IP address, with or without a prefix length. */
function isRange(source: string): boolean {
  const [address, prefix, ...rest] = splitText(source, "/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  const bits = family === 4 ? 32 : 128;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}
