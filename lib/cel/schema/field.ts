import { member } from "../../json/value.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import type { CelValue } from "../value/value.ts";
import { unescapeName } from "./escaping.ts";
import type { SchemaMap } from "./schema-value.ts";

/** A field that an expression reads. Caches the field's schema for the map schema that was used last. */
export class Field {
  readonly #key: string;
  #known: Structural | undefined;
  #name: string | undefined;
  #schema: Structural | undefined;
  /** True for a name that every JavaScript object inherits, such as `constructor`. */
  #isInherited = false;

  constructor(key: string) {
    this.#key = key;
  }

  /** The value of the field in a map; undefined if it is missing. */
  of(map: SchemaMap): CelValue | undefined {
    if (map.schema !== this.#known) {
      this.#known = map.schema;
      this.#name = map.schema.properties === undefined ? this.#key : unescapeName(this.#key);
      this.#schema = this.#name === undefined ? undefined : map.schemaOf(this.#name);
      this.#isInherited = this.#name !== undefined && this.#name in Object.prototype;
    }
    const name = this.#name;
    const schema = this.#schema;
    if (name === undefined || schema === undefined) return undefined;
    const value = this.#isInherited ? member(map.object, name) : map.object[name];
    return map.memberValue(value, schema);
  }
}
