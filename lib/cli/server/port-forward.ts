import type { ConnectTo } from "./connection.ts";
import type { KubectlContext } from "./kubectl.ts";
import { startKubectl } from "./kubectl-process.ts";

/** A Service in a cluster, and its port. */
export interface ForwardedService {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

/** A port of this machine that kubectl forwards to a Service, until the caller disposes of this object. */
export interface PortForward extends AsyncDisposable {
  readonly connectTo: ConnectTo;
}

/** Opens a port-forward with the user's kubectl. Errors: {@link UsageError} with kubectl's message. */
export async function portForward(
  kubectl: KubectlContext,
  { namespace, name, port }: ForwardedService,
): Promise<PortForward> {
  const words = [
    ...["port-forward", "--address", "127.0.0.1"],
    ...["--namespace", namespace, `service/${name}`, `:${port}`],
  ];
  const { ready, stop } = await startKubectl(kubectl, words, {
    ready: /^Forwarding from 127\.0\.0\.1:(\d+) -> /m,
    failed: (printed) => `kubectl port-forward to ${namespace}/${name}: ${printed}`,
  });
  return {
    connectTo: { host: "127.0.0.1", port: Number(ready[1]) },
    [Symbol.asyncDispose]: stop,
  };
}
