import type { JsonObject } from "../../../json/value.ts";
import { blockYaml } from "../../../json/write-yaml.ts";
import { certificate, issuer, podMonitor, prometheusRule } from "./components.ts";
import { bundleFile, dockerfile, dockerignore } from "./image.ts";
import {
  deployment,
  disruptionBudget,
  namespaceObject,
  service,
  serviceAccount,
  type WorkloadOptions,
} from "./workload.ts";

/** A file that `container` writes. */
export interface ContainerFile {
  /** Relative to the folder of `--dir`. */
  readonly path: string;
  readonly text: string;
}

/** Part of the first line of each file, by which a later run recognizes a file that it may replace. */
const writtenBy = "Written by customhouse container, which replaces this file.";

/** True for the text of a file that {@link containerFiles} wrote. */
export function isGeneratedFile(text: string): boolean {
  return text.split("\n", 1)[0]?.includes(writtenBy) === true;
}

/** All files of a container: its program, the files from which its image is built, and those that kustomize applies. */
export function containerFiles(bundle: string, options: WorkloadOptions): readonly ContainerFile[] {
  const { namespace } = options;
  return [
    { path: bundleFile, text: `// ${writtenBy}\n${bundle}` },
    { path: "Dockerfile", text: commentedOut(dockerfile) },
    { path: ".dockerignore", text: commentedOut(dockerignore) },
    ...kustomization(
      "base",
      { kind: "Kustomization", namespace },
      {
        "namespace.yaml": namespaceObject(namespace),
        "serviceaccount.yaml": serviceAccount,
        "deployment.yaml": deployment(options),
        "service.yaml": service,
        "poddisruptionbudget.yaml": disruptionBudget,
      },
    ),
    ...kustomization(
      "cert-manager",
      { kind: "Component" },
      {
        "issuer.yaml": issuer,
        "certificate.yaml": certificate(namespace),
      },
    ),
    ...kustomization(
      "monitoring",
      { kind: "Component" },
      {
        "podmonitor.yaml": podMonitor,
        "prometheusrule.yaml": prometheusRule(namespace),
      },
    ),
  ];
}

/** The files of a kustomize folder. A component names no namespace: it gets that of the kustomization that uses it. */
function kustomization(
  folder: string,
  {
    kind,
    ...fields
  }: { readonly kind: "Kustomization" | "Component"; readonly namespace?: string },
  resources: Readonly<Record<string, JsonObject>>,
): readonly ContainerFile[] {
  const version = kind === "Component" ? "v1alpha1" : "v1beta1";
  const list: JsonObject = {
    apiVersion: `kustomize.config.k8s.io/${version}`,
    kind,
    ...fields,
    resources: Object.keys(resources),
  };
  return Object.entries({ "kustomization.yaml": list, ...resources }).map(([name, object]) => ({
    path: `${folder}/${name}`,
    text: commentedOut(blockYaml(object)),
  }));
}

function commentedOut(text: string): string {
  return `# ${writtenBy}\n${text}`;
}
