import type { JsonValue } from "../../json/value.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { type CorrelatedSchema, Correlation } from "../../schema/validation/correlation.ts";

/** A schema as far as it says which values have a past. */
class StructuralPast implements CorrelatedSchema {
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
    return items === undefined ? undefined : new StructuralPast(items);
  }

  get properties(): CorrelatedSchema["properties"] {
    return {
      get: (name) => {
        const property = this.#structural.properties?.get(name);
        return property === undefined ? undefined : new StructuralPast(property);
      },
    };
  }

  get additionalProperties(): CorrelatedSchema | undefined {
    const { additionalProperties } = this.#structural;
    return typeof additionalProperties === "object"
      ? new StructuralPast(additionalProperties)
      : undefined;
  }
}

/**
 * What is known of a value's past, for ratcheting: the value's own, or that of the nearest value around it.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/schema/cel/validation.go ratchetingOptions.
 */
export class Past {
  static readonly none = new Past(undefined, undefined);
  readonly #own: Correlation | undefined;
  readonly #around: Correlation | undefined;

  private constructor(own: Correlation | undefined, around: Correlation | undefined) {
    this.#own = own;
    this.#around = around;
  }

  /** Of a whole object. */
  static of(value: JsonValue, old: JsonValue, structural: Structural): Past {
    return new Past(new Correlation(value, old, new StructuralPast(structural)), undefined);
  }

  /** True where nothing changed: then a rule that fails is forgiven. */
  isUnchanged(): boolean {
    return (this.#own ?? this.#around)?.isUnchanged() ?? false;
  }

  /** Of a member. apiVersion and kind of an object have none: both objects were converted. */
  key(name: string): Past {
    if (this.#own === undefined) return this;
    if (this.#around === undefined && (name === "apiVersion" || name === "kind")) return Past.none;
    return new Past(this.#own.key(name), this.#own);
  }

  /** Of an item. */
  index(index: number): Past {
    return this.#own === undefined ? this : new Past(this.#own.index(index), this.#own);
  }

  /** What the branches of `allOf` see: only what is around. */
  withoutOwn(): Past {
    return new Past(undefined, this.#around);
  }
}
