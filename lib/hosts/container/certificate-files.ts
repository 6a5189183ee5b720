import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import type { Certificate } from "../local/authority.ts";

/** The files of a mounted Secret of type `kubernetes.io/tls`. */
const certFile = "tls.crt";
const keyFile = "tls.key";

/** A folder has no usable certificate, with the reason. Quotes nothing of the key. */
export class CertificateFault extends Error {
  override readonly name = "CertificateFault";
}

/**
 * Reads the certificate and key of a folder. Throws {@link CertificateFault} if a file is missing or malformed, or if
 * the key belongs to another certificate, as between two writes of a pair that is not replaced at once.
 */
export function readCertificate(folder: string): Certificate {
  const [cert, key] = [certFile, keyFile].map((name) => fileText(join(folder, name)));
  const pair = { cert: cert ?? "", key: key ?? "" };
  if (!isPair(pair, folder)) {
    throw new CertificateFault(`${keyFile} in ${folder} is the key of another certificate`);
  }
  return pair;
}

/** True if the key belongs to the certificate. Throws {@link CertificateFault} if either is malformed. */
function isPair(pair: Certificate, folder: string): boolean {
  try {
    createSecureContext({ cert: pair.cert });
    return new X509Certificate(pair.cert).checkPrivateKey(createPrivateKey(pair.key));
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
    const reason = `${certFile} and ${keyFile} in ${folder} are not a certificate in PEM and its key${code}`;
    throw new CertificateFault(reason, { cause });
  }
}

function fileText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
    throw new CertificateFault(`${file} can't be read (${code})`, { cause });
  }
}

/** Follows a certificate in a folder. */
interface CertificateWatch {
  readonly stop: () => void;
}

/** Callbacks for a changed certificate, and for each new reason why the folder has no valid one. */
interface CertificateWatchOptions {
  readonly folder: string;
  readonly current: Certificate;
  /**
   * Milliseconds between two reads of the files. Default 10,000: kubelet itself takes up to two minutes to write a
   * changed Secret.
   */
  readonly everyMs?: number;
  readonly changed: (certificate: Certificate) => void;
  readonly failed: (fault: unknown) => void;
}

/**
 * Reads the files at intervals instead of waiting for events: a mounted Secret is replaced by a link, which not every
 * file system reports. While the files have no valid certificate, the last one stays in use.
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
  const look = (): void => {
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
  const timer = setInterval(look, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
