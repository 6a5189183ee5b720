import { hook, lens } from "../../../lib/lens.ts";
import { v1beta1, v1beta2 } from "./generated.ts";
import { compressed, expanded } from "./slices.ts";

/**
 * v1beta1 lists every domain with its values, one a level; v1beta2 says what they have in common once. Slices that were
 * packed in another way come back as they were, out of the stash.
 */
export const topologyAssignment = lens(v1beta1, v1beta2, (old, now) => [
  hook(
    {
      from: [old.status.topologyAssignment.domains],
      to: [now.status.topologyAssignment.slices],
      reads: {
        from: [old.status.topologyAssignment.levels],
        to: [now.status.topologyAssignment.levels],
      },
    },
    {
      forward: ([domains], [levels]) => wrapped(domains && compressed(domains, levels?.length)),
      backward: ([slices], [levels]) => wrapped(slices && expanded(slices, levels?.length)),
    },
    {
      name: "compression",
      narrow: "domains with another number of values than there are levels name no place",
    },
  ),
]);

function wrapped<T>(value: T | null | undefined): readonly [T | null] | undefined {
  return value === undefined ? undefined : [value];
}
