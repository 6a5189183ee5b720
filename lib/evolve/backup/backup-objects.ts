import { mapAt, mapsIn } from "../../json/members.ts";
import { isObject, type JsonObject, member } from "../../json/value.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import { type ClusterReader, metadataPages, pagesOf } from "../cluster-reader.ts";
import { type LiveDefinition, objectsPath } from "../live-definition.ts";
import { objectLabel } from "../named-versions.ts";
import { shellWord } from "../remedies.ts";

/** A backup lacks an object that the cluster had all the while. */
export class BackupIncomplete extends Error {
  override readonly name = "BackupIncomplete";
}

/** Metadata that the server sets itself. It refuses most of it for an object that was deleted and is restored. */
const setByServer = [
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
];

/**
 * Hands every object of a definition to `write`, as it is at a served version, with managedFields and without what only the
 * server may set. Returns how many there were. A user needs `list` on the resource.
 *
 * Errors: ReadFailure if a list can't be read; {@link BackupIncomplete} if an object is missing that was there before and
 * after.
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
      await write(restorable(object));
      written.add(metadataOf(object)["uid"]);
    }
  }
  for await (const page of metadataPages(reader, path)) {
    for (const metadata of page.map(metadataOf)) {
      const { uid } = metadata;
      if (before.has(uid) && !written.has(uid))
        throw new BackupIncomplete(`the backup lacks ${objectLabel(metadata)}: run it again`);
    }
  }
  return written.size;
}

function restorable(object: JsonObject): JsonObject {
  const metadata = Object.entries(metadataOf(object)).filter(([key]) => !setByServer.includes(key));
  return { ...object, metadata: Object.fromEntries(metadata) };
}

/** How a backup is restored. */
interface Restoring {
  /** `kubectl`, with the words that name the cluster. */
  readonly kubectl: string;
  /** The backup. */
  readonly file: string;
  /** True where the definition has the status subresource at the version of the backup. */
  readonly hasStatus: boolean;
}

/**
 * The command of a shell that gives all objects of a backup the state that they had: those that were deleted are created,
 * and the others replaced. The last replacement changes no field, so that the server takes managedFields from the file.
 */
export function restoreCommand({ kubectl, file, hasStatus }: Restoring): string {
  const name = shellWord(file);
  const replace = `${kubectl} replace -f ${name}`;
  return [
    // It fails for the objects that exist. One that it can't create is not found by what follows.
    `(${kubectl} create -f ${name} 2> /dev/null; set -e`,
    replace,
    ...(hasStatus ? [`${kubectl} replace --subresource=status -f ${name}`] : []),
    `${replace})`,
  ].join("; ");
}

/** True where a version of a definition has the status subresource: a write of the object leaves its status alone. */
export function hasStatusSubresource(crd: JsonObject, version: string): boolean {
  const versions = mapsIn(member(mapAt(crd, "spec"), "versions"));
  const listed = versions.find((each) => member(each, "name") === version) ?? {};
  return isObject(member(mapAt(listed, "subresources"), "status"));
}
