/**
 * The reason `text` why no connection can be made, then what the user can do. `ca`: the PEM of the CA that the user named with
 * `option`; undefined if the user named none.
 */
export function withConnectionRemedy(text: string, ca: string | undefined, option: string): string {
  // Node's advice is left out: it is for programs that trust the machine's own CAs.
  const reason = text.replace(/; if the root CA is installed locally.*$/s, "");
  const isUntrusted = /self-signed certificate|unable to (?:verify|get)|signature failure/.test(
    reason,
  );
  if (!isUntrusted) return `${reason}. Is the host right?`;
  return ca === undefined
    ? `${reason}. If a private CA signed it, pass the CA's certificate: --ca FILE`
    : `${reason}. Is it signed by the CA of ${option}?`;
}
