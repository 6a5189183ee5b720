import "reflect-metadata";
import { writeFile } from "node:fs/promises";
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  PemConverter,
  X509CertificateGenerator,
} from "@peculiar/x509";
import type { ClientCertificate } from "../../../lib/cluster/access.ts";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/** Makes certificates that kube-apiserver takes for a user's name, and writes their CA's for `--client-ca-file`. */
export async function openClientAuthority(
  caFile: string,
): Promise<(user: string) => Promise<ClientCertificate>> {
  const keys = await makeKeys();
  const ca = await X509CertificateGenerator.createSelfSigned({
    name: "CN=clients",
    signingAlgorithm: algorithm,
    keys,
    extensions: [new BasicConstraintsExtension(true, 0, true)],
  });
  await writeFile(caFile, ca.toString("pem"));
  return async (user) => {
    const pair = await makeKeys();
    const certificate = await X509CertificateGenerator.create({
      subject: `CN=${user}`,
      issuer: ca.subject,
      signingAlgorithm: algorithm,
      publicKey: pair.publicKey,
      signingKey: keys.privateKey,
      extensions: [new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth])],
    });
    const der = await crypto.subtle.exportKey("pkcs8", pair.privateKey);
    return { cert: certificate.toString("pem"), key: PemConverter.encode(der, "PRIVATE KEY") };
  };
}

function makeKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
}
