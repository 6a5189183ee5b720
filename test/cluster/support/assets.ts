import { accessSync, constants } from "node:fs";
import { join } from "node:path";

/** The binaries of a control plane, in the folder that `KUBEBUILDER_ASSETS` names. */
export interface Assets {
  readonly folder: string;
  readonly etcd: string;
  readonly apiServer: string;
  readonly kubectl: string;
}

const help = `The cluster tests run against a real kube-apiserver and need its binaries: etcd, kube-apiserver and kubectl in one
folder, named by the variable KUBEBUILDER_ASSETS (the convention of envtest). One way to get them:

  go install sigs.k8s.io/controller-runtime/tools/setup-envtest@latest
  KUBEBUILDER_ASSETS="$(setup-envtest use -p path)" npm run test:cluster

Another: build them from the modules k8s.io/kubernetes (cmd/kube-apiserver, cmd/kubectl) and go.etcd.io/etcd/server/v3.`;

/** There is no control plane to test against: a reason to fail, never to skip. */
export class AssetsError extends Error {
  override readonly name = "AssetsError";
}

/** Finds the binaries. Errors: {@link AssetsError}, which says what is missing and how anyone gets it. */
export function findAssets({ KUBEBUILDER_ASSETS: folder } = process.env): Assets {
  if (folder === undefined || folder === "") {
    throw new AssetsError(`KUBEBUILDER_ASSETS is not set.\n${help}`);
  }
  const program = (name: string): string => {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
    } catch (cause) {
      const text = `KUBEBUILDER_ASSETS is ${folder}, but that folder has no program ${name}.`;
      throw new AssetsError(`${text}\n${help}`, { cause });
    }
    return file;
  };
  return {
    folder,
    etcd: program("etcd"),
    apiServer: program("kube-apiserver"),
    kubectl: program("kubectl"),
  };
}
