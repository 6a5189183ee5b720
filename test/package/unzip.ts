import { inflateRawSync } from "node:zlib";

/**
 * The files of a zip by name, as the central directory lists them.
 * Source: PKWARE APPNOTE 6.3.10, sections 4.3.7 (local header), 4.3.12 (central directory), 4.3.16 (its end).
 */
export function unzip(zip: Buffer): ReadonlyMap<string, Buffer> {
  const end = zip.lastIndexOf("PK\x05\x06", undefined, "latin1");
  const count = zip.readUInt16LE(end + 10);
  const files = new Map<string, Buffer>();
  let entry = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) =>
      zip.readUInt16LE(entry + at),
    ) as [number, number, number];
    const name = zip.toString("utf8", entry + 46, entry + 46 + nameLength);
    files.set(name, contents(zip, entry));
    entry += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}

function contents(zip: Buffer, entry: number): Buffer {
  const isDeflated = zip.readUInt16LE(entry + 10) === 8;
  const size = zip.readUInt32LE(entry + 20);
  const local = zip.readUInt32LE(entry + 42);
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const bytes = zip.subarray(start, start + size);
  return isDeflated ? inflateRawSync(bytes) : bytes;
}
