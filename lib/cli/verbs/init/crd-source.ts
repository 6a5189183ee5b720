import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { mapAt } from "../../../json/members.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../json/value.ts";
import { blockYaml } from "../../../json/write-yaml.ts";
import { UsageError } from "../../command.ts";
import { type NewDefinition, newDefinitions } from "../../draft/new-kind.ts";
import { fetchText } from "../../files/fetch-text.ts";
import { fileLabel, manifestFilesAt, readText } from "../../files/read-file.ts";
import { objectsInText } from "../../files/yaml.ts";

/** Where the CustomResourceDefinitions of a new project come from. */
export interface CrdSource {
  /** A file, a folder or an https url; with `context`, the name of a definition in a cluster. */
  readonly crd: string;
  /** A context of the user's kubeconfig. */
  readonly context: string | undefined;
}

/** Reads the definitions of a source. Throws {@link UsageError} if it has none or can't be read. */
export async function definitionsFrom({
  crd,
  context,
}: CrdSource): Promise<readonly NewDefinition[]> {
  const found = context === undefined ? await namedBy(crd) : await inCluster(crd, context);
  if (found.length > 0) return found;
  throw new UsageError(`${fileLabel(crd)} has no CustomResourceDefinition`);
}

async function namedBy(crd: string): Promise<readonly NewDefinition[]> {
  if (/^[a-z]+:\/\//i.test(crd)) return newDefinitions(await fetchText(crd), crd);
  return manifestFilesAt(crd).flatMap((file) => newDefinitions(readText(file), fileLabel(file)));
}

/** Reads a definition with the user's kubectl, so that every way to log in works. */
async function inCluster(name: string, context: string): Promise<readonly NewDefinition[]> {
  const words = ["--context", context, "get", "customresourcedefinition", name, "-o", "json"];
  const label = `${name} in ${context}`;
  const { stdout } = await promisify(execFile)("kubectl", words, {
    // Node.js allows 1 MiB by default, and a definition may have more.
    maxBuffer: 64 * 1024 * 1024,
  }).catch((cause) => {
    const isMissing = cause.code === "ENOENT";
    const reason = isMissing ? "kubectl is not on the PATH" : String(cause.stderr).trim();
    throw new UsageError(`${label} can't be read: ${reason}`, { cause });
  });
  return objectsInText(stdout, label).flatMap((object) =>
    newDefinitions(blockYaml(asWritten(object)), label),
  );
}

/** A definition without status and the metadata that the server and kubectl set. */
function asWritten(definition: JsonObject): JsonObject {
  const { apiVersion = null, kind = null, spec = null } = definition;
  const metadata = mapAt(definition, "metadata");
  const annotations = Object.entries(mapAt(metadata, "annotations")).filter(
    ([key]) => key !== "kubectl.kubernetes.io/last-applied-configuration",
  );
  const kept: Record<string, JsonValue> = {
    name: metadata["name"] ?? null,
    ...(isObject(metadata["labels"]) && { labels: metadata["labels"] }),
    ...(annotations.length > 0 && { annotations: Object.fromEntries(annotations) }),
  };
  return { apiVersion, kind, metadata: kept, spec };
}
