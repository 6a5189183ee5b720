import { Allowance } from "../../converter/allowance.ts";
import type { Conversion, ConverterInput, StringMap } from "../../converter/converter.ts";
import type { VersionEdge } from "../../converter/convertible-kind.ts";
import { otherSide, type Side } from "../../converter/side.ts";
import { stashFormatOf } from "../../converter/stash/names.ts";
import { objectValidators } from "../../crd/validator/object-validators.ts";
import { isObject, type JsonObject, member } from "../../json/value.ts";
import { keyText } from "../language/path.ts";
import type { LensData, RuleData } from "../language/rule.ts";
import { opOf } from "../ops/registry.ts";
import type { LensKind } from "../run/engine.ts";
import {
  type AnnotatedEntry,
  type ExplainedEntry,
  explainedEntries,
  preservedEntriesFor,
} from "./explained-entries.ts";
import { type ExplainedField, explainedFields } from "./explained-fields.ts";
import { type Occurrence, occurrencesIn, stepsText } from "./occurrences.ts";
import { type ResolvedLens, resolvedLens } from "./resolved-lens.ts";

/** The conversion to explain: an edge of the version graph, its lens, the source version's side and the object. */
interface ExplainRequest {
  readonly kind: LensKind;
  readonly lens: LensData;
  readonly edge: VersionEdge;
  readonly side: Side;
  readonly source: ConverterInput;
}

/** How a lens converts one object, derived from the rules, the object and the result. */
export interface Explanation {
  readonly from: string;
  readonly to: string;
  /** In the order of the result. */
  readonly fields: readonly ExplainedField[];
  /** Values of the source that the result lacks, in the order of the source. */
  readonly left: readonly OmittedField[];
  /** The values that the conversion preserved for the source version. */
  readonly preserved: readonly AnnotatedEntry[];
  /** The values that were preserved for the target version before, with what became of them. */
  readonly entries: readonly ExplainedEntry[];
  /** The paths of maps that were removed because all their members moved. */
  readonly emptied: readonly string[];
}

/** A path of the source that the result lacks. `implied`: the rule restores the value when the object is converted back. */
export interface OmittedField {
  readonly path: string;
  readonly becomes: "preserved" | "dropped" | "implied";
  readonly rule: RuleData | undefined;
  readonly reason?: string;
}

/** Explains a conversion; undefined if it fails. */
export function explain({
  kind,
  lens,
  edge,
  side,
  source,
}: ExplainRequest): Explanation | undefined {
  const resolved = resolvedLens(kind, lens);
  const target = otherSide(side);
  const convert = side === "from" ? edge.forward : edge.backward;
  const stash = preservedEntriesFor(resolved, target, source.annotations);
  const result = convert(source, new Allowance({ validators: objectValidators }));
  const plain = convert(
    withoutEntries(source, stash),
    new Allowance({ validators: objectValidators }),
  );
  if (!result.ok || !plain.ok) return undefined;
  const [before, after] = [
    visibleBody(resolved, source),
    visibleBody(resolved, { ...source, ...result.value }),
  ];
  const without = visibleBody(resolved, { ...source, ...plain.value });
  const compared = {
    source: occurrencesIn(resolved.lens, side, before),
    plain: occurrencesIn(resolved.lens, target, without),
    result: occurrencesIn(resolved.lens, target, after),
  };
  const preserved = preservedEntries(resolved, side, source, result.value);
  const left = leftFields(
    [...compared.source.values()],
    new Set(compared.result.keys()),
    preserved,
  );
  return {
    from: lens[side],
    to: lens[target],
    fields: explainedFields(
      compared,
      left.map(({ path }) => path),
    ),
    left,
    preserved: preserved.filter((entry) => entry.parsed.address.part !== "fingerprints"),
    entries: explainedEntries(resolved, target, stash, {
      plain: without,
      result: after,
      staying: preservedEntriesFor(
        resolved,
        target,
        result.value.annotations ?? source.annotations,
      ),
    }),
    emptied: emptiedMaps(before, after, compared.source),
  };
}

function withoutEntries(source: ConverterInput, stash: readonly AnnotatedEntry[]): ConverterInput {
  const names = new Set(stash.map(({ annotation }) => annotation));
  return { ...source, annotations: withoutKeys(source.annotations, (key) => names.has(key)) };
}

function withoutKeys(map: StringMap, isRemoved: (key: string) => boolean): StringMap {
  return Object.fromEntries(Object.entries(map).filter(([key]) => !isRemoved(key)));
}

/** The body with the labels and annotations that rules can read, without annotations for preserved values. */
function visibleBody(
  { group }: ResolvedLens,
  { body, labels = {}, annotations = {} }: Conversion,
): JsonObject {
  const own = withoutKeys(annotations, (key) => stashFormatOf(key, group) !== undefined);
  const metadata = {
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(Object.keys(own).length > 0 && { annotations: own }),
  };
  return Object.keys(metadata).length === 0 ? body : { metadata, ...body };
}

/** The values preserved for the source version in the result. */
function preservedEntries(
  resolved: ResolvedLens,
  side: Side,
  source: ConverterInput,
  { annotations = source.annotations }: Conversion,
): readonly AnnotatedEntry[] {
  return preservedEntriesFor(resolved, side, annotations);
}

function leftFields(
  found: readonly Occurrence[],
  arrived: ReadonlySet<string>,
  preserved: readonly AnnotatedEntry[],
): readonly OmittedField[] {
  return found
    .filter(({ id }) => !arrived.has(id))
    .flatMap(({ rule, values }) =>
      values.map(({ steps }) => {
        const path = stepsText(steps);
        const isPreserved = preserved.some(({ address }) => isOnSamePath(path, address));
        const op = rule && opOf(rule);
        if (rule !== undefined && op?.kind === "oneSided" && op.reason !== undefined) {
          return { path, becomes: "dropped", rule, reason: op.reason(rule) };
        }
        return { path, becomes: isPreserved ? "preserved" : "implied", rule };
      }),
    );
}

/** True if a path is equal to an address, or above or below it. Items of the same list are not told apart. */
function isOnSamePath(path: string, address: string): boolean {
  const [one, other] = [path, address].map((text) =>
    text.replaceAll(/\[(?!")[^\]]*\]/g, "[]").replaceAll("?", ""),
  );
  if (one === undefined || other === undefined) return false;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.startsWith(short) && /^(?:$|[.[])/.test(long.slice(short.length));
}

/** The maps of the source that no rule claims and the result lacks; only the outermost. */
function emptiedMaps(
  before: JsonObject,
  after: JsonObject,
  source: ReadonlyMap<string, Occurrence>,
): readonly string[] {
  const claimed = new Set(
    [...source.values()].flatMap(({ values }) => values.map(({ steps }) => stepsText(steps))),
  );
  const visit = (map: JsonObject, counterpart: JsonObject, above: string): readonly string[] =>
    Object.entries(map).flatMap(([key, value]) => {
      const path = (above + keyText(key)).replace(/^\./, "");
      if (!isObject(value) || claimed.has(path)) return [];
      const other = member(counterpart, key);
      if (other === undefined) return [path];
      return isObject(other) ? visit(value, other, path) : [];
    });
  return visit(before, after, "");
}
