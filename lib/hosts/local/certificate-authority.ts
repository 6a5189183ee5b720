import { assertDefined } from "../../json/invariant.ts";
import "reflect-metadata";
import { mkdir, readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  type JsonGeneralName,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { createFile, replaceFile } from "./atomic-file.ts";

/** A private certificate authority (CA) in a folder. It issues the certificates of the local gateway. */
export interface CertificateAuthority {
  /** The file with the CA's certificate in PEM, which clients must trust. */
  readonly caFile: string;
  /**
   * Returns a server certificate for DNS names and IP addresses. Returns the same certificate again until 30 days
   * before it expires.
   */
  issue(names: readonly string[]): Promise<Certificate>;
}

/** A certificate and its private key, both in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** How an authority determines the time. */
export interface CertificateAuthorityOptions {
  /** The current time, by which certificates are dated and renewed. Default: the machine's clock. */
  readonly now?: () => Date;
}

/**
 * Thrown if the authority can't be opened or can't issue a certificate: its folder holds an invalid key or certificate, or
 * no name was given.
 */
export class CertificateAuthorityError extends Error {
  override readonly name = "CertificateAuthorityError";
}

const dayMs = 24 * 60 * 60 * 1000;
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
/** The days for which the CA's certificate is valid: ten years, so that a developer has to trust the CA only once. */
const caDays = 3650;
/**
 * The days for which a server certificate is valid. Clients refuse one that is valid for more than 398 days (CA/Browser
 * Forum, Baseline Requirements 6.3.2).
 */
const leafDays = 397;
/**
 * A server certificate is replaced when it expires in fewer days than this, so that a process that was just started can serve
 * for so long without a new one. The number is a choice.
 */
const renewalDays = 30;

/** The CA's certificate and private key. */
interface Signer {
  readonly certificate: X509Certificate;
  readonly key: CryptoKey;
}

/**
 * Opens the authority in a folder. Creates it if necessary: `ca.pem`, and `ca-key.pem` with mode 0600.
 *
 * If two processes create it at the same time, both use the key that was written first, and a certificate signed with
 * that key. Errors: {@link CertificateAuthorityError} if `ca-key.pem` is not a P-256 key or `ca.pem` is not a certificate; errors
 * of the file system.
 */
export async function openCertificateAuthority(
  folder: string,
  options: CertificateAuthorityOptions = {},
): Promise<CertificateAuthority> {
  const now = options.now ?? (() => new Date());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const caFile = join(folder, "ca.pem");
  const pair = await openKey(join(folder, "ca-key.pem"));
  const certificate = await openCertificate(caFile, pair, now());
  const signer = { certificate, key: pair.privateKey };
  const issued = new Map<string, Issued>();
  const issue = async (names: readonly string[]): Promise<Certificate> => {
    const id = [...names].sort().join(" ");
    const known = issued.get(id);
    const isGood = known !== undefined && !endsWithin(known.notAfter, renewalDays, now());
    const leaf = isGood ? known : await makeLeaf(names, signer, now());
    issued.set(id, leaf);
    return leaf.certificate;
  };
  return { caFile, issue };
}

interface Issued {
  readonly certificate: Certificate;
  readonly notAfter: Date;
}

async function openKey(file: string): Promise<CryptoKeyPair> {
  const generatedKey = async () => exportKey((await makeKeys()).privateKey);
  const pem = (await readIfPresent(file)) ?? (await createFile(file, await generatedKey(), 0o600));
  try {
    return await importKey(pem);
  } catch (cause) {
    throw new CertificateAuthorityError(
      `${file} is not a P-256 private key: remove it, and a new one is created`,
      {
        cause,
      },
    );
  }
}

async function openCertificate(file: string, pair: CryptoKeyPair, now: Date) {
  const existing = await readCertificate(file);
  if (existing !== undefined && (await isFit(existing, pair, now))) return existing;
  const created = await makeCa(pair, now);
  const pem = `${created.toString("pem")}\n`;
  if (existing !== undefined) {
    await replaceFile(file, pem, 0o644);
    return created;
  }
  return new X509Certificate(await createFile(file, pem, 0o644));
}

async function isFit(ca: X509Certificate, pair: CryptoKeyPair, now: Date): Promise<boolean> {
  if (endsWithin(ca.notAfter, leafDays + renewalDays, now)) return false;
  return ca.verify({ publicKey: pair.publicKey, signatureOnly: true });
}

async function readCertificate(file: string): Promise<X509Certificate | undefined> {
  const pem = await readIfPresent(file);
  if (pem === undefined) return undefined;
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw new CertificateAuthorityError(
      `${file} is not a certificate: remove it, and a new one is created`,
      {
        cause,
      },
    );
  }
}

async function makeCa(pair: CryptoKeyPair, now: Date): Promise<X509Certificate> {
  const keyId = await SubjectKeyIdentifierExtension.create(pair.publicKey);
  return X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: `CN=customhouse local CA ${keyId.keyId.slice(0, 8)}`,
    ...validity(now, caDays),
    signingAlgorithm: algorithm,
    keys: pair,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      keyId,
    ],
  });
}

async function makeLeaf(names: readonly string[], ca: Signer, now: Date): Promise<Issued> {
  if (names.length === 0)
    throw new CertificateAuthorityError(
      "a server certificate needs at least one DNS name or IP address",
    );
  const keys = await makeKeys();
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: "CN=customhouse local gateway",
    issuer: ca.certificate.subjectName,
    ...validity(now, leafDays),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: ca.key,
    extensions: await leafExtensions(names, keys.publicKey, ca),
  });
  const cert = `${certificate.toString("pem")}\n`;
  const key = await exportKey(keys.privateKey);
  return { certificate: { cert, key }, notAfter: certificate.notAfter };
}

async function leafExtensions(
  names: readonly string[],
  publicKey: CryptoKey,
  ca: Signer,
): Promise<Extension[]> {
  return [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
    new SubjectAlternativeNameExtension(
      names.map((value): JsonGeneralName => ({ type: isIP(value) === 0 ? "dns" : "ip", value })),
    ),
    await SubjectKeyIdentifierExtension.create(publicKey),
    await AuthorityKeyIdentifierExtension.create(ca.certificate),
  ];
}

/** A period of validity of `days`, beginning an hour ago, because the clocks of two machines may differ. */
function validity(now: Date, days: number): { notBefore: Date; notAfter: Date } {
  const start = now.getTime() - 60 * 60 * 1000;
  return { notBefore: new Date(start), notAfter: new Date(start + days * dayMs) };
}

function endsWithin(end: Date, days: number, now: Date): boolean {
  return end.getTime() - now.getTime() < days * dayMs;
}

/**
 * 16 random bytes in hex. The first byte is from 0x40 to 0x7f, so that DER reads a positive number without leading
 * zeros.
 */
function serialNumber(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[0] = (assertDefined(bytes[0], "the serial number has 16 bytes") & 0x3f) | 0x40;
  return Buffer.from(bytes).toString("hex");
}

function makeKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
}

async function exportKey(key: CryptoKey): Promise<string> {
  const der = await crypto.subtle.exportKey("pkcs8", key);
  return `${PemConverter.encode(der, "PRIVATE KEY")}\n`;
}

async function importKey(pem: string): Promise<CryptoKeyPair> {
  const { subtle } = crypto;
  const der = PemConverter.decodeFirst(pem);
  const privateKey = await subtle.importKey("pkcs8", der, algorithm, true, ["sign"]);
  const { d: _, key_ops: __, ...jwk } = await subtle.exportKey("jwk", privateKey);
  const publicKey = await subtle.importKey("jwk", jwk, algorithm, true, ["verify"]);
  return { privateKey, publicKey };
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
