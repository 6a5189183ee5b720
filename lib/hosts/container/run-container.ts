import { IncompleteRegistry } from "../../converter/convertible-kind.ts";
import type { Kind } from "../../kind/kind.ts";
import { CertificateFault } from "./certificate-files.ts";
import { type Container, startContainer } from "./container.ts";
import { containerSettings } from "./settings.ts";

/**
 * The program of a container: serves the kinds until SIGTERM or SIGINT, then stops in order. Exit codes: 0 after a signal,
 * 2 where it can't start as it was asked to.
 */
export async function runContainer(kinds: readonly Kind[]): Promise<void> {
  // Before anything else: the kernel ignores a signal to the first process of a container that has no handler.
  const stopped = new Promise<void>((resolve) => {
    process.once("SIGTERM", () => resolve());
    process.once("SIGINT", () => resolve());
  });
  const container = await start(kinds);
  await stopped;
  await container.stop();
  // Connections for lookups may still be open.
  process.exit(0);
}

async function start(kinds: readonly Kind[]): Promise<Container> {
  const settings = containerSettings(process.argv.slice(2), process.env);
  if (!settings.ok) return refuse(settings.error);
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
    return refuse(reason);
  }
}

/** The text of a fault that the operator can fix; undefined for any other. */
function userFaultText(fault: unknown): string | undefined {
  if (fault instanceof CertificateFault || fault instanceof IncompleteRegistry)
    return fault.message;
  // An address that is taken, or a port that needs a privilege.
  const isSystemFault = fault instanceof Error && "syscall" in fault;
  return isSystemFault ? fault.message : undefined;
}

function refuse(reason: string): never {
  process.stderr.write(`customhouse: ${reason}\n`);
  process.exit(2);
}
