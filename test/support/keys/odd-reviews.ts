import type { Verb } from "../../../lib/request/routes.ts";
import { KeyWriter } from "./key-writer.ts";
import { Random } from "./random.ts";

/** A review as text. Keys that an object may choose, such as those of labels, can have escapes. */
export interface OddReview {
  readonly verb: Verb;
  readonly body: string;
}

const cronTabs = "stable.example.com";
const pizzas = "restaurant.programming-kubernetes.info";

/** Toppings among the samples of the example kinds, and one that is not among them. */
const known = ["tomato", "mozzarella", "salami"] as const;
export const unknownTopping = "gravel";

/** Makes reviews of the example kinds, one after another. */
export class OddReviews {
  readonly #random: Random;
  readonly #keys: KeyWriter;

  constructor(seed: number) {
    this.#random = new Random(seed);
    this.#keys = new KeyWriter(this.#random);
  }

  next(): OddReview {
    const verb = this.#random.of(["convert", "convert", "mutate", "validate"] as const);
    return { verb, body: verb === "convert" ? this.#conversion() : this.#admission() };
  }

  #conversion(): string {
    const [group, from, to] = this.#random.of([
      [cronTabs, "v1beta1", "v1"],
      [cronTabs, "v1", "v1beta1"],
      [pizzas, "v1alpha1", "v1beta1"],
    ] as const);
    const objects = [0, ...this.#random.times(3, () => 0)].map(() =>
      group === pizzas ? this.#pizza(from) : this.#cronTab(from),
    );
    const request = `"uid":"u-1","desiredAPIVersion":"${group}/${to}","objects":[${objects}]`;
    return `{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":{${request}}}`;
  }

  #admission(): string {
    const version = this.#random.of(["v1alpha1", "v1beta1"] as const);
    const kind = `{"group":"${pizzas}","version":"${version}","kind":"Pizza"}`;
    const resource = `{"group":"${pizzas}","version":"${version}","resource":"pizzas"}`;
    const request = this.#shuffled([
      `"uid":"u-1","kind":${kind},"resource":${resource},"requestKind":${kind}`,
      `"requestResource":${resource},"name":"a","namespace":"default","operation":"CREATE"`,
      `"userInfo":{"username":"admin"},"dryRun":false,"oldObject":null`,
      `"object":${this.#pizza(version)}`,
    ]);
    return `{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{${request}}}`;
  }

  #cronTab(version: string): string {
    const spec = [
      ...this.#members(3),
      this.#twice("cronSpec", '"* * * * *"'),
      this.#member("image", '"a:1"'),
      ...(version === "v1"
        ? [this.#twice("host", '"a.example"'), this.#member("port", '"80"')]
        : [this.#twice("hostPort", '"a.example:80"')]),
    ];
    return this.#object(`${cronTabs}/${version}`, "CronTab", spec);
  }

  #pizza(version: string): string {
    const chosen: string[] = known.filter(() => this.#random.once(2));
    if (this.#random.once(5)) chosen.push(unknownTopping);
    const toppings = chosen.map((name) =>
      version === "v1alpha1"
        ? this.#string(name)
        : `{${this.#shuffled([...this.#members(2), this.#member("name", this.#string(name)), this.#member("quantity", "1")])}}`,
    );
    const spec = [...this.#members(3), this.#twice("toppings", `[${toppings}]`)];
    return this.#object(`${pizzas}/${version}`, "Pizza", spec);
  }

  #object(apiVersion: string, kind: string, spec: readonly string[]): string {
    return `{${this.#shuffled([
      this.#member("apiVersion", this.#string(apiVersion)),
      this.#member("kind", `"${kind}"`),
      this.#member("metadata", this.#metadata()),
      this.#member("spec", `{${this.#shuffled(spec)}}`),
    ])}}`;
  }

  #metadata(): string {
    const applied = JSON.stringify(`{"spec":{"a":"b\\n","c\\"":[${this.#value(2)}]}}\n`);
    const annotations = this.#shuffled([
      `"kubectl.kubernetes.io/last-applied-configuration":${applied}`,
      this.#member("a.example/b", this.#string("c")),
    ]);
    const labels = this.#member("app", this.#string("a"));
    const fields = `{"f:metadata":{"f:finalizers":{"v:\\"a/b\\"":{}}},"f:spec":${this.#map(3)}}`;
    const managed = `[{"manager":"a","operation":"Apply","fieldsType":"FieldsV1","fieldsV1":${fields}}]`;
    return `{${this.#shuffled([
      `"name":"a","namespace":"default","uid":"705ab4f5-6393-11e8-b7cc-42010a800002"`,
      `"annotations":{${annotations}},"labels":{${labels}}`,
      ...(this.#random.once(2) ? [`"managedFields":${managed}`] : []),
    ])}}`;
  }

  /** A member, whose key now and then has another spelling. */
  #member(key: string, value: string): string {
    const spelling = this.#random.once(12) ? this.#keys.respelled(key) : key;
    return `"${spelling}":${value}`;
  }

  /** As {@link member}; now and then after a null with another spelling of the same key. The last value counts. */
  #twice(key: string, value: string): string {
    const member = this.#member(key, value);
    return this.#random.once(12) ? `"${this.#keys.respelled(key)}":null,${member}` : member;
  }

  #members(depth: number): readonly string[] {
    return this.#random.times(4, () => `"${this.#keys.next()}":${this.#value(depth)}`);
  }

  #map(depth: number): string {
    return `{${this.#members(depth)}}`;
  }

  #value(depth: number): string {
    const choice = this.#random.below(depth > 0 ? 8 : 4);
    if (choice === 0) return String(this.#random.below(100));
    if (choice === 1) return this.#random.of(["true", "false", "null"]);
    if (choice < 4) return `"${this.#keys.next()}"`;
    if (choice === 4) return `[${this.#random.times(4, () => this.#value(depth - 1))}]`;
    return this.#map(depth - 1);
  }

  /** A text, now and then with escapes. */
  #string(text: string): string {
    return this.#random.once(8) ? `"${this.#keys.respelled(text)}"` : JSON.stringify(text);
  }

  #shuffled(members: readonly string[]): string {
    const order = members.map((member) => ({ member, at: this.#random.below(1000) }));
    return order
      .sort((a, b) => a.at - b.at)
      .map(({ member }) => member)
      .join(this.#random.once(10) ? " , " : ",");
  }
}
