import type { Cursor } from "../../json/scan/cursor.ts";
import type { Reader } from "../../json/scan/reader.ts";

/**
 * True for metadata that passes as it stands: a map of which labels and annotations are maps of strings or null, and no
 * annotation's key begins like one of these.
 */
export function passesBy(
  reader: Reader,
  metadata: Cursor,
  reserved: readonly Uint8Array[],
): boolean {
  if (metadata.opening < 0) return reader.is(metadata.start, metadata.end, empty);
  if (!reader.isMap(metadata.start)) return false;
  const member = reader.cursor().enter(metadata.opening);
  while (member.nextMember()) {
    const { keyStart, keyEnd } = member;
    const isAnnotations = reader.is(keyStart, keyEnd, annotations);
    if (!isAnnotations && !reader.is(keyStart, keyEnd, labels)) continue;
    if (!isStringMap(reader, member, isAnnotations ? reserved : [])) return false;
  }
  return true;
}

function isStringMap(reader: Reader, map: Cursor, reserved: readonly Uint8Array[]): boolean {
  if (map.opening < 0)
    return reader.is(map.start, map.end, empty) || reader.is(map.start, map.end, nothing);
  if (!reader.isMap(map.start)) return false;
  const entry = reader.cursor().enter(map.opening);
  while (entry.nextMember()) {
    if (!reader.isString(entry.start)) return false;
    for (const start of reserved) if (reader.begins(entry.keyStart, start)) return false;
  }
  return true;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

const labels = bytesOf('"labels"');
const annotations = bytesOf('"annotations"');
const empty = bytesOf("{}");
const nothing = bytesOf("null");
