/**
 * Why a CA bundle in base64 is invalid; undefined if it is valid. The server needs at least one certificate that can be
 * parsed. Only the outer structure of certificates (three elements of a sequence) is checked.
 * Source: https://github.com/kubernetes/client-go/blob/44a8af2fee83/transport/transport.go rootCertPool.
 */
export function caBundleFault(caBundle: string): string | undefined {
  const pem = decodeBase64(caBundle);
  const blocks = pem.match(certificateBlock) ?? [];
  if (blocks.some((block) => isCertificate(decodeBase64(block.replace(boundary, ""))))) {
    return undefined;
  }
  return `unable to load root certificates: ${parseFault(pem, blocks.length)}`;
}

const certificateBlock =
  /-----BEGIN CERTIFICATE-----\r?\n[A-Za-z0-9+/=\s]*?-----END CERTIFICATE-----/g;
const boundary = /-----(?:BEGIN|END) CERTIFICATE-----/g;

/**
 * The server's error for a bundle without a valid certificate.
 * Source: https://github.com/kubernetes/client-go/blob/44a8af2fee83/transport/transport.go createErrorParsingCAData.
 */
function parseFault(pem: string, certificates: number): string {
  if (!/-----BEGIN [^\n]*-----/.test(pem)) return "unable to parse bytes as PEM block";
  return certificates === 0
    ? "no valid certificate authority data seen"
    : "failed to parse certificate: x509: malformed certificate";
}

/** The decoded bytes, one character for each; empty if the text is not base64. */
function decodeBase64(text: string): string {
  try {
    return atob(text.replace(/\s/g, ""));
  } catch {
    return "";
  }
}

/** True for a DER sequence of exactly two sequences and a bit string, as a certificate is. */
function isCertificate(der: string): boolean {
  const whole = element(der, 0);
  if (whole?.tag !== 0x30 || whole.end !== der.length) return false;
  const body = element(der, whole.start);
  const algorithm = body === undefined ? undefined : element(der, body.end);
  const signature = algorithm === undefined ? undefined : element(der, algorithm.end);
  return (
    body?.tag === 0x30 &&
    algorithm?.tag === 0x30 &&
    signature?.tag === 0x03 &&
    signature.end === der.length
  );
}

interface DerElement {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
}

function element(der: string, at: number): DerElement | undefined {
  const first = der.charCodeAt(at + 1);
  const extra = first < 0x80 ? 0 : first & 0x7f;
  let length = first < 0x80 ? first : 0;
  for (let index = 0; index < extra; index++)
    length = length * 256 + der.charCodeAt(at + 2 + index);
  const start = at + 2 + extra;
  return start + length <= der.length
    ? { tag: der.charCodeAt(at), start, end: start + length }
    : undefined;
}
