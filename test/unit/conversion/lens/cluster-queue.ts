import type { Version } from "../../../../lib/conversion/lens/build/reference.ts";

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

/** kueue's ClusterQueue, as far as its lens names it. */
export const v1beta1: Version<OldQueue> = { version: "v1beta1" };
export const v1beta2: Version<NewQueue> = { version: "v1beta2" };
