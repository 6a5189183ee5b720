/** Waits for SIGINT or SIGTERM to this process. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    onStopSignal(() => resolve());
  });
}

/** Runs a function with a signal that aborts on SIGINT or SIGTERM to this process. */
export async function interruptible<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interrupted = new AbortController();
  const remove = onStopSignal(() => interrupted.abort());
  try {
    return await run(interrupted.signal);
  } finally {
    remove();
  }
}

/** Calls a function at the first SIGINT and the first SIGTERM. Returns a function that ends this. */
function onStopSignal(stop: () => void): () => void {
  process.once("SIGINT", stop).once("SIGTERM", stop);
  return () => process.off("SIGINT", stop).off("SIGTERM", stop);
}
