import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { collidingTexts } from "../../support/colliding-texts.ts";

/** What a tenant can do: write objects in one namespace. A write that is denied is not an error. */
export interface Tenant {
  /** Creates an object and gives its name. */
  create(version: string, body: JsonObject, metadata?: JsonObject): Promise<string>;
  patch(version: string, name: string, patch: JsonObject): Promise<void>;
  delete(version: string, name: string): Promise<void>;
  /** Not the tenant but a controller with the right to do so gives the object a status. */
  reportPhase(version: string, name: string): Promise<void>;
  kubectlAnnotate(version: string, name: string, annotation: string): Promise<void>;
}

/** What a tenant with edit rights in one namespace tries against everybody. */
export interface Attack {
  readonly name: string;
  /** Storage versions under which there is something to try; all where left out. */
  readonly storages?: readonly string[];
  /**
   * The tenant that tries it, both where left out: what only a registered guard can prevent is tried in the namespace that
   * has it.
   */
  readonly tenant?: "guarded" | "unguarded";
  /** These writes hurt nobody: each must be allowed. */
  readonly isHonest?: boolean;
  /** True for an object with the value that the attack tried to add, if the schema of its version does not show it. */
  readonly isForbidden?: (object: JsonObject) => boolean;
  readonly run: (tenant: Tenant) => Promise<void>;
}

const group = "attacked.example.com";
const versions = ["v1", "v2", "v3"];

/** A field of each version that another version can't represent. */
const kept: Readonly<Record<string, JsonObject>> = {
  v1: { title: "good", owner: "me" },
  v2: { title: "good", tags: ["a"], replicas: 2 },
  v3: { title: "good", tags: ["a"], mode: "slow" },
};

/** Objects of every version with annotations: created with them, and annotated once they are there. */
async function annotated(
  tenant: Tenant,
  annotationsFor: (version: string) => Readonly<Record<string, string>>,
  specs: Readonly<Record<string, JsonObject>> = kept,
  writers: readonly string[] = versions,
): Promise<void> {
  const written = writers.map(async (version) => {
    const spec = specs[version] ?? {};
    const annotations = annotationsFor(version);
    const name = await tenant.create(version, { spec });
    await tenant.reportPhase(version, name);
    await tenant.patch(version, name, { metadata: { annotations } });
    await tenant.create(version, { spec }, { annotations });
  });
  await Promise.all(written);
}

/** An annotation that preserves values for a version; its id is as long as ours are today. */
function preserved(version: string, entries: JsonValue, id = "forged0"): Record<string, string> {
  return { [`${group}/kept.${version}.${id}`]: JSON.stringify(entries) };
}

function times<T>(count: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function undeclared(addresses: readonly string[]): JsonObject {
  return Object.fromEntries(addresses.map((address) => [address, [0]]));
}

/** The version after one, and after the last the first. */
function nextOf(version: string): string {
  return versions[(versions.indexOf(version) + 1) % versions.length] ?? version;
}

/** The same for every version. */
function forAll(make: (version: string) => Record<string, string>): Record<string, string> {
  return Object.assign({}, ...versions.map(make));
}

const colliding = undeclared(collidingTexts(6));

const collision: Attack = {
  name: "64 colliding addresses in one annotation",
  run: (tenant) => annotated(tenant, () => forAll((version) => preserved(version, colliding))),
};

const fullAnnotations: Attack = {
  name: "262,100 bytes of ordinary annotations, and one field to preserve",
  run: (tenant) => annotated(tenant, () => ({ "example.com/a": "x".repeat(262_100 - 13) })),
};

/** 1: annotations that make a conversion fail. */
const stashAttacks: readonly Attack[] = [
  collision,
  {
    name: "64 colliding addresses by kubectl annotate",
    run: async (tenant) => {
      for (const version of versions) {
        const name = await tenant.create(version, { spec: kept[version] ?? {} });
        const [annotation] = Object.entries(preserved(nextOf(version), colliding));
        await tenant.kubectlAnnotate(version, name, annotation?.join("=") ?? "");
      }
    },
  },
  {
    name: "20,000 undeclared entries in one annotation of 200 kB",
    storages: ["v1"],
    run: (tenant) => {
      const entries = undeclared(times(20_000, (index) => `z${index}`));
      return annotated(tenant, (version) => preserved(nextOf(version), entries), kept, [
        "v1",
        "v2",
      ]);
    },
  },
  {
    name: "66 kB for a version that does not exist, and one field to preserve",
    run: (tenant) =>
      annotated(tenant, () => ({ [`${group}/kept.v9.forged0`]: "x".repeat(66_000) })),
  },
  {
    name: "66 kB of good form for a version that does not exist, and one field to preserve",
    run: (tenant) => annotated(tenant, () => preserved("v9", { "spec.a": ["x".repeat(66_000)] })),
  },
  fullAnnotations,
  {
    name: "66 kB in the packed form for a version that does not exist, and one field to preserve",
    run: (tenant) => {
      const text = JSON.stringify({ v9: { a: ["x".repeat(66_000)] } });
      return annotated(tenant, () => ({ [`${group}/kept`]: text }));
    },
  },
  {
    name: "66 kB that are not JSON in the packed form, and one field to preserve",
    run: (tenant) => annotated(tenant, () => ({ [`${group}/kept`]: "x".repeat(66_000) })),
  },
];

/** Annotations that nothing of ours wrote: no list failed for them when they were first tried. */
const nonsense: Attack = {
  name: "annotations that nobody can read",
  run: (tenant) => {
    const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;
    const texts = ["", "{", "[]", "null", '{"":[1]}', '{"spec.owner":1}', '{"__proto__":[{}]}'];
    const deeper = [deep, `{"spec.owner":[${deep}]}`, `{"spec${".a".repeat(5000)}":[1]}`];
    const unreadable = (version: string) =>
      [...texts, ...deeper].map((text, index) => [`${group}/kept.${version}.forged${index}`, text]);
    return annotated(tenant, () => forAll((version) => Object.fromEntries(unreadable(version))));
  },
};

/** 2: growth that one object is allowed, many times. */
const growth: readonly Attack[] = [
  {
    name: "26 objects of 48 kB that would grow sevenfold",
    storages: ["v2"],
    tenant: "guarded",
    run: async (tenant) => {
      const goods = times(600, (index) => ({ name: `${"n".repeat(46)}${index}`, quantity: 7 }));
      await Promise.all(times(26, () => tenant.create("v2", { spec: { goods } })));
    },
  },
  {
    name: "20 objects of 400 bytes that would grow to 255 kB each",
    storages: ["v2", "v3"],
    tenant: "guarded",
    run: async (tenant) => {
      const goods = [{ name: "n".repeat(253), quantity: 1000 }];
      await Promise.all(times(20, () => tenant.create("v2", { spec: { goods } })));
    },
  },
  {
    name: "honest: 28 objects with 5,000 different items each",
    storages: ["v1"],
    tenant: "unguarded",
    isHonest: true,
    run: async (tenant) => {
      const goods = times(5000, (index) => String(index));
      await Promise.all(times(28, () => tenant.create("v1", { spec: { goods } })));
    },
  },
  {
    name: "honest: one object with 20,000 different items",
    storages: ["v1"],
    isHonest: true,
    run: async (tenant) => {
      const goods = times(20_000, (index) => String(index));
      await tenant.create("v1", { spec: { goods } });
    },
  },
];

/** 3: an object that is being deleted is changed to what cannot be converted. */
const leaving: readonly Attack[] = [
  {
    name: "a text without a port, once the object is being deleted",
    storages: ["v1"],
    tenant: "guarded",
    run: (tenant) => ruinedWhileLeaving(tenant, "v1", { hostPort: "no port" }),
  },
  {
    name: "60,000 of one thing, once the object is being deleted",
    storages: ["v2", "v3"],
    tenant: "guarded",
    run: async (tenant) => {
      const goods = times(60, () => ({ name: "n", quantity: 1000 }));
      await ruinedWhileLeaving(tenant, "v2", { goods });
      await ruinedWhileLeaving(tenant, "v3", { goods });
    },
  },
];

async function ruinedWhileLeaving(
  tenant: Tenant,
  version: string,
  spec: JsonObject,
): Promise<void> {
  const finalizers = ["example.com/wait"];
  const name = await tenant.create(version, { spec: kept[version] ?? {} }, { finalizers });
  await tenant.delete(version, name);
  await tenant.patch(version, name, { spec });
}

/** 4: entries that are tried and refused again and again. */
const costly: readonly Attack[] = [
  {
    name: "300 entries for labels that no rule names",
    run: async (tenant) => {
      const addresses = times(300, (index) => `?.metadata.labels.z${index}`);
      const entries = Object.fromEntries(addresses.map((address) => [address, ["x"]]));
      await annotated(tenant, () => forAll((version) => preserved(version, entries)));
      const each = (version: string) =>
        addresses.map((address, index) =>
          preserved(version, { [address]: ["x"] }, `forged${index}`),
        );
      const one = (version: string) => Object.assign({}, ...each(nextOf(version)));
      await annotated(tenant, one, kept, ["v1", "v2"]);
    },
    isForbidden: ({ metadata }) => JSON.stringify(metadata).includes('"z1":'),
  },
];

/** 5: a value that validation forbids, by an annotation for one version in both forms. */
function forbidden(
  name: string,
  version: string,
  entries: JsonObject,
  more: Pick<Attack, "isForbidden" | "tenant"> = {},
): Attack {
  const plain = Object.fromEntries(versions.map((each) => [each, { title: "good" }]));
  return {
    name,
    ...more,
    run: async (tenant) => {
      const packed = { [`${group}/kept`]: JSON.stringify({ [version]: entries }) };
      const forms = [preserved(version, entries), packed];
      await Promise.all(forms.map((form) => annotated(tenant, () => form, plain)));
    },
  };
}

const parts = times(5, (index) => ({ weight: index }));
const forged: readonly Attack[] = [
  forbidden("a number above its maximum", "v2", { "spec.replicas": [1_000_000] }),
  forbidden("a text against its pattern", "v1", { "spec.image": ["Forbidden!"] }),
  forbidden("a text against its pattern, two versions away", "v3", { "spec.mode": ["never"] }),
  forbidden("too many items without a required member", "v2", { "spec.parts": [parts] }),
  forbidden("an item twice in a set", "v2", { "spec.tags": [["a", "a"]] }),
  forbidden(
    "null where it is not allowed",
    "v1",
    { "spec.owner": [null] },
    {
      isForbidden: (object) => JSON.stringify(object["spec"]).includes('"owner":null'),
    },
  ),
  forbidden("what a rule of the schema forbids", "v2", {
    "spec.window": [{ first: 9, last: 1 }],
  }),
  forbidden("what a rule of the schema forbids, in two entries", "v2", {
    "spec?.window.first": [9],
    "spec?.window.last": [1],
  }),
  forbidden(
    "a status without the right to write it",
    "v1",
    { "status.approved": [true] },
    {
      tenant: "guarded",
      isForbidden: ({ status }) => JSON.stringify(status ?? null).includes("approved"),
    },
  ),
];

/** Attacks of all classes, and honest lists that look like some of them. */
export const attacks: readonly Attack[] = [
  ...stashAttacks,
  nonsense,
  ...growth,
  ...leaving,
  ...costly,
  ...forged,
];

/** Some whose objects stay while the storage version changes. */
export const lasting: readonly Attack[] = [
  collision,
  fullAnnotations,
  nonsense,
  ...forged.slice(0, 3),
];
