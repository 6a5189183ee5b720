import { equal } from "../../../json/equal.ts";
import { mapAt } from "../../../json/members.ts";
import { type JsonObject, type JsonValue, member } from "../../../json/value.ts";
import type { ReviewObject } from "../../../protocol/conversion-review.ts";
import { type LawResult, lawFails, lawOk, lawRefused } from "../../law-result.ts";
import type { Law } from "../../laws/law.ts";
import { validObjects } from "../../samples/objects.ts";
import type { BlackBox, Direction } from "../../subject.ts";
import { generatedTrial } from "../../trial.ts";
import { shortText } from "../../values/differences.ts";
import { exchangeObjects } from "./exchange-objects.ts";

/** Compares the metadata sent with the metadata returned, before kube-apiserver restores all but labels and annotations. */
export const metadataKeptLaw: Law = {
  name: "metadata-kept",
  statement:
    "labels, annotations and all other metadata are unchanged, except that annotations may be added",
  trial: (pair) => {
    const { blackBox } = pair.subject;
    if (blackBox === undefined) return undefined;
    return generatedTrial(validObjects(pair), (object) => compareMetadata(pair, blackBox, object));
  },
};

/** Metadata that stored objects have, and generated ones do not. */
const serverMetadata: JsonObject = {
  uid: "0b9f2c53-4e4a-4d8e-9f55-6a1c1d6f0a11",
  resourceVersion: "1542",
  generation: 3,
  creationTimestamp: "2024-05-01T10:00:00Z",
  finalizers: ["example.com/cleanup"],
  ownerReferences: [
    {
      apiVersion: "v1",
      kind: "ConfigMap",
      name: "owner",
      uid: "5f1f6a8e-0d1c-4e6e-9b6b-2d7f6b1d9c10",
    },
  ],
};

const plainLabels: JsonObject = { "example.com/team": "a", "app.kubernetes.io/name": "sample" };
const plainAnnotations: JsonObject = { "example.com/note": "some text", "example.com/other": "" };

function compareMetadata(pair: Direction, blackBox: BlackBox, object: ReviewObject): LawResult {
  const own = mapAt(object, "metadata");
  const metadata = {
    ...serverMetadata,
    ...own,
    labels: { ...plainLabels, ...mapAt(own, "labels") },
    annotations: { ...plainAnnotations, ...mapAt(own, "annotations") },
  };
  const before = { ...object, metadata };
  const exchange = exchangeObjects(pair, blackBox, [before]);
  if (exchange.type === "crashed") return { type: "crashed", error: exchange.fault };
  const [after] = exchange.type === "converted" ? exchange.returned : [];
  if (after === undefined) return lawRefused;
  const faults = faultsIn(metadata, mapAt(after, "metadata")).filter(
    ({ path }) => !blackBox.isKnownLoss(path),
  );
  if (faults.length === 0) return lawOk;
  const paths = faults.map(({ path }) => path);
  const explanation = faults.map(({ text }) => text).join("; ");
  return lawFails({ before, after, explanation, paths });
}

interface ChangedMetadata {
  readonly path: string;
  readonly text: string;
}

function faultsIn(before: JsonObject, after: JsonObject): readonly ChangedMetadata[] {
  return [
    ...mapFaults("labels", before, after, "all"),
    ...mapFaults("annotations", before, after, "own"),
    ...Object.entries(before).flatMap(([name, value]) => {
      if (name === "labels" || name === "annotations") return [];
      const returned = member(after, name);
      // A member that is left out, or null as Go writes an unset time, is not a fault: kube-apiserver restores it.
      const isWritten = returned !== undefined && returned !== null && !equal(returned, value);
      return isWritten ? [faultAt(`metadata.${name}`, value, returned)] : [];
    }),
  ];
}

/** The labels or annotations that are missing or changed; with `all` also those that are new. */
function mapFaults(
  name: string,
  before: JsonObject,
  after: JsonObject,
  which: "all" | "own",
): readonly ChangedMetadata[] {
  const [one, other] = [mapAt(before, name), mapAt(after, name)];
  const keys = new Set([...Object.keys(one), ...(which === "all" ? Object.keys(other) : [])]);
  return [...keys].flatMap((key) => {
    const [value, returned] = [member(one, key), member(other, key)];
    if (value !== undefined && returned !== undefined && equal(value, returned)) return [];
    return [faultAt(`metadata.${name}["${key}"]`, value, returned)];
  });
}

function faultAt(
  path: string,
  value: JsonValue | undefined,
  returned: JsonValue | undefined,
): ChangedMetadata {
  return { path, text: `${path}: ${shortText(value)} became ${shortText(returned)}` };
}
