import type { JsonObject } from "../../json/value.ts";
import type { Kubectl } from "./kubectl.ts";
import { liveDifferences, present } from "./live-differences.ts";

/**
 * Compares objects with a live cluster: what applying them on the server's side would change. What is not there is not
 * tried: its namespace may not be there either.
 */
export async function compareLive(
  objects: readonly JsonObject[],
  kubectl: Kubectl,
): Promise<readonly string[]> {
  const live = await kubectl.live(objects);
  return liveDifferences(objects, live, await kubectl.applied(present(objects, live)));
}
