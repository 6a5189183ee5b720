import { lens } from "../../../lib/lens/build/builder.ts";
import { keep, move } from "../../../lib/lens/build/fields.ts";
import { first } from "../../../lib/lens/build/joint.ts";
import { each } from "../../../lib/lens/build/lists.ts";
import type { Version } from "../../../lib/lens/build/typed-path.ts";
import { map, same } from "../../../lib/lens/build/values.ts";

type Whenever = "MayStopSearch" | "TryNextFlavor";

interface Checks {
  readonly admissionChecks?: readonly {
    readonly name: string;
    readonly onFlavors?: readonly string[];
  }[];
}

interface OldQueue {
  readonly spec?: {
    readonly admissionChecks?: readonly string[];
    readonly admissionChecksStrategy?: Checks;
    readonly cohort?: string;
    readonly flavorFungibility?: {
      readonly whenCanBorrow?: Whenever | "Borrow";
      readonly whenCanPreempt?: Whenever | "Preempt";
    };
  };
  readonly status?: {
    readonly fairSharing?: { readonly admissionFairSharingStatus?: { readonly at?: string } };
    readonly pendingWorkloadsStatus?: { readonly lastChangeTime?: string };
  };
}

interface NewQueue {
  readonly spec?: {
    readonly admissionChecksStrategy?: Checks;
    readonly cohortName?: string;
    readonly flavorFungibility?: {
      readonly whenCanBorrow?: Whenever;
      readonly whenCanPreempt?: Whenever;
    };
  };
  readonly status?: { readonly fairSharing?: { readonly weightedShare?: number } };
}

const v1beta1: Version<OldQueue> = { version: "v1beta1" };
const v1beta2: Version<NewQueue> = { version: "v1beta2" };

const words = { MayStopSearch: same, TryNextFlavor: same } as const;
/** The lens of kueue's ClusterQueue. */
export const clusterQueue = lens(v1beta1, v1beta2, (old, now) => [
  move(old.spec.cohort, now.spec.cohortName),
  map(old.spec.flavorFungibility.whenCanBorrow, { Borrow: "MayStopSearch", ...words }),
  map(old.spec.flavorFungibility.whenCanPreempt, { Preempt: "MayStopSearch", ...words }),
  first(
    now.spec.admissionChecksStrategy.admissionChecks,
    [
      each(
        old.spec.admissionChecks,
        now.spec.admissionChecksStrategy.admissionChecks,
        (name, check) => [move(name, check.name)],
      ),
      old.spec.admissionChecksStrategy.admissionChecks,
    ],
    { backTo: 1 },
  ),
  keep(old.status.pendingWorkloadsStatus),
  keep(old.status.fairSharing.admissionFairSharingStatus),
]);
