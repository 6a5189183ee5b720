import { convertedFaults, refusalFaults } from "./judge.ts";
import { conversionReview, type Probe } from "./probe.ts";

/** Objects to convert, each as a text. */
export interface Conversion {
  readonly name: string;
  readonly objects: readonly string[];
  /** The desired apiVersion; default CronTab's v1. */
  readonly to?: string;
  readonly reviewVersion?: "v1" | "v1beta1";
}

/** Objects and what they must become, each as a text that is compared exactly. */
export interface Converted extends Conversion {
  readonly gives: readonly string[];
}

export const cronTabV1 = "stable.example.com/v1";
export const cronTabV1beta1 = "stable.example.com/v1beta1";
export const pizzaV1alpha1 = "restaurant.programming-kubernetes.info/v1alpha1";
export const pizzaV1beta1 = "restaurant.programming-kubernetes.info/v1beta1";

/** The review that a conversion sends. */
export function reviewOf({ objects, to = cronTabV1, reviewVersion = "v1" }: Conversion): string {
  return conversionReview(to, objects, reviewVersion);
}

/** Requests a conversion that must return exactly these objects. */
export function gives(row: Converted): Probe {
  const body = reviewOf(row);
  return {
    name: row.name,
    call: { path: "/convert", body },
    faults: (reply) => convertedFaults(body, row.gives, reply),
  };
}

/** Requests a conversion that must be refused. */
export function isRefused(row: Conversion): Probe {
  const body = reviewOf(row);
  return {
    name: row.name,
    call: { path: "/convert", body },
    faults: (reply) => refusalFaults(body, reply),
  };
}
