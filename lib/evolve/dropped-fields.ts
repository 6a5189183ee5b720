import { convertObject } from "../conversion/convert-object.ts";
import { type ConversionRegistry, conversionRegistry } from "../conversion/registry.ts";
import { Allowance } from "../converter/allowance.ts";
import type { Side } from "../converter/side.ts";
import { objectValidators } from "../crd/validator/object-validators.ts";
import { counted } from "../json/counted.ts";
import type { JsonObject } from "../json/value.ts";
import type { Kind } from "../kind/kind.ts";
import { stepsBetween } from "../kind/kind-steps.ts";
import { occurrencesIn, stepsText } from "../lens/explain/occurrences.ts";
import type { RuleData } from "../lens/language/rule.ts";
import { scopeLens } from "../lens/place/scope-lens.ts";
import type { ScopedLens } from "../lens/place/scoped-lens.ts";
import { dropPass } from "../lens/run/drops.ts";
import { isReviewObject } from "../protocol/conversion-review.ts";
import { metadataOf } from "../protocol/object-metadata.ts";
import { withoutIndexes } from "../schema/constraint/schema-path.ts";
import { bodyOf } from "../verify/samples/object-body.ts";
import { type LiveDefinition, mayBeStoredAt } from "./live-definition.ts";

/** A field that a rule `drop` discards when objects are stored at another version. */
export interface DroppedField {
  /** The first path at which an object has a value for the rule; `[*]` stands for an item of a list. */
  readonly path: string;
  /** The versions of the conversion that drops the field. */
  readonly from: string;
  readonly to: string;
  /** The number of objects that have the field. */
  readonly objects: number;
}

/** A conversion with rules that drop fields. */
interface DroppingStep {
  readonly from: string;
  readonly to: string;
  readonly lens: ScopedLens;
  readonly side: Side;
}

/** Counts the objects that have fields which the rules of a kind drop when the objects are stored at `target`. */
export class DroppedFields {
  readonly #kind: Kind;
  readonly #registry: ConversionRegistry;
  /** By the version at which objects may be stored. */
  readonly #steps: ReadonlyMap<string, readonly DroppingStep[]>;
  readonly #found = new Map<RuleData, DroppedField>();

  constructor(kind: Kind, definition: LiveDefinition, target: string) {
    this.#kind = kind;
    this.#registry = conversionRegistry([kind]);
    // An object that is stored at the target has lost these fields already.
    const stored = definition.versions.filter(
      ({ name }) => name !== target && mayBeStoredAt(definition, name),
    );
    this.#steps = new Map(stored.map(({ name }) => [name, droppingSteps(kind, name, target)]));
  }

  /** Counts an object as the cluster has it at a version. Objects at a version at which none is stored are not counted. */
  add(object: JsonObject, version: string): void {
    for (const { from, to, lens, side } of this.#steps.get(version) ?? []) {
      const source = this.#converted(object, from);
      const dropped = source === undefined ? new Map() : droppedPaths(lens, side, source);
      for (const [rule, path] of dropped) {
        const { objects, ...field } = this.#found.get(rule) ?? { path, from, to, objects: 0 };
        this.#found.set(rule, { ...field, objects: objects + 1 });
      }
    }
  }

  /** The fields of all objects so far. */
  fields(): readonly DroppedField[] {
    return [...this.#found.values()];
  }

  /** An object at a version; undefined if it can't be converted, which the preflight reports. */
  #converted(object: JsonObject, version: string): JsonObject | undefined {
    if (!isReviewObject(object)) return undefined;
    const { group } = this.#kind;
    const allowance = new Allowance({ validators: objectValidators });
    const result = convertObject(this.#registry, object, { group, version }, allowance);
    return result.ok ? result.value : undefined;
  }
}

/** What a plan says of a field that is dropped, of `objects` objects in all. `target`: the version at which they are stored. */
export function droppedFieldText(
  { path, from, to, objects: having }: DroppedField,
  objects: number,
  target: string,
): string {
  const has = having === 1 ? "has" : "have";
  return `the rules drop ${path}, which ${having} of ${counted(objects, "object")} ${has}: once an object is stored at ${target}, only the backup has the value. To preserve it, use keep in place of drop in the rules for ${from} and ${to}`;
}

function droppingSteps(kind: Kind, from: string, to: string): readonly DroppingStep[] {
  return stepsBetween(kind, from, to).flatMap((step) => {
    const lens = step.lens && scopeLens(step.lens);
    if (lens === undefined || dropPass(lens, step.side) === undefined) return [];
    return [{ from: step.from, to: step.to, lens, side: step.side }];
  });
}

/** The first path of each rule `drop` that has a value in an object. */
function droppedPaths(
  lens: ScopedLens,
  side: Side,
  object: JsonObject,
): ReadonlyMap<RuleData, string> {
  const { labels = {}, annotations = {} } = metadataOf(object);
  const visible = { ...bodyOf(object), metadata: { labels, annotations } };
  const found = new Map<RuleData, string>();
  for (const { rule, values } of occurrencesIn(lens, side, visible).values()) {
    const [first] = values;
    if (rule?.op !== "drop" || first === undefined || found.has(rule)) continue;
    found.set(rule, withoutIndexes(stepsText(first.steps)));
  }
  return found;
}
