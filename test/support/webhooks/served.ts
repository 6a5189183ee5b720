import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { openCertificateAuthority } from "../../../lib/hosts/local/certificate-authority.ts";

/** The webhooks of faults.ts behind a url. */
export interface ServedWebhooks extends AsyncDisposable {
  /** `https://localhost:PORT`, with a certificate of the CA in `caFile`. */
  readonly url: string;
  /** `http://127.0.0.1:PORT`. */
  readonly plainUrl: string;
  readonly caFile: string;
  /** The port in `url`. */
  readonly port: number;
}

/** The name of the service that a stand-in for kubectl forwards to. */
const serviceHost = "hooks.jobs-system.svc";

/** Serves the webhooks in a thread of their own: the laws block this thread while they wait for a response. */
export async function serveWebhooks(folder: string): Promise<ServedWebhooks> {
  const authority = await openCertificateAuthority(join(folder, "ca"));
  const workerData = await authority.issue(["localhost", serviceHost]);
  const worker = new Worker(new URL("./server-thread.ts", import.meta.url), { workerData });
  const [ports] = await once(worker, "message");
  return {
    url: `https://localhost:${ports.secure}`,
    plainUrl: `http://127.0.0.1:${ports.plain}`,
    caFile: authority.caFile,
    port: ports.secure,
    [Symbol.asyncDispose]: async () => {
      await worker.terminate();
    },
  };
}
