import { Allowance } from "../../converter/allowance.ts";
import type { Conversion, Convertible, StringMap } from "../../converter/converter.ts";
import type { VersionEdge } from "../../converter/convertible-kind.ts";
import { preparedValidators } from "../../crd/validator/object-validator.ts";
import { isObject, type JsonObject, member } from "../../json/value.ts";
import { keyText } from "../language/path.ts";
import type { LensData, RuleData } from "../language/rule.ts";
import { otherSide, type Side } from "../language/side.ts";
import { opOf } from "../ops/registry.ts";
import type { LensKind } from "../run/engine.ts";
import {
  type AnnotatedEntry,
  type ExplainedEntry,
  entriesFor,
  explainedEntries,
} from "./explained-entries.ts";
import { type ExplainedField, explainedFields } from "./explained-fields.ts";
import { type Occurrence, occurrencesIn, placeText } from "./occurrences.ts";
import { type ResolvedLens, resolvedLens } from "./resolved-lens.ts";

/** A conversion to be explained: a lens's edge, walked from one side. */
export interface ExplainRequest {
  readonly kind: LensKind;
  readonly lens: LensData;
  readonly edge: VersionEdge;
  readonly side: Side;
  readonly source: Convertible;
}

/** What became of one object under a lens, told from the rules, the object and the result. */
export interface Explanation {
  readonly from: string;
  readonly to: string;
  /** In the order of the result. */
  readonly fields: readonly ExplainedField[];
  /** What the result does not have, in the order of the source. */
  readonly left: readonly LeftField[];
  /** What was kept for the source's version. */
  readonly kept: readonly AnnotatedEntry[];
  /** What had been kept for the target's version. */
  readonly entries: readonly ExplainedEntry[];
  /** Maps that went because all their members moved. */
  readonly emptied: readonly string[];
}

/** A place of the source that the result has nothing of. `implied`: its rule makes the value again on the way back. */
export interface LeftField {
  readonly path: string;
  readonly becomes: "kept" | "dropped" | "implied";
  readonly rule: RuleData | undefined;
  readonly reason?: string;
}

/** Explains a conversion; undefined where it fails. */
export function explain({
  kind,
  lens,
  edge,
  side,
  source,
}: ExplainRequest): Explanation | undefined {
  const frame = resolvedLens(kind, lens);
  const target = otherSide(side);
  const convert = side === "from" ? edge.forward : edge.backward;
  const stash = entriesFor(frame, target, source.annotations);
  const result = convert(source, new Allowance({ validators: preparedValidators }));
  const plain = convert(
    withoutEntries(source, stash),
    new Allowance({ validators: preparedValidators }),
  );
  if (!result.ok || !plain.ok) return undefined;
  const [before, after] = [
    visibleBody(frame, source),
    visibleBody(frame, { ...source, ...result.value }),
  ];
  const without = visibleBody(frame, { ...source, ...plain.value });
  const compared = {
    source: occurrencesIn(frame.lens, side, before),
    plain: occurrencesIn(frame.lens, target, without),
    result: occurrencesIn(frame.lens, target, after),
  };
  const kept = preservedEntries(frame, side, source, result.value);
  const left = leftFields([...compared.source.values()], new Set(compared.result.keys()), kept);
  return {
    from: lens[side],
    to: lens[target],
    fields: explainedFields(
      compared,
      left.map(({ path }) => path),
    ),
    left,
    kept: kept.filter((entry) => entry.kept.address.part !== "prints"),
    entries: explainedEntries(frame, target, stash, {
      plain: without,
      result: after,
      staying: entriesFor(frame, target, result.value.annotations ?? source.annotations),
    }),
    emptied: emptiedMaps(before, after, compared.source),
  };
}

function withoutEntries(source: Convertible, stash: readonly AnnotatedEntry[]): Convertible {
  const taken = new Set(stash.map(({ annotation }) => annotation));
  return { ...source, annotations: without(source.annotations, (key) => taken.has(key)) };
}

function without(map: StringMap, isTaken: (key: string) => boolean): StringMap {
  return Object.fromEntries(Object.entries(map).filter(([key]) => !isTaken(key)));
}

/** The body with labels and annotations as rules see them: without the stash. */
function visibleBody(
  { group }: ResolvedLens,
  { body, labels = {}, annotations = {} }: Conversion,
): JsonObject {
  const own = without(
    annotations,
    (key) => key === `${group}/kept` || key.startsWith(`${group}/kept.`),
  );
  const metadata = {
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(Object.keys(own).length > 0 && { annotations: own }),
  };
  return Object.keys(metadata).length === 0 ? body : { metadata, ...body };
}

/** The entries for the source's version that the result has. */
function preservedEntries(
  frame: ResolvedLens,
  side: Side,
  source: Convertible,
  { annotations = source.annotations }: Conversion,
): readonly AnnotatedEntry[] {
  return entriesFor(frame, side, annotations);
}

function leftFields(
  found: readonly Occurrence[],
  arrived: ReadonlySet<string>,
  kept: readonly AnnotatedEntry[],
): readonly LeftField[] {
  return found
    .filter(({ id }) => !arrived.has(id))
    .flatMap(({ rule, places }) =>
      places.map(({ steps }) => {
        const path = placeText(steps);
        const isKept = kept.some(({ address }) => isWithin(path, address));
        const op = rule && opOf(rule);
        if (rule !== undefined && op?.kind === "oneSided" && op.reason !== undefined) {
          return { path, becomes: "dropped", rule, reason: op.reason(rule) };
        }
        return { path, becomes: isKept ? "kept" : "implied", rule };
      }),
    );
}

/** True where an address names a place or something above or below it; items are told by their place alone. */
function isWithin(path: string, address: string): boolean {
  const [one, other] = [path, address].map((text) =>
    text.replaceAll(/\[(?!")[^\]]*\]/g, "[]").replaceAll("?", ""),
  );
  if (one === undefined || other === undefined) return false;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.startsWith(short) && /^(?:$|[.[])/.test(long.slice(short.length));
}

/** Maps of the source, outermost first, that the result has nothing of though no rule claims them. */
function emptiedMaps(
  before: JsonObject,
  after: JsonObject,
  source: ReadonlyMap<string, Occurrence>,
): readonly string[] {
  const claimed = new Set(
    [...source.values()].flatMap(({ places }) => places.map(({ steps }) => placeText(steps))),
  );
  const visit = (map: JsonObject, there: JsonObject, above: string): readonly string[] =>
    Object.entries(map).flatMap(([key, value]) => {
      const path = (above + keyText(key)).replace(/^\./, "");
      if (!isObject(value) || claimed.has(path)) return [];
      const other = member(there, key);
      if (other === undefined) return [path];
      return isObject(other) ? visit(value, other, path) : [];
    });
  return visit(before, after, "");
}
