/**
 * The fewest bytes whose memory is freed at once; a TLS record has up to 16 kB. Smaller ones are left to the garbage
 * collector.
 */
const minReleasedBytes = 8 * 1024;

/**
 * Frees the memory of bytes that nothing needs any more, and empties the array. Otherwise they stay until V8 collects
 * everything, which it does only after 64 MB of them. Does nothing to a view of a part of a buffer, because the rest may
 * be in use.
 */
export function releaseBytes({ buffer, byteLength }: Uint8Array): void {
  const isWhole = buffer.byteLength === byteLength;
  // `transfer` moves the content to a new buffer, of which 0 bytes are left.
  if (isWhole && byteLength >= minReleasedBytes && buffer instanceof ArrayBuffer)
    buffer.transfer(0);
}
