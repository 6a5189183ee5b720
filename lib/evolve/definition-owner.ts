import { mapAt, mapsIn } from "../json/members.ts";
import { type JsonObject, member } from "../json/value.ts";
import { metadataOf } from "../protocol/object-metadata.ts";

/** A program that applies a definition, and so would revert changes by others. */
export interface DefinitionOwner {
  /** For example `Helm release ops/crds`. */
  readonly name: string;
  /** The label, annotation, owner reference or field manager that shows the owner. */
  readonly evidence: string;
}

/** A label or annotation that a program sets on objects that it applies. */
interface Mark {
  readonly at: "labels" | "annotations";
  readonly key: string;
  /** Returns the owner's name. `value`: of this label or annotation; `all`: the definition's labels and annotations. */
  readonly name: (value: string, all: JsonObject) => string;
}

const marks: readonly Mark[] = [
  {
    at: "annotations",
    key: "meta.helm.sh/release-name",
    name: (value, all) =>
      `Helm release ${String(member(all, "meta.helm.sh/release-namespace"))}/${value}`,
  },
  {
    at: "annotations",
    key: "argocd.argoproj.io/tracking-id",
    name: (value) => `Argo CD application ${value.split(":")[0]}`,
  },
  {
    at: "labels",
    key: "argocd.argoproj.io/instance",
    name: (value) => `Argo CD application ${value}`,
  },
  {
    at: "labels",
    key: "kustomize.toolkit.fluxcd.io/name",
    name: (value, all) =>
      `Flux Kustomization ${String(member(all, "kustomize.toolkit.fluxcd.io/namespace"))}/${value}`,
  },
  {
    at: "labels",
    key: "helm.toolkit.fluxcd.io/name",
    name: (value, all) =>
      `Flux HelmRelease ${String(member(all, "helm.toolkit.fluxcd.io/namespace"))}/${value}`,
  },
  {
    at: "labels",
    key: "olm.managed",
    name: () => "Operator Lifecycle Manager",
  },
  {
    at: "labels",
    key: "app.kubernetes.io/managed-by",
    name: (value) => value,
  },
];

/** Field managers by which programs that apply definitions are known. */
const managers: readonly { readonly manager: string; readonly name: string }[] = [
  { manager: "argocd-controller", name: "Argo CD" },
  { manager: "kustomize-controller", name: "Flux" },
  { manager: "helm-controller", name: "Flux" },
  { manager: "helm", name: "Helm" },
];

/** The owner of a definition, by its labels, annotations, owner references or field managers; the first match is returned. */
export function ownerOf(crd: JsonObject): DefinitionOwner | undefined {
  const metadata = metadataOf(crd);
  return ownerByMark(metadata) ?? ownerByReference(metadata) ?? ownerByManager(metadata);
}

function ownerByMark(metadata: JsonObject): DefinitionOwner | undefined {
  const [labels, annotations] = [mapAt(metadata, "labels"), mapAt(metadata, "annotations")];
  const all = { ...labels, ...annotations };
  for (const { at, key, name } of marks) {
    const value = member(at === "labels" ? labels : annotations, key);
    if (typeof value === "string") {
      return { name: name(value, all), evidence: `${at.slice(0, -1)} ${key}=${value}` };
    }
  }
  return undefined;
}

function ownerByReference(metadata: JsonObject): DefinitionOwner | undefined {
  const [first] = mapsIn(member(metadata, "ownerReferences"));
  if (first === undefined) return undefined;
  const name = `${String(member(first, "kind"))} ${String(member(first, "name"))}`;
  return { name, evidence: "metadata.ownerReferences[0]" };
}

function ownerByManager(metadata: JsonObject): DefinitionOwner | undefined {
  const entries = mapsIn(member(metadata, "managedFields"));
  for (const { manager, name } of managers) {
    const owns = entries.some(
      (entry) => member(entry, "manager") === manager && "f:spec" in mapAt(entry, "fieldsV1"),
    );
    if (owns) return { name, evidence: `field manager ${manager}` };
  }
  return undefined;
}
