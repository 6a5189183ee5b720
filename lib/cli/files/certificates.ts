import { caBundleFault } from "../../crd/ca-bundle.ts";
import { base64 } from "../../protocol/base64.ts";
import { UsageError } from "../command.ts";
import { readText } from "./read-file.ts";

/**
 * The certificates in the PEM file of `--ca`, without its other contents; undefined if no file is given. Throws
 * {@link UsageError} if it has no certificate, or one that the API server would refuse as a caBundle.
 */
export function certificatesIn(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  const blocks = readText(file).match(certificate) ?? [];
  const pem = blocks.map((block) => `${block}\n`).join("");
  const fault = caBundleFault(base64(pem));
  if (fault !== undefined) throw new UsageError(`--ca ${file}: ${fault}`);
  return pem;
}

const certificate = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]*-----END CERTIFICATE-----/g;
