import { copyFile, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { crc32 } from "node:zlib";
import { readDeployment } from "./deployment.ts";

/** A package with the template of another one, in which every function has the same code instead of its own. */
export async function packageOf(code: string, template: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "customhouse-package-"));
  const name = "cloudformation-template-update-stack.json";
  await copyFile(join(template, name), join(folder, name));
  const { functions } = await readDeployment(folder);
  for (const { zip, handler } of functions.values()) {
    const file = `${handler.slice(0, handler.lastIndexOf("."))}.cjs`;
    await writeFile(join(folder, basename(zip)), zipOf(file, Buffer.from(code)));
  }
  return folder;
}

/**
 * A zip of one file, not compressed.
 * Source: PKWARE APPNOTE 6.3.10, sections 4.3.7 (local header), 4.3.12 (central directory), 4.3.16 (its end).
 */
function zipOf(name: string, bytes: Buffer): Buffer {
  const file = Buffer.from(name);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0); // the version that is needed
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(bytes.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(file.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, file, bytes]);
  const more = Buffer.alloc(14); // no comment, first disk, no attributes, at offset 0
  const entry = Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), fields, more, file]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(entry.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, entry, Buffer.from("PK\x05\x06"), end]);
}
