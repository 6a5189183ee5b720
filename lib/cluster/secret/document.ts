import { isIP } from "node:net";
import { parse } from "../../json/parse.ts";
import { err, ok, type Result } from "../../json/result.ts";
import type { ClusterAccess } from "../access.ts";
import { secret } from "./validators.generated.ts";

/** One cluster in the secret's JSON. */
export interface ClusterSecret extends Partial<ClusterAccess> {
  /** The current key, then the one before it. */
  readonly keys: readonly string[];
  /** Addresses and ranges, as `203.0.113.0/24`, that may call for this cluster; left out, all. */
  readonly sources?: readonly string[];
}

/** The secret's JSON. */
export interface SecretDocument {
  readonly clusters: Readonly<Record<string, ClusterSecret>>;
}

/** What is wrong with the secret, in words that say nothing of what stands there: for the log. */
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

/** Reads the secret. The error says where it is wrong and never what stands there: it goes to the log. */
export function readSecret(text: string): Result<SecretDocument, string> {
  const parsed = parse(text);
  if (!parsed.ok) return err("the secret is no JSON");
  const value: unknown = parsed.value;
  if (!isSecret(value)) {
    const [error] = validator.errors ?? [];
    return err(
      `the secret's ${placeOf(error?.instancePath ?? "")} ${error?.message ?? "is wrong"}`,
    );
  }
  const fault = Object.values(value.clusters)
    .map(clusterFault)
    .find((each) => each !== undefined);
  return fault === undefined ? ok(value) : err(`in the secret, ${fault}`);
}

/** Key names of the secret never stand in an error: what was written in the wrong place may be a key. */
function placeOf(pointer: string): string {
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
}: ClusterSecret): string | undefined {
  if (token !== undefined && clientCertificate !== undefined) {
    return "a cluster has both a token and a clientCertificate: it takes one";
  }
  const asks = certificateAuthority ?? token ?? clientCertificate;
  if (server === undefined && asks !== undefined) return "a cluster has credentials but no server";
  return sources.every(isRange) ? undefined : "a cluster's sources are not addresses or ranges";
}

/** True for an address, or one with the length of a prefix. */
function isRange(source: string): boolean {
  const [address = "", prefix, ...rest] = source.split("/");
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (bits < 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}
