import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "../../lib/json/value.ts";

/** The definition of the kind Database, which has no subresource. */
export const databaseCrd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: databases.example.com }
spec:
  group: example.com
  names: { kind: Database, listKind: DatabaseList, plural: databases, singular: database }
  scope: Namespaced
  versions:
  - name: v1beta1
    served: true
    storage: false
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [engineType]
            properties:
              engineType: { type: string }
              backupInterval: { type: string }
              storageSize: { type: string }
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [engine]
            properties:
              engine: { type: string }
              backupSeconds: { type: integer, format: int64 }
              sizeGi: { type: integer, format: int64 }
`;

const head = "from: v1beta1\nto: v1\nrules:\n";
const engine = `- map: spec.engineType
  to: spec.engine
  table: { postgres: Postgres, mysql: MySQL }
`;
const backup = "- { duration: spec.backupInterval, to: spec.backupSeconds, unit: s }\n";
const size = "- { quantity: spec.storageSize, to: spec.sizeGi, scale: Gi }\n";

/** The conversion of the kind Database, and drafts of it. */
export const databaseConversions = {
  whole: head + engine + backup + size,
  /** No rule covers the interval of backups. */
  undecided: head + engine + size,
  misspelt: head + engine.replace("engineType", "engineTyp") + backup + size,
  /** Two rules claim one path, so that the lens cannot run. */
  clashing: `${head}${engine}${backup}${size}- { keep: spec.storageSize }\n`,
  unknownVersion: `from: v1beta1\nto: v2\nrules:\n${engine}- { keep: spec.a, in: v1 }\n- { keep: spec.b, in: v1 }\n`,
  unknownLens: `${head}${engine}${backup}- { move: spec.storageSize, to: spec.sizeGi, rules: [{ include: nothing }] }\n`,
} as const;

/** A folder of kinds that has only Database. */
export interface DatabaseFolder {
  readonly kinds: string;
  /** The folder of Database in `kinds`. */
  readonly folder: string;
  remove(): void;
}

/** Writes the kind with a conversion, and further files beside it. */
export async function databaseFolder(
  conversion: string,
  files: Readonly<Record<string, string>> = {},
): Promise<DatabaseFolder> {
  const kinds = mkdtempSync(join(tmpdir(), "database-"));
  const folder = join(kinds, "database");
  await mkdir(folder);
  const all = { "crd.yaml": databaseCrd, "conversion.yaml": conversion, ...files };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text);
  return { kinds, folder, remove: () => rmSync(kinds, { recursive: true }) };
}

/** A database as the server would send it. */
export function database(version: string, spec: JsonObject, metadata: JsonObject = {}): JsonObject {
  return {
    apiVersion: `example.com/${version}`,
    kind: "Database",
    metadata: { name: "orders", namespace: "default", uid: "u", ...metadata },
    spec,
  };
}
