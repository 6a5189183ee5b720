import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../command.ts";

/** The binaries of a control plane, in the folder that `KUBEBUILDER_ASSETS` names. */
export interface Assets {
  readonly folder: string;
  readonly etcd: string;
  readonly apiServer: string;
  readonly kubectl: string;
}

const help = `customhouse needs the programs of a real control plane: etcd, kube-apiserver and kubectl in one folder, which
the variable KUBEBUILDER_ASSETS names (the convention of envtest). One way to get them:

  go install sigs.k8s.io/controller-runtime/tools/setup-envtest@latest
  export KUBEBUILDER_ASSETS="$(setup-envtest use -p path)"

Another: build them from the modules k8s.io/kubernetes (cmd/kube-apiserver, cmd/kubectl) and go.etcd.io/etcd/server/v3.`;

/** Finds the binaries. Throws {@link UsageError}, which says what is missing and how to get it. */
export function findAssets({ KUBEBUILDER_ASSETS: folder } = process.env): Assets {
  if (folder === undefined || folder === "") {
    throw new UsageError(`KUBEBUILDER_ASSETS is not set.\n${help}`);
  }
  const program = (name: string): string => {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
    } catch (cause) {
      const text = `KUBEBUILDER_ASSETS is ${folder}, but that folder has no program ${name}.`;
      throw new UsageError(`${text}\n${help}`, { cause });
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
