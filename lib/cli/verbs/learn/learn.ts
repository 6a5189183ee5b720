import { counted } from "../../../json/counted.ts";
import { groupKindText } from "../../../protocol/gvk.ts";
import { learnLens } from "../../../verify/learn/learn-lens.ts";
import { learnedVersion } from "../../../verify/learn/learned-versions.ts";
import { memoryRecording, Observer } from "../../../verify/learn/observer.ts";
import { type Command, type Invocation, textOption, UsageError } from "../../command.ts";
import { conversionText } from "../../draft/conversion-text.ts";
import { undecidedLines } from "../../draft/undecided-lines.ts";
import { type OrderedVersions, versionPairs } from "../../draft/version-pairs.ts";
import { certificatesIn } from "../../files/certificates.ts";
import { readDefinition } from "../../kinds/definitions.ts";
import { numberOption } from "../../option-values.ts";
import { ProgressBar } from "../../terminal/progress-bar.ts";
import type { BlockingPort } from "../../wire/blocking-port.ts";
import { webhookAddress } from "../../wire/webhook-address.ts";
import { readWebhookKind, type WebhookKind } from "../check/webhook/kind-option.ts";
import { openTarget, type SendLimits, sendLimits } from "../check/webhook/target-port.ts";
import { learnedDraft } from "./learned-draft.ts";
import { recordingFile } from "./recording-file.ts";

/** The default of `--runs`: fresh objects of each version. More objects refute more wrong rules, and need more reviews. */
const defaultRuns = 200;

/** Drafts a conversion.yaml from a webhook's conversions; standard error lists what is undecided. */
export const learn: Command = {
  help: `usage: customhouse learn --url URL --crd FILE [--from V --to V] [--ca FILE] [--recording FILE] [--budget B]
                         [--runs N] [--seed N] [--timeout S]
       customhouse learn --recording FILE --crd FILE [the same options]

Sends objects with one field each to any conversion webhook, in both directions, and infers rules from the results: moves,
tables of words, durations and quantities, maps that became lists, references, the results of absent fields, fields that
only one version has, and fields that are converted together (first, entry, variant, split).
Then compares the rules with the webhook on fresh objects, also ones with equal values, and on the webhook's own
results. Only rules that agree with the webhook on all of these are printed. A comment with TODO marks each rule to review
and each undecided field, such as one whose conversion depends on another field, with objects that show it. Zero values
that Go writes or leaves out, and durations in another spelling, count as the same. Guide: docs/check-url.md.

  --url URL         the webhook's url with its path; http only on this machine. Printed without its path, which may be
                    a key. A certificate is always verified
  --crd FILE        the CustomResourceDefinition of the kind
  --from V --to V   the two versions (default: each version with the next newer one, one document for each pair)
  --ca FILE         the certificate of a private CA to trust
  --recording FILE  write the webhook's responses into this file, and send no object whose response it has: the next run
                    continues a stopped one. Without --url, all responses are read from the file
  --budget B        stop after this number of reviews (5000), of up to 60 objects each, or this time (90s, 4m; default: 10m)
  --runs N          fresh objects of each version that the rules are compared on (default: ${defaultRuns})
  --seed N          the same seed gives the same objects (default: 1)
  --timeout S       seconds to wait for a response (default: 30, as kube-apiserver)

example: customhouse learn --url https://localhost:9443/convert --ca ca.crt --crd crd.yaml > conversion.yaml
exit code: 0 drafted; 1 the webhook stopped responding, the budget was too small, or the recording lacks objects; 2 wrong
           usage`,
  options: {
    url: { type: "string" },
    crd: { type: "string" },
    from: { type: "string" },
    to: { type: "string" },
    ca: { type: "string" },
    recording: { type: "string" },
    budget: { type: "string" },
    runs: { type: "string" },
    seed: { type: "string" },
    timeout: { type: "string" },
  },
  run: async (invocation) => {
    const request = requestIn(invocation);
    const port = openPort(request);
    try {
      return learnPairs(invocation, request, port);
    } finally {
      await port?.close();
    }
  },
};

interface LearnRequest {
  readonly kind: WebhookKind;
  readonly pairs: readonly OrderedVersions[];
  readonly webhook: ReturnType<typeof webhookAddress> | undefined;
  readonly ca: string | undefined;
  readonly recording: ReturnType<typeof recordingFile> | undefined;
  readonly limits: SendLimits;
  readonly runs: number;
  readonly seed: number;
}

function requestIn(invocation: Invocation): LearnRequest {
  const [url, file, crd] = ["url", "recording", "crd"].map((name) => textOption(invocation, name));
  if (url === undefined && file === undefined) {
    throw new UsageError("give --url URL, or --recording FILE of an earlier run");
  }
  const webhook = url === undefined ? undefined : webhookAddress(url);
  if (crd === undefined) {
    throw new UsageError("give --crd FILE: the CustomResourceDefinition of the webhook's kind");
  }
  const limits = sendLimits(invocation);
  const kind = readWebhookKind(invocation, readDefinition(crd));
  const pairs = versionPairs(
    kind.crd,
    textOption(invocation, "from"),
    textOption(invocation, "to"),
  );
  if (pairs.length === 0) {
    throw new UsageError(
      `${crd}: fewer than two served or stored versions: there is nothing to convert`,
    );
  }
  return {
    ...{ kind, pairs, webhook, limits },
    ca: certificatesIn(textOption(invocation, "ca")),
    runs: numberOption(invocation, "runs", 1) ?? defaultRuns,
    seed: numberOption(invocation, "seed", 0) ?? 1,
    recording: file === undefined ? undefined : recordingFile(file, kind.crd, url !== undefined),
  };
}

function openPort({ webhook, ca, limits }: LearnRequest): BlockingPort | undefined {
  if (webhook === undefined) return undefined;
  return openTarget({ ...webhook, ca, isCareful: !webhook.isPrivate }, limits);
}

function learnPairs(
  invocation: Invocation,
  { kind, pairs, webhook, recording, limits, runs, seed }: LearnRequest,
  port: BlockingPort | undefined,
): number {
  const { crd, reviewVersions } = kind;
  const bar = new ProgressBar(invocation.progress.bar);
  const start = performance.now();
  const usedShare = (reviews: number): number =>
    Math.max(reviews / limits.maxReviews, (performance.now() - start) / 1000 / limits.maxSeconds);
  const observer = new Observer({
    ...{ webhook: port, group: crd.group, reviewVersion: reviewVersions[0] },
    recording: recording ?? memoryRecording(),
    onProgress: (done) =>
      bar.draw(crd.kind, { done: usedShare(done), total: 1, current: `${done} reviews` }),
  });
  const learned = pairs.map((pair) => {
    const versions = {
      crd,
      observer,
      from: learnedVersion(pair.from),
      to: learnedVersion(pair.to),
    };
    return { pair, lens: learnLens(versions, { runs, seed }) };
  });
  bar.clear();
  const objects = learned.reduce((sum, { lens }) => sum + lens.objects, 0);
  const drafts = learned.map(({ pair, lens }) => learnedDraft(pair, crd.group, lens));
  const source = webhook === undefined ? "a recording" : webhook.shown;
  const head = [
    `# ${groupKindText(crd)}: learned from ${source}, compared with it on ${counted(objects, "fresh object")} (seed ${seed}).`,
    "# Then: customhouse check, which prints the entries of accept that the rules need.",
  ];
  invocation.out([...head, conversionText(drafts).trimEnd()].join("\n"));
  for (const line of undecidedLines(crd.kind, drafts)) invocation.error(line);
  return concludeLearn(invocation, observer, port, source);
}

function concludeLearn(
  { error }: Invocation,
  observer: Observer,
  port: BlockingPort | undefined,
  source: string,
): number {
  const ended = port?.ended();
  if (ended?.isFault !== true && !observer.isIncomplete) return 0;
  const reason =
    ended === undefined
      ? "the recording lacks some objects: give --url, and the seed and runs of the first run"
      : `${source}: ${ended.reason}${ended.isFault ? "" : ": give a larger --budget, and --recording to go on"}`;
  error(`customhouse learn: ${reason}; fields that were not tried are marked TODO`);
  return 1;
}
