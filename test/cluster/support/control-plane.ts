import { findAssets } from "../../../lib/cli/control-plane/assets.ts";
import {
  type ControlPlaneOptions as BareOptions,
  type ControlPlane as BarePlane,
  startControlPlane as startBarePlane,
} from "../../../lib/cli/control-plane/control-plane.ts";
import { type Client, openClient } from "./client.ts";
import { startConnectProxy } from "./connect-proxy.ts";
import { type Kubectl, openKubectl } from "./kubectl.ts";

/** A real control plane for one test file, whose kube-apiserver trusts `certificate` as if a system root had signed it. */
export interface ControlPlane extends BarePlane {
  /** The administrator's. */
  readonly client: Client;
  readonly kubectl: Kubectl;
  /** Where names that webhook urls use are found: name to local port. */
  readonly names: Map<string, number>;
}

export interface ControlPlaneOptions extends Pick<BareOptions, "flags"> {
  /** PEM files that kube-apiserver trusts as system roots, beside the harness's CA. */
  readonly roots?: readonly string[];
  /** Names that webhook urls may use as if they were in DNS, at once covered by `certificate`. */
  readonly names?: readonly string[];
}

/** Starts a control plane and waits until it is ready. Errors: those of `findAssets` and of the control plane itself. */
export async function startControlPlane({
  roots = [],
  ...options
}: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const assets = findAssets();
  const proxy = await startConnectProxy();
  const outside = { proxy: proxy.url, roots };
  const plane = await startBarePlane(assets, { ...options, outside }).catch((fault) => {
    proxy.close();
    throw fault;
  });
  const client = openClient(plane);
  const stop = async (): Promise<void> => {
    client.close();
    await plane.stop();
    proxy.close();
  };
  const kubectl = openKubectl(assets.kubectl, plane.kubeconfig);
  return { ...plane, client, kubectl, names: proxy.ports, stop };
}
