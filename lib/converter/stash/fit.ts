import { byteLength } from "../../json/size.ts";
import { maxAnnotationBytes } from "../../protocol/object-metadata.ts";
import type { StringMap } from "../converter.ts";
import { maxMarkerBytes, stashFormatOf } from "./names.ts";

/** The most bytes of annotations that one conversion may add for preserved values: half of an object's limit of 256 KiB. */
export const maxPreservedBytes = 128 * 1024;

/** The most annotations that one conversion may add for preserved values: as many of 64 bytes fit into 128 KiB. */
export const maxPreservedAnnotations = 2048;

/** The annotations of a conversion's result, and what has to be known to decide which ones to remove. */
interface FitRequest {
  readonly group: string;
  readonly annotations: StringMap;
  /** The names of the annotations that this conversion adds. */
  readonly added: ReadonlySet<string>;
  /** True if all values in the annotation with this name are held back. */
  readonly isHeldBack: (name: string) => boolean;
  /** True if the annotation with this name belongs to a version that the kind has. */
  readonly isKnown: (name: string) => boolean;
}

/** The annotations that fit, and the names of those that were removed. */
interface Fit {
  readonly annotations: StringMap;
  /** Names of removed annotations with preserved values for versions of the kind. These values are lost. */
  readonly lost: readonly string[];
  /** Names of removed annotations whose values were held back or belong to versions that the kind does not have. */
  readonly dropped: readonly string[];
}

/**
 * Removes annotations that do not fit, in three steps. Each step removes the largest first, those of the same size by name:
 *
 * 1. annotations that this conversion adds, until they are within {@link maxPreservedBytes} and
 *    {@link maxPreservedAnnotations};
 * 2. if all annotations together have more than {@link maxAnnotationBytes}: annotations of earlier conversions for versions that
 *    the kind does not have, then annotations of earlier conversions whose values are held back;
 * 3. then all other preserved values of the kind, until the rest fits, together with the marker of lost values.
 *
 * Other annotations are never removed. If this conversion adds none, nothing is removed.
 */
export function fitAnnotations(request: FitRequest): Fit {
  const { group, annotations, added } = request;
  if (added.size === 0) return { annotations, lost: [], dropped: [] };
  const sizes = new Map(Object.entries(annotations).map((each) => [each[0], annotationSize(each)]));
  const lost = new Set(beyondBudget([...added], sizes));
  const dropped = new Set<string>();
  let left = sum(sizes) - sumOf(lost, sizes);
  const takeInto = (removed: Set<string>, names: readonly string[]): void => {
    for (const name of bySize(names, sizes)) {
      if (left <= maxAnnotationBytes - (lost.size > 0 ? maxMarkerBytes(group) : 0)) return;
      if (lost.has(name) || dropped.has(name)) continue;
      removed.add(name);
      left -= sizes.get(name) ?? 0;
    }
  };
  const ours = [...sizes.keys()].filter((name) => stashFormatOf(name, group) !== undefined);
  const before = ours.filter((name) => !added.has(name));
  takeInto(
    dropped,
    before.filter((name) => !request.isKnown(name)),
  );
  takeInto(dropped, before.filter(request.isHeldBack));
  takeInto(lost, ours);
  const rest = Object.entries(annotations).filter(
    ([name]) => !lost.has(name) && !dropped.has(name),
  );
  return { annotations: Object.fromEntries(rest), lost: [...lost], dropped: [...dropped] };
}

/** The bytes of all annotations, counted like the API server does. */
export function annotationBytes(annotations: StringMap): number {
  return Object.entries(annotations).reduce((bytes, each) => bytes + annotationSize(each), 0);
}

/**
 * The names of added annotations to remove, the largest first, until the rest is within the limits of one conversion.
 */
function beyondBudget(
  added: readonly string[],
  sizes: ReadonlyMap<string, number>,
): readonly string[] {
  let bytes = sumOf(added, sizes);
  let count = added.length;
  return bySize(added, sizes).filter((name) => {
    if (bytes <= maxPreservedBytes && count <= maxPreservedAnnotations) return false;
    bytes -= sizes.get(name) ?? 0;
    count -= 1;
    return true;
  });
}

function bySize(names: readonly string[], sizes: ReadonlyMap<string, number>): readonly string[] {
  return names.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0) || (a < b ? -1 : 1));
}

function annotationSize([name, value]: readonly [string, string]): number {
  return byteLength(name) + byteLength(value);
}

function sumOf(names: Iterable<string>, sizes: ReadonlyMap<string, number>): number {
  let bytes = 0;
  for (const name of names) bytes += sizes.get(name) ?? 0;
  return bytes;
}

function sum(sizes: ReadonlyMap<string, number>): number {
  return sumOf(sizes.keys(), sizes);
}
