import { fixedLookup } from "../../../cluster/fixed-lookup.ts";
import { listAt, mapAt } from "../../../json/members.ts";
import { parse } from "../../../json/parse.ts";
import { isObject, type JsonObject, member } from "../../../json/value.ts";
import { stringify } from "../../../json/write.ts";
import type { Kind } from "../../../kind/kind.ts";
import { admissionRequest } from "../../../protocol/webhook-client/admission-request.ts";
import { deadlineOf } from "../../../request/deadline.ts";
import { bodyText } from "../../../request/http-response.ts";
import { createService } from "../../../service/service.ts";
import { objectYaml } from "../../server/object-yaml.ts";
import { coloursFor } from "../../terminal/colours.ts";
import { lineDiff } from "../../terminal/line-diff.ts";

const uid = "00000000-0000-4000-8000-000000000001";

/**
 * The most lines of a converted object that are shown. The number is a choice: a terminal often has no more, and the next steps
 * follow.
 */
const maxLines = 24;

/** A review of a sample, and a function that shows its response. */
interface SampleReview {
  readonly verb: "convert" | "validate";
  readonly title: string;
  readonly review: JsonObject;
  readonly show: (response: JsonObject) => readonly string[];
}

/**
 * Sends the service one review of a kind's first sample: a conversion to the version of another sample, else to any other
 * version; for a kind with one version, the sample's admission. Returns lines that show the response, and no line for a kind
 * without a sample.
 */
export async function firstReview(kind: Kind): Promise<readonly string[]> {
  const [sample] = kind.samples;
  if (sample === undefined) return [];
  const { verb, title, review, show } = reviewOf(kind, sample);
  const lookup = fixedLookup([kind], kind.samples);
  const service = createService({ kinds: [kind], lookup, log: () => undefined });
  const response = await service.answer(verb, Buffer.from(stringify(review)), deadlineOf(null));
  const parsed = parse(bodyText(response));
  const how = kind.undecided === true ? " by the draft" : "";
  return [`${title}${how}:`, ...show(mapAt(parsed.ok ? parsed.value : null, "response"))];
}

function reviewOf(kind: Kind, sample: JsonObject): SampleReview {
  const { group } = kind;
  const apiVersion = String(member(sample, "apiVersion"));
  const metadata = mapAt(sample, "metadata");
  const object = { ...sample, metadata: { ...metadata, uid } };
  const name = `${kind.kind} ${String(metadata["name"] ?? "")}`;
  const sampled = kind.samples.map((each) => String(member(each, "apiVersion")));
  const all = kind.crd.versions.map((version) => `${group}/${version.name}`);
  const desiredAPIVersion = [...sampled, ...all].find((each) => each !== apiVersion);
  if (desiredAPIVersion === undefined) return admissionOf(kind, object, name);
  return {
    verb: "convert",
    title: `a ConversionReview of ${name}, from ${apiVersion} to ${desiredAPIVersion}`,
    review: {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "ConversionReview",
      request: { uid, desiredAPIVersion, objects: [object] },
    },
    show: (response) => convertedLines(sample, response),
  };
}

function admissionOf(kind: Kind, object: JsonObject, name: string): SampleReview {
  const metadata = mapAt(object, "metadata");
  const subject = {
    group: kind.group,
    version: kind.crd.versions[0]?.name ?? "",
    kind: kind.kind,
    resource: kind.resource,
    name: String(metadata["name"] ?? ""),
    namespace: String(metadata["namespace"] ?? ""),
    operation: "CREATE",
    userInfo: { username: "kubernetes-admin" },
    object,
    dryRun: true,
  } as const;
  return {
    verb: "validate",
    title: `an AdmissionReview for the creation of ${name}`,
    review: admissionRequest(subject, "v1", uid),
    show: (response) => {
      const isAllowed = member(response, "allowed") === true;
      return [isAllowed ? "  allowed" : `  denied: ${reasonIn(response, "status")}`];
    },
  };
}

function convertedLines(sample: JsonObject, response: JsonObject): readonly string[] {
  const [converted] = listAt(response, "convertedObjects");
  if (!isObject(converted)) return [`  Failed: ${reasonIn(response, "result")}`];
  const colours = coloursFor(process.stdout);
  const lines = lineDiff(objectYaml(sample), objectYaml(converted), colours);
  const more = lines.length - maxLines;
  return [
    "  Success",
    ...lines.slice(0, maxLines),
    ...(more > 0 ? [`  … ${more} more lines`] : []),
  ].map((line) => `  ${line}`.trimEnd());
}

function reasonIn(response: JsonObject, status: string): string {
  return String(member(mapAt(response, status), "message") ?? "without a reason");
}
