import { X509Certificate } from "node:crypto";
import { type ClientRequestArgs, validateHeaderValue } from "node:http";
import { createSecureContext, type SecureContext } from "node:tls";
import { urlToHttpOptions } from "node:url";
import { err, ok, type Result } from "../json/result.ts";
import { fromBase64 } from "../protocol/base64.ts";

/**
 * How to reach a cluster's API server, as written in the secret. Certificates and keys are in PEM, or in base64 of PEM
 * as in kubeconfigs.
 */
export interface ClusterAccess {
  /** The https URL of the API server. It may have a path, which comes before `/api`. */
  readonly server: string;
  /** The CA that signed the API server's certificate. Left out: the CAs that Node trusts. */
  readonly certificateAuthority?: string;
  /** A bearer token. */
  readonly token?: string;
  readonly clientCertificate?: ClientCertificate;
}

/** The certificate and private key by which the API server authenticates this client, in PEM or in base64 of PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** The settings of {@link ClusterAccess} in the form that a connection needs. */
export interface Credentials {
  readonly host: Pick<ClientRequestArgs, "hostname" | "port">;
  /** The prefix of every path: empty, or a path such as `/k8s/clusters/c-1`. */
  readonly prefix: string;
  readonly authorization?: string;
  readonly tls: SecureContext;
}

/** Reads the settings of a cluster's entry. The error names the member at fault and its rule, and quotes no value. */
export function readAccess(access: ClusterAccess): Result<Credentials, string> {
  const url = serverUrl(access.server);
  if (url === undefined) {
    return err('"server" must be an https URL without user, query and fragment');
  }
  const tls = secureContext(access);
  if (!tls.ok) return tls;
  const token = access.token?.trim();
  if (token !== undefined && !isToken(token)) {
    return err('"token" is empty or contains a character that is not allowed in an HTTP header');
  }
  const { hostname, port } = urlToHttpOptions(url);
  return ok({
    host: { hostname, port: port ?? 443 },
    prefix: url.pathname.replace(/\/+$/, ""),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    tls: tls.value,
  });
}

function serverUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== "https:") return undefined;
  const isPlain = `${url.username}${url.password}${url.search}${url.hash}` === "";
  return isPlain ? url : undefined;
}

function secureContext(access: ClusterAccess): Result<SecureContext, string> {
  const { certificateAuthority, clientCertificate } = access;
  const ca = certificateAuthority === undefined ? undefined : pemOf(certificateAuthority);
  if (certificateAuthority !== undefined && (ca === undefined || !isCertificate(ca))) {
    return err('"certificateAuthority" is neither a certificate in PEM nor base64 of one');
  }
  const cert = clientCertificate && pemOf(clientCertificate.cert);
  const key = clientCertificate && pemOf(clientCertificate.key);
  if (clientCertificate !== undefined && (cert === undefined || key === undefined)) {
    return err('"clientCertificate" has a "cert" or "key" that is neither PEM nor base64 of PEM');
  }
  try {
    return ok(createSecureContext({ ca, cert, key, minVersion: "TLSv1.2" }));
  } catch {
    return err(
      '"clientCertificate" has a "cert" and a "key" that do not match, or cannot be parsed',
    );
  }
}

function pemOf(text: string): string | undefined {
  const decoded = text.includes(pemStart) ? text : fromBase64(text);
  return decoded?.includes(pemStart) === true ? decoded : undefined;
}

const pemStart = "-----BEGIN ";

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

function isToken(token: string): boolean {
  try {
    validateHeaderValue("authorization", token);
    return token !== "";
  } catch {
    return false;
  }
}

/** A cluster by its name in URLs, and how to reach it. */
export interface KnownCluster {
  readonly name: string;
  /** Absent if the secret has no server for this cluster: then lookups in it fail. */
  readonly access?: ClusterAccess;
}
