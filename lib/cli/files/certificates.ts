import { caBundleFault } from "../../crd/ca-bundle.ts";
import { base64 } from "../../protocol/base64.ts";
import { UsageError } from "../command.ts";
import { readText } from "./read-file.ts";

/**
 * The certificates of a PEM file, without its other contents; undefined where no file is named. Throws
 * {@link UsageError} where it holds no certificate.
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
