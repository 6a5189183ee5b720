import { existsSync } from "node:fs";
import { join } from "node:path";
import { findAssets } from "../../../lib/cli/control-plane/assets.ts";
import { freePorts } from "../../../lib/cli/control-plane/free-ports.ts";
import type { ReapedProcess } from "../../../lib/cli/control-plane/process-reaper.ts";
import type { ControlPlane } from "./control-plane.ts";

/** kube-controller-manager beside the other binaries; undefined where the folder has none, as envtest's. */
export function controllerManager(): string | undefined {
  const file = join(findAssets().folder, "kube-controller-manager");
  return existsSync(file) ? file : undefined;
}

/** Flags of kube-apiserver with which a StorageVersionMigration works up to 1.36, too. */
export const migratorFlags = [
  "--feature-gates=StorageVersionMigrator=true",
  "--runtime-config=api/all=true",
];

/** What a StorageVersionMigration needs: its controller reads from the cache of the garbage collector. */
export const migratorControllers = [
  "garbage-collector-controller",
  "storage-version-migrator-controller",
];

/** Starts controllers. They end with the control plane, if they are not stopped before. */
export async function startControllers(
  { reaper, kubeconfig }: Pick<ControlPlane, "reaper" | "kubeconfig">,
  program: string,
  controllers: readonly string[],
): Promise<ReapedProcess> {
  const [port] = await freePorts(1);
  return reaper.start("kube-controller-manager", [
    program,
    `--kubeconfig=${kubeconfig}`,
    `--authentication-kubeconfig=${kubeconfig}`,
    `--authorization-kubeconfig=${kubeconfig}`,
    "--leader-elect=false",
    `--controllers=${controllers.join(",")}`,
    "--feature-gates=StorageVersionMigrator=true",
    "--bind-address=127.0.0.1",
    `--secure-port=${port}`,
    `--cert-dir=${join(reaper.folder, "controller-manager-certs")}`,
  ]);
}
