import { hook, lens } from "../../../lib/lens.ts";
import { v1beta1, v1beta2 } from "./generated.ts";
import { compressed, expanded } from "./slices.ts";

/**
 * v1beta1 lists every domain with its values, one a level; v1beta2 says what they have in common once. Slices that were
 * packed in another way come back as they were, out of the stash.
 */
export const topologyAssignment = lens(
  v1beta1,
  v1beta2,
  (old, now) => [
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
        forward: ([domains], [levels]) =>
          orUnreadable(() => domains && compressed(domains, levels?.length)),
        backward: ([slices], [levels]) =>
          orUnreadable(() => slices && expanded(slices, levels?.length)),
      },
      { name: "compression" },
    ),
  ],
  {
    accept: [
      {
        in: "v1beta2",
        at: "status.topologyAssignment.slices",
        refuses: "required",
        why: "domains with another number of values than there are levels name no place",
      },
      {
        in: "v1beta1",
        at: "status.topologyAssignment.domains",
        refuses: "required",
        why: "slices with another number of values than there are levels name no place",
      },
    ],
  },
);

/** An object may hold anything there: a value that is not such a list can't be parsed, and a hook that throws would fail every read. */
function orUnreadable<T>(make: () => T | null | undefined): readonly [T | null] | undefined {
  try {
    const value = make();
    return value === undefined ? undefined : [value];
  } catch {
    return undefined;
  }
}
