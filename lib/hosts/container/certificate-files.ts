import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import type { Certificate } from "../local/certificate-authority.ts";

/** The file names in a mounted Secret of type `kubernetes.io/tls`. */
const certFile = "tls.crt";
const keyFile = "tls.key";

/** Thrown if a folder has no usable certificate. The message says why and quotes nothing of the key. */
export class CertificateError extends Error {
  override readonly name = "CertificateError";
}

/**
 * Reads the certificate and key in a folder. Throws {@link CertificateError} if a file is missing or malformed, or if
 * the key belongs to another certificate, for example because only one of the files has been replaced yet.
 */
export function readCertificate(folder: string): Certificate {
  const [cert, key] = [certFile, keyFile].map((name) => fileText(join(folder, name)));
  const pair = { cert: cert ?? "", key: key ?? "" };
  if (!isPair(pair, folder)) {
    throw new CertificateError(`${keyFile} in ${folder} does not belong to ${certFile}`);
  }
  return pair;
}

/** True if the key belongs to the certificate. Throws {@link CertificateError} if either is malformed. */
function isPair(pair: Certificate, folder: string): boolean {
  try {
    createSecureContext({ cert: pair.cert });
    return new X509Certificate(pair.cert).checkPrivateKey(createPrivateKey(pair.key));
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
    const reason = `${certFile} and ${keyFile} in ${folder} are not a certificate in PEM and its key${code}`;
    throw new CertificateError(reason, { cause });
  }
}

function fileText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
    throw new CertificateError(`${file} can't be read (${code})`, { cause });
  }
}

/** A running watch of the certificate files. `stop` ends it. */
interface CertificateWatch {
  readonly stop: () => void;
}

/**
 * The folder to watch and the certificate that is in use. {@link watchCertificate} calls `changed` with each new certificate, and
 * `failed` with each new reason why the folder has no valid certificate.
 */
interface CertificateWatchOptions {
  readonly folder: string;
  readonly current: Certificate;
  /**
   * Milliseconds between two reads of the files. Default 10,000. Shorter makes little sense: kubelet takes up to two
   * minutes to write a changed Secret.
   */
  readonly everyMs?: number;
  readonly changed: (certificate: Certificate) => void;
  readonly failed: (fault: unknown) => void;
}

/**
 * Reads the files at intervals instead of waiting for events: kubelet replaces a mounted Secret by changing a symbolic
 * link, which not every file system reports. While the files have no valid certificate, the last valid one stays in
 * use.
 */
export function watchCertificate({
  folder,
  current: first,
  everyMs = 10_000,
  changed,
  failed,
}: CertificateWatchOptions): CertificateWatch {
  let current = first;
  let reported: string | undefined;
  const checkFiles = (): void => {
    try {
      const next = readCertificate(folder);
      reported = undefined;
      if (next.cert === current.cert && next.key === current.key) return;
      current = next;
      changed(next);
    } catch (fault) {
      const reason = fault instanceof Error ? fault.message : "";
      if (reason !== reported) failed(fault);
      reported = reason;
    }
  };
  const timer = setInterval(checkFiles, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
