import { planState } from "../../../evolve/carry-out/plan-state.ts";
import { type ClusterReader, pagesOf } from "../../../evolve/cluster-reader.ts";
import {
  type LiveDefinition,
  liveDefinition,
  objectsPath,
  readableVersion,
} from "../../../evolve/live-definition.ts";
import type { ExecutablePlan } from "../../../evolve/plan/version-plan.ts";
import { mapAt } from "../../../json/members.ts";
import { type JsonObject, member } from "../../../json/value.ts";
import { parseApiVersion } from "../../../protocol/gvk.ts";
import { metadataOf } from "../../../protocol/object-metadata.ts";
import { declaredSchemas } from "../../../service/recording/declared-schemas.ts";
import { redactedObject } from "../../../service/recording/redacted-object.ts";
import { type Invocation, textOption, UsageError } from "../../command.ts";
import { objectPosition, readLocatedObjects } from "../../files/located-objects.ts";
import { factsOf } from "../../kinds/crd-facts.ts";
import { readDefinition } from "../../kinds/definitions.ts";
import { namedCluster, requestedCluster, withCluster } from "../../server/requested-cluster.ts";
import { retryingClient } from "../../server/retrying-reader.ts";
import { withReadErrorsAsUsageErrors } from "../versions/read-errors.ts";

/** The definition and the objects that a rehearsal begins with. */
export interface RehearsalSource {
  /** The definition before the first step. */
  readonly crd: JsonObject;
  /** Objects to copy, each at the version of its apiVersion. */
  readonly objects: readonly JsonObject[];
  readonly isRedacted: boolean;
}

/**
 * The number of objects that are copied from the plan's cluster if `--live` is left out. The number is a choice: enough for
 * each version's writer to have an object of its own, and few enough to be copied in seconds.
 */
const defaultObjects = 20;

interface RequestedSource {
  /** A file with the definition; undefined to read it from the plan's cluster. */
  readonly crd: string | undefined;
  /** The path of manifests, or the number of objects to read from the cluster. */
  readonly objects: string | number;
}

/** Reads `--objects`, `--live` and `--crd`. Throws {@link UsageError} if they contradict each other or the number is wrong. */
export function requestedSource(invocation: Invocation): RequestedSource {
  const [crd, folder, live] = ["crd", "objects", "live"].map((name) =>
    textOption(invocation, name),
  );
  if (folder !== undefined && live !== undefined) {
    throw new UsageError("give --objects or --live, not both");
  }
  if (folder !== undefined) return { crd, objects: folder };
  if (crd !== undefined) throw new UsageError("--crd needs --objects DIR");
  if (live !== undefined && !/^[1-9]\d{0,4}$/.test(live)) {
    throw new UsageError(`--live takes a number from 1 to 99999, not ${JSON.stringify(live)}`);
  }
  return { crd, objects: Number(live ?? defaultObjects) };
}

/**
 * Reads the definition and the objects, from files or the plan's cluster. Unless `--unredacted` is given, only type, names and
 * declared fields of objects remain, as in recordings. Throws {@link UsageError} if the definition is not in the state that the
 * plan was made for, or if there is no object of it.
 */
export async function rehearsalSource(
  invocation: Invocation,
  plan: ExecutablePlan,
): Promise<RehearsalSource> {
  const { crd: file, objects: wanted } = requestedSource(invocation);
  const isRedacted = invocation.options["unredacted"] !== true;
  if (file !== undefined) {
    const crd = definitionInFile(file, plan);
    const objects = rehearsedObjectsIn(String(wanted), crd);
    return { crd, objects: isRedacted ? redactedObjects(crd, objects) : objects, isRedacted };
  }
  const { context } = plan.cluster;
  const { cluster } = await namedCluster({
    ...(context !== null && { context }),
    ...requestedCluster(invocation),
  });
  return withCluster(cluster, (api) =>
    withReadErrorsAsUsageErrors(async () => {
      const client = retryingClient(api);
      const crd = await plannedState(client, plan);
      const objects =
        typeof wanted === "number"
          ? await someObjects(client, liveDefinition(crd), wanted)
          : rehearsedObjectsIn(wanted, crd);
      return { crd, objects: isRedacted ? redactedObjects(crd, objects) : objects, isRedacted };
    }),
  );
}

function definitionInFile(file: string, { definition }: ExecutablePlan): JsonObject {
  const crd = readDefinition(file);
  const { name, uid, generation } = metadataOf(crd);
  if (name !== definition.name) {
    throw new UsageError(
      `${file} has the definition of ${String(name)}, not of ${definition.name}`,
    );
  }
  const isOther = uid !== undefined && uid !== definition.uid;
  if (isOther || (generation !== undefined && generation !== definition.generation)) {
    throw new UsageError(`${file} is not the definition that the plan was made for: plan again`);
  }
  return withStoredVersions(crd);
}

/** The definition with storedVersions. A manifest has none: then storedVersions has only the storage version. */
function withStoredVersions(crd: JsonObject): JsonObject {
  const { storedVersions, versions } = liveDefinition(crd);
  if (storedVersions.length > 0) return crd;
  const stored = versions.filter(({ storage }) => storage).map(({ name }) => name);
  return { ...crd, status: { ...mapAt(crd, "status"), storedVersions: stored } };
}

/** The definition in the plan's cluster. Throws {@link UsageError} if it is not in the state before the plan's first step. */
async function plannedState(reader: ClusterReader, plan: ExecutablePlan): Promise<JsonObject> {
  const state = await planState(reader, plan, undefined);
  if (!state.ok) throw new UsageError(state.error);
  if (state.value.next === 0) return state.value.crd;
  throw new UsageError(
    `the first steps of the plan are carried out already, and a rehearsal begins with the first: plan again`,
  );
}

async function someObjects(
  reader: ClusterReader,
  definition: LiveDefinition,
  count: number,
): Promise<readonly JsonObject[]> {
  const version = readableVersion(definition);
  if (version === undefined) {
    throw new UsageError(`${definition.name} has no served version: no object can be read`);
  }
  const objects: JsonObject[] = [];
  const limit = Math.min(count, 500);
  for await (const page of pagesOf(reader, objectsPath(definition, version), { limit })) {
    objects.push(...page);
    if (objects.length >= count) break;
  }
  if (objects.length > 0) return objects.slice(0, count);
  throw new UsageError(
    `the cluster has no ${definition.plural} to copy: give some with --objects DIR`,
  );
}

/**
 * The objects of a definition in manifests. Throws {@link UsageError} for one at an unserved version or without a name, and if
 * there is none.
 */
function rehearsedObjectsIn(path: string, crd: JsonObject): readonly JsonObject[] {
  const { group, kind, versions, name: definition } = liveDefinition(crd);
  const isNamespaced = member(mapAt(crd, "spec"), "scope") === "Namespaced";
  const objects = readLocatedObjects([path]).flatMap((located): readonly JsonObject[] => {
    const { object } = located;
    const type = parseApiVersion(String(member(object, "apiVersion")));
    if (type?.group !== group || member(object, "kind") !== kind) return [];
    if (!versions.some(({ name, served }) => served && name === type.version)) {
      throw new UsageError(
        `${objectPosition(located)}: ${definition} does not serve ${type.version}`,
      );
    }
    const { name, namespace = "default", ...metadata } = metadataOf(object);
    if (typeof name !== "string" || name === "") {
      throw new UsageError(`${objectPosition(located)}: the object has no metadata.name: add it`);
    }
    const names = { name, ...(isNamespaced && { namespace }) };
    return [{ ...object, metadata: { ...metadata, ...names } }];
  });
  if (objects.length > 0) return objects;
  throw new UsageError(`${path} has no object of ${definition}`);
}

/** The objects without the values that recordings leave out, such as labels, annotations and undeclared fields. */
function redactedObjects(crd: JsonObject, objects: readonly JsonObject[]): readonly JsonObject[] {
  const facts = factsOf(crd);
  const { group, kind, plural: resource, versions } = facts;
  const schemas = declaredSchemas([
    { group, kind, resource, versions: versions.map(({ name }) => name), crd: facts },
  ]);
  return objects
    .map((object) => redactedObject(schemas, object))
    .filter((object) => object !== undefined);
}
