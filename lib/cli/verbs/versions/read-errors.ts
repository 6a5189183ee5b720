import { ReadError } from "../../../evolve/cluster-reader.ts";
import { UsageError } from "../../command.ts";
import { maskKeys } from "../manifests/key-mask.ts";

/** Runs `read`, and turns its ReadError into a {@link UsageError} with the same message, keys masked. */
export async function withReadErrorsAsUsageErrors<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (fault) {
    if (!(fault instanceof ReadError)) throw fault;
    throw new UsageError(maskKeys(fault.message, { base: "" }));
  }
}
