import { IncompleteRegistry } from "../../converter/convertible-kind.ts";
import type { Kind } from "../../kind/kind.ts";
import { stopSignal } from "../stop-signals.ts";
import { CertificateError } from "./certificate-files.ts";
import { type Container, startContainer } from "./container.ts";
import { containerSettings } from "./settings.ts";

/**
 * The main function of a container: serves the kinds until SIGTERM or SIGINT, then stops gracefully. Exit codes: 0
 * after a signal, 2 if it can't start with its arguments and environment.
 */
export async function runContainer(kinds: readonly Kind[]): Promise<void> {
  // Registered first: without a handler, the kernel ignores signals to the first process of a container.
  const stopped = stopSignal();
  const container = await start(kinds);
  await stopped;
  await container.stop();
  // Needed because connections for lookups may still be open.
  process.exit(0);
}

async function start(kinds: readonly Kind[]): Promise<Container> {
  const settings = containerSettings(process.argv.slice(2), process.env);
  if (!settings.ok) return exitWithReason(settings.error);
  try {
    const container = await startContainer({
      kinds,
      settings: settings.value,
      out: (text) => void process.stdout.write(`${text}\n`),
      error: (text) => void process.stderr.write(`${text}\n`),
    });
    const { port, metricsPort } = container;
    process.stdout.write(`${JSON.stringify({ listening: port, metrics: metricsPort })}\n`);
    return container;
  } catch (fault) {
    const reason = userFaultText(fault);
    if (reason === undefined) throw fault;
    return exitWithReason(reason);
  }
}

/** The message of a fault that the operator can correct; undefined for any other fault. */
function userFaultText(fault: unknown): string | undefined {
  if (fault instanceof CertificateError || fault instanceof IncompleteRegistry)
    return fault.message;
  // For example, the port is in use or needs a privilege.
  const isSystemFault = fault instanceof Error && "syscall" in fault;
  return isSystemFault ? fault.message : undefined;
}

function exitWithReason(reason: string): never {
  process.stderr.write(`customhouse: ${reason}\n`);
  process.exit(2);
}
