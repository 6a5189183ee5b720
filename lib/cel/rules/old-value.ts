import type { JsonValue } from "../../json/value.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { type CorrelatedSchema, Correlation } from "../../schema/validation/correlation.ts";

/** A structural schema in the form by which `Correlation` finds corresponding old values. */
class StructuralCorrelation implements CorrelatedSchema {
  readonly #structural: Structural;

  constructor(structural: Structural) {
    this.#structural = structural;
  }

  get types(): readonly string[] {
    return [this.#structural.type];
  }

  get listType(): string | undefined {
    return this.#structural.x.listType;
  }

  get listMapKeys(): readonly string[] {
    return this.#structural.x.listMapKeys ?? [];
  }

  get items(): CorrelatedSchema | undefined {
    const { items } = this.#structural;
    return items === undefined ? undefined : new StructuralCorrelation(items);
  }

  get properties(): CorrelatedSchema["properties"] {
    return {
      get: (name) => {
        const property = this.#structural.properties?.get(name);
        return property === undefined ? undefined : new StructuralCorrelation(property);
      },
    };
  }

  get additionalProperties(): CorrelatedSchema | undefined {
    const { additionalProperties } = this.#structural;
    return typeof additionalProperties === "object"
      ? new StructuralCorrelation(additionalProperties)
      : undefined;
  }
}

/**
 * Finds the value before the update that corresponds to a value, for ratcheting. If a value has no corresponding old
 * value, the nearest value around it that has one decides whether anything changed.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/cel/validation.go
 * ratchetingOptions.
 */
export class OldValueCorrelation {
  static readonly none = new OldValueCorrelation(undefined, undefined);
  readonly #own: Correlation | undefined;
  readonly #enclosing: Correlation | undefined;

  private constructor(own: Correlation | undefined, enclosing: Correlation | undefined) {
    this.#own = own;
    this.#enclosing = enclosing;
  }

  /** The correlation of a whole object with the object before the update. */
  static of(value: JsonValue, old: JsonValue, structural: Structural): OldValueCorrelation {
    return new OldValueCorrelation(
      new Correlation(value, old, new StructuralCorrelation(structural)),
      undefined,
    );
  }

  /** True if the value did not change: violating a rule is then only a warning. */
  isUnchanged(): boolean {
    return (this.#own ?? this.#enclosing)?.isUnchanged() ?? false;
  }

  /** The correlation of a member; none for apiVersion and kind of the root, which conversion made equal in both objects. */
  key(name: string): OldValueCorrelation {
    if (this.#own === undefined) return this;
    if (this.#enclosing === undefined && (name === "apiVersion" || name === "kind"))
      return OldValueCorrelation.none;
    return new OldValueCorrelation(this.#own.key(name), this.#own);
  }

  /** The correlation of a list item. */
  index(index: number): OldValueCorrelation {
    return this.#own === undefined
      ? this
      : new OldValueCorrelation(this.#own.index(index), this.#own);
  }

  /**
   * The correlation within a branch of `allOf`. The branch has no old value of its own, so the value around it decides.
   */
  withoutOwn(): OldValueCorrelation {
    return new OldValueCorrelation(undefined, this.#enclosing);
  }
}
