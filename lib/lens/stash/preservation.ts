import type { StringMap } from "../../converter/converter.ts";
import { type Stash, stashFor } from "../../converter/stash/stash.ts";
import type { JsonObject } from "../../json/value.ts";
import type { ConversionRun } from "../ops/codec.ts";
import type { LensDirection } from "../run/engine.ts";
import { type WrittenAnnotations, withStash } from "./annotations.ts";
import {
  type ClassifiedAnnotations,
  classifyAnnotations,
  plainAnnotations,
} from "./classified-annotations.ts";
import { storedEntriesOf } from "./entry-tree.ts";
import { preservingDirection } from "./preserving-direction.ts";
import { heldBackEntries, type ObjectAndImage, restoredImage } from "./restored-image.ts";
import { entriesToPreserve } from "./round-trip.ts";

/** Preserves and restores values in one direction of a lens. */
export interface Preservation {
  /** Separates annotations with preserved values from those that rules can read. */
  readonly sorted: (annotations: StringMap) => ClassifiedAnnotations;
  /** Completes an image. `sorted` is undefined if no annotation of the object holds preserved values. */
  readonly completed: (
    given: ObjectAndImage,
    sorted: ClassifiedAnnotations | undefined,
    run: ConversionRun,
  ) => CompletedImage;
}

/** An image completed with preserved values, and what became of them. */
interface CompletedImage {
  readonly object: JsonObject;
  /** The number of preserved values that were dropped as stale. */
  readonly stale: number;
  /** The number of preserved values that were not applied and stay in their annotations. */
  readonly heldBack: number;
  /** Adds to annotations the values that stay, and those that the image can't represent. */
  readonly annotated: (plain: StringMap) => WrittenAnnotations;
}

/**
 * Returns the functions that preserve and restore values in one direction of a lens. Conversions call it when they first need
 * it: the functions of a deployment load this module from a separate file at the first call.
 */
export function preservationOf(lensDirection: LensDirection): Preservation {
  const direction = preservingDirection(lensDirection);
  return {
    sorted: (annotations) => classifyAnnotations(annotations, direction),
    completed: (given, sorted = plainAnnotations(given.source.annotations), run) => {
      const restored = restoredImage(given, sorted.incoming, direction, run);
      const preserved = run.isInexact
        ? entriesToPreserve(given.object, restored.object, direction, run)
        : new Map();
      const own = heldBackEntries(given, sorted.own, direction, run);
      const incoming = restored.heldBack;
      const repeated = sorted.incoming.heldBack + sorted.own.heldBack;
      return {
        object: restored.object,
        stale: restored.stale,
        heldBack: repeated + storedEntriesOf(incoming).size + storedEntriesOf(own).size,
        annotated: (plain) => withStash(plain, preserved, direction, { sorted, incoming, own }),
      };
    },
  };
}

/**
 * Returns the stash for one version of a group's kinds, as `stashFor` does, for other code that rarely meets preserved values: a
 * deployment loads it with {@link preservationOf}.
 */
export function stashOf(group: string, version: string): Stash {
  return stashFor(group, version);
}
