import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "../../lib/json/parse.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../lib/json/value.ts";
import { stringify } from "../../lib/json/write.ts";
import { deadlineOf } from "../../lib/request/deadline.ts";
import type { Verb } from "../../lib/request/routes.ts";
import { declaredSchemas } from "../../lib/service/recording/declared-schemas.ts";
import { reviewRecorder } from "../../lib/service/recording/record-review.ts";
import { recordingKey, recordingText } from "../../lib/service/recording/recording.ts";
import { redactReview } from "../../lib/service/recording/redaction.ts";
import { createService } from "../../lib/service/service.ts";
import { json, scalar } from "../support/arbitraries.ts";
import { kinds as exampleKinds } from "../support/example-kinds.ts";
import { sampleLookup } from "../support/send-review.ts";
import { tries } from "../support/tries.ts";
import { vaultGroup, vaultKind } from "../support/vault-kind.ts";

const numRuns = tries({ test: 80, deep: 6_000 });

/** Found in no text that a generator makes by itself. */
const mark = "planted-secret";

const planted = fc.nat().map((number) => `${mark}-${number}`);

/** Any value, with marks among its texts and keys. */
const secret: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    planted,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(planted, fc.oneof(tie("value"), json), { maxKeys: 3 }),
  ),
})).value;

const secretMap: fc.Arbitrary<JsonObject> = fc.dictionary(
  planted,
  fc.oneof(planted, fc.constant("plain"), secret),
  { maxKeys: 3 },
);

/** A secret that is not text, for fields that are declared as text. */
const noText = secret.filter((value) => typeof value !== "string");

/** Members that are declared, with values that may stay or of a wrong type, beside those that never may. */
const spec = fc
  .tuple(
    fc.record(
      {
        name: fc.oneof(fc.constant("plain"), noText),
        size: fc.oneof(
          scalar.filter((it) => typeof it !== "string"),
          secret,
        ),
        ratio: secret,
        on: secret,
        port: fc.oneof(fc.integer(), noText),
        password: secret,
        tags: fc.array(fc.oneof(fc.constant("plain"), noText), { maxLength: 3 }),
        settings: fc.dictionary(fc.constantFrom("a", "b"), fc.oneof(fc.constant("plain"), noText)),
        parts: fc.array(fc.record({ data: secretMap, more: secret }), { maxLength: 2 }),
        free: fc.oneof(secretMap, secret),
        anything: secret,
        freeList: fc.oneof(fc.array(secret, { maxLength: 2 }), secret),
        partly: fc.record({ known: fc.oneof(fc.constant("plain"), noText), more: secret }),
        open: secretMap,
        template: fc.record({
          metadata: secretMap,
          data: secretMap,
          spec: fc.record({ known: planted, more: secret }),
        }),
        data: secretMap,
        stringData: secretMap,
        binaryData: secretMap,
        podMetadata: fc.record({ annotations: secretMap, managedFields: fc.array(planted) }),
      },
      { requiredKeys: [] },
    ),
    secretMap,
  )
  .map(([known, unknown]): JsonObject => ({ ...unknown, ...known }));

const metadata = fc
  .tuple(
    secretMap,
    fc.record(
      {
        name: fc.oneof(fc.constant("a"), noText),
        namespace: fc.constant("b"),
        uid: fc.oneof(fc.constant("c"), noText),
        deletionTimestamp: fc.oneof(fc.constant("2026-11-21T13:42:10Z"), secret),
        generateName: secret,
        labels: secretMap,
        annotations: secretMap,
        managedFields: fc.array(secretMap, { maxLength: 2 }),
        ownerReferences: fc.array(secretMap, { maxLength: 2 }),
        finalizers: fc.array(planted, { maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([unknown, known]) => ({ ...unknown, ...known }));

function vault(version: string): fc.Arbitrary<JsonObject> {
  const type = { apiVersion: fc.constant(`${vaultGroup}/${version}`), kind: fc.constant("Vault") };
  return fc
    .tuple(
      secretMap,
      fc.record(type),
      fc.record(
        { metadata: fc.oneof(metadata, secret), spec, data: secretMap, stringData: secret },
        { requiredKeys: [] },
      ),
    )
    .map(([unknown, named, rest]) => ({ ...unknown, ...named, ...rest }));
}

interface Asked {
  readonly verb: Verb;
  readonly review: JsonObject;
}

const version = fc.constantFrom("v1", "v2", "v1alpha1");

const conversion: fc.Arbitrary<Asked> = fc
  .tuple(
    version.chain((name) => fc.array(vault(name), { maxLength: 3 })),
    version,
    secretMap,
    secretMap,
  )
  .map(([objects, target, inRequest, inReview]) => ({
    verb: "convert",
    review: {
      ...inReview,
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "ConversionReview",
      request: { ...inRequest, uid: "u", desiredAPIVersion: `${vaultGroup}/${target}`, objects },
      response: inRequest,
    },
  }));

const admission: fc.Arbitrary<Asked> = fc
  .tuple(
    fc.constantFrom<Verb>("mutate", "validate"),
    fc.constantFrom("CREATE", "UPDATE", "DELETE"),
    version.chain((name) => fc.tuple(fc.constant(name), vault(name), vault(name))),
    fc.record({ userInfo: secretMap, options: secretMap, more: secretMap }),
  )
  .map(([verb, operation, [name, object, oldObject], { userInfo, options, more }]) => ({
    verb,
    review: {
      apiVersion: "admission.k8s.io/v1",
      kind: "AdmissionReview",
      request: {
        ...more,
        uid: "u",
        kind: { group: vaultGroup, version: name, kind: "Vault" },
        resource: { group: vaultGroup, version: name, resource: "vaults", ...more },
        requestKind: { group: `${mark}-1`, version: `${mark}-2`, kind: `${mark}-3` },
        requestSubResource: `${mark}-4`,
        name: "a",
        namespace: "b",
        operation,
        userInfo,
        object,
        oldObject,
        options: { ...options, fieldManager: `${mark}-5`, fieldValidation: `${mark}-6` },
      },
    },
  }));

/** Quotes every value of an object in the response. */
const loud = vaultKind({
  admission: {
    at: "v2",
    mutate: (object, { annotate, user }) => {
      annotate("seen", JSON.stringify([stringify(object), user]));
      return object;
    },
    validate: (object, { deny, warn }) => {
      warn("", stringify(object));
      deny(`spec["${stringify(object)}"]`, stringify(object));
      return stringify(object);
    },
  },
});

describe("a recording", () => {
  const service = createService({ kinds: [loud], lookup: sampleLookup, log: () => undefined });
  const record = reviewRecorder({
    kinds: [loud],
    unlogged: () => service,
    lookup: sampleLookup,
  });

  test("contains no secret of keys or values, of the request or the response", async () => {
    let recorded = 0;
    await fc.assert(
      fc.asyncProperty(fc.oneof(conversion, admission), async ({ verb, review }) => {
        const deadline = deadlineOf("10s");
        const caller = { cluster: "prod", requestId: `${mark}-7` };
        const seen = {
          verb,
          body: stringify(review),
          deadline,
          caller,
          time: "2026-11-21T00:00:00Z",
        };
        const recording = await record(seen, deadline);
        if (recording === undefined) return;
        recorded++;
        expect(recordingText(recording)).not.toContain(mark);
        expect(recordingKey(recording)).not.toContain(mark);
      }),
      { numRuns },
    );
    // An object whose version is unknown is not recorded; all others are.
    expect(recorded).toBe(numRuns);
  });
});

describe("redactReview", () => {
  const schemas = declaredSchemas(exampleKinds);

  const payloads = readdirSync("test/payloads", { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const review = parse(readFileSync(`test/payloads/${name}/request.json`, "utf8"));
      const verb: Verb = name.startsWith("mutate")
        ? "mutate"
        : name.startsWith("validate")
          ? "validate"
          : "convert";
      return { name, verb, review: review.ok ? review.value : null };
    });

  test.each(payloads)(
    "gives the same result for $name with unknown members anywhere",
    ({ verb, review }) => {
      const expected = redactReview(schemas, verb, review);
      expect(expected).toBeDefined();
      fc.assert(
        fc.property(fc.infiniteStream(fc.tuple(planted, secret)), (stream) => {
          const redacted = redactReview(schemas, verb, plantedInto(review, stream));
          expect(redacted).toEqual(expected);
        }),
        { numRuns: tries({ test: 60, deep: 1_000 }) },
      );
    },
  );

  test("of a redacted review returns it unchanged", () => {
    const vaults = declaredSchemas([vaultKind()]);
    fc.assert(
      fc.property(fc.oneof(conversion, admission), ({ verb, review }) => {
        const once = redactReview(vaults, verb, review);
        expect(once && redactReview(vaults, verb, once)).toEqual(once);
      }),
      { numRuns: tries({ test: 400, deep: 6_000 }) },
    );
  });
});

/** A value with one more member in each of its maps. */
function plantedInto(value: JsonValue, stream: Iterator<readonly [string, JsonValue]>): JsonValue {
  if (isArray(value)) return value.map((item) => plantedInto(item, stream));
  if (!isObject(value)) return value;
  const [key, held] = stream.next().value;
  const members = Object.entries(value).map(
    ([name, member]) => [name, plantedInto(member, stream)] as const,
  );
  return { ...Object.fromEntries(members), [key]: held };
}
