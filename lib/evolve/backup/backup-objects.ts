import { mapAt, mapsIn } from "../../json/members.ts";
import { isObject, type JsonObject, member } from "../../json/value.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import { type ClusterReader, metadataPages, pagesOf } from "../cluster-reader.ts";
import { shellWord } from "../kubectl-commands.ts";
import { type LiveDefinition, objectsPath } from "../live-definition.ts";
import { objectLabel } from "../named-versions.ts";

/** A backup lacks an object that existed both before and after the backup. */
export class BackupIncomplete extends Error {
  override readonly name = "BackupIncomplete";
}

/** Metadata that the server sets. It refuses to create an object with a resourceVersion, or to replace one with another uid. */
const setByServer = [
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
];

/**
 * Passes every object of a definition to `write`, read at a served version, with managedFields but without metadata that only
 * the server may set. Returns the number of objects. The user needs `list` on the resource.
 *
 * Errors: ReadError if a list can't be read; {@link BackupIncomplete} if the backup lacks an object that existed before and
 * after it.
 */
export async function backupObjects(
  reader: ClusterReader,
  definition: LiveDefinition,
  version: string,
  write: (object: JsonObject) => void | Promise<void>,
): Promise<number> {
  const path = objectsPath(definition, version);
  const before = new Set<unknown>();
  for await (const page of metadataPages(reader, path)) {
    for (const object of page) before.add(metadataOf(object)["uid"]);
  }
  const written = new Set<unknown>();
  for await (const page of pagesOf(reader, path)) {
    for (const object of page) {
      await write(restorableObject(object));
      written.add(metadataOf(object)["uid"]);
    }
  }
  for await (const page of metadataPages(reader, path)) {
    for (const metadata of page.map(metadataOf)) {
      const { uid } = metadata;
      if (before.has(uid) && !written.has(uid))
        throw new BackupIncomplete(`the backup lacks ${objectLabel(metadata)}: back up again`);
    }
  }
  return written.size;
}

function restorableObject(object: JsonObject): JsonObject {
  const metadata = Object.entries(metadataOf(object)).filter(([key]) => !setByServer.includes(key));
  return { ...object, metadata: Object.fromEntries(metadata) };
}

/** The parameters of a restore command. */
interface RestoreOptions {
  /** `kubectl` with the options that select the cluster. */
  readonly kubectl: string;
  /** The path of the backup file. */
  readonly file: string;
  /** True if the definition has the status subresource at the version of the backup. */
  readonly hasStatus: boolean;
}

/**
 * A shell command that restores all objects of a backup: it creates those that were deleted and replaces the others. The last
 * `replace` changes no field, so that the server takes managedFields from the file.
 */
export function restoreCommand({ kubectl, file, hasStatus }: RestoreOptions): string {
  const name = shellWord(file);
  const replace = `${kubectl} replace -f ${name}`;
  return [
    // `create` fails for objects that exist, so its errors are ignored. `replace` reports an object that could not be created.
    `(${kubectl} create -f ${name} 2> /dev/null; set -e`,
    replace,
    ...(hasStatus ? [`${kubectl} replace --subresource=status -f ${name}`] : []),
    `${replace})`,
  ].join("; ");
}

/** True if a version of a definition has the status subresource: then status needs a write of its own. */
export function hasStatusSubresource(crd: JsonObject, version: string): boolean {
  const versions = mapsIn(member(mapAt(crd, "spec"), "versions"));
  const listed = versions.find((each) => member(each, "name") === version) ?? {};
  return isObject(member(mapAt(listed, "subresources"), "status"));
}
