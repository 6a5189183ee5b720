import { randomInt } from "node:crypto";
import type { CrdFacts } from "../../../../crd/crd-facts.ts";
import { upgradeCrd } from "../../../../crd/upgrade/upgrade-crd.ts";
import { isArray, isObject, type JsonObject, member } from "../../../../json/value.ts";
import { stringify } from "../../../../json/write.ts";
import { conversionSetting } from "../../../../protocol/webhook-client/conversion-request.ts";
import type { Law } from "../../../../verify/laws/law.ts";
import type { CheckedWebhook } from "../../../../verify/webhook/black-box.ts";
import { checkWebhook, type WebhookReport } from "../../../../verify/webhook/check-webhook.ts";
import type { ReviewVersion } from "../../../../verify/webhook/exchange.ts";
import { lawsOf, type Profile, webhookLaws } from "../../../../verify/webhook/profiles.ts";
import { type Invocation, textOption, UsageError } from "../../../command.ts";
import { certificatesIn } from "../../../files/certificates.ts";
import { isFolder } from "../../../files/read-file.ts";
import { readObjectsAt } from "../../../files/yaml.ts";
import { factsOf } from "../../../kinds/crd-facts.ts";
import { readDefinition } from "../../../kinds/definitions.ts";
import { outputForm } from "../../../output-form.ts";
import { coloursFor } from "../../../terminal/colours.ts";
import { ProgressBar } from "../../../terminal/progress-bar.ts";
import { type BlockingPort, openBlockingPort } from "../../../wire/blocking-port.ts";
import { type ExternalWebhook, webhookAddress } from "../../../wire/webhook-address.ts";
import { jsonValueOf } from "../json-of.ts";
import { numberOption, textsOption } from "../options.ts";
import { acknowledgedIn } from "./acknowledged.ts";
import { webhookJunit } from "./junit-report.ts";
import { webhookText } from "./text-report.ts";

const defaultRuns = 100;
const defaultWidth = 120;

/** `check --url`: tests the laws on a webhook of any make, prints the report, and returns the exit code. */
export async function checkUrl(invocation: Invocation, url: string): Promise<number> {
  const address = webhookAddress(url);
  const form = outputForm(invocation.options, ["text", "json", "junit"]) ?? "text";
  const laws = chosenLaws(invocation);
  const runs = numberOption(invocation, "runs", 1) ?? defaultRuns;
  const seed = numberOption(invocation, "seed", 0) ?? randomInt(2 ** 31);
  const acknowledged = acknowledgedIn(textOption(invocation, "acknowledge"));
  const folder = folderOption(invocation);
  const kind = kindIn(invocation);
  const port = openPort(invocation, address);
  const bar = new ProgressBar(process.stderr);
  try {
    const report = checkWebhook(
      { ...kind, webhook: port },
      {
        laws: laws.chosen,
        runs,
        seed,
        acknowledged,
        onProgress: (progress) => bar.show(kind.crd.kind, progress),
      },
    );
    bar.clear();
    const [reviewVersion] = kind.reviewVersions;
    const repeat = { group: kind.crd.group, reviewVersion, ca: textOption(invocation, "ca") };
    const context = { address, port, folder, repeat, profile: laws.profile };
    print(invocation, form, report, context);
    return report.passed ? 0 : 1;
  } finally {
    bar.clear();
    await port.close();
  }
}

/** What a report is printed with. */
interface PrintContext {
  readonly address: ExternalWebhook;
  readonly port: BlockingPort;
  readonly folder: string | undefined;
  readonly repeat: Parameters<typeof webhookText>[1]["repeat"];
  readonly profile: Profile;
}

function print(
  { out, error, options }: Invocation,
  form: "text" | "json" | "junit",
  report: WebhookReport,
  { address, port, folder, repeat, profile }: PrintContext,
): void {
  const text = webhookText(report, {
    colours: coloursFor(process.stdout),
    width: process.stdout.columns ?? defaultWidth,
    isVerbose: options["verbose"] === true,
    shown: address.shown,
    sent: port.sent(),
    folder,
    repeat,
    profile,
  });
  if (form === "text") for (const line of text) out(line);
  else if (form === "junit") out(webhookJunit(report));
  else
    out(stringify(jsonValueOf({ url: address.shown, profile, reviews: port.sent(), ...report })));
  const failed = new Set(report.laws.filter(({ passed }) => !passed).map(({ law }) => law));
  if (failed.size > 0) {
    error(`customhouse check: ${report.kind}.${report.group} fails ${[...failed].join(", ")}`);
  } else if (report.ended?.isFault === true) {
    error(`customhouse check: ${report.kind}.${report.group}: ${report.ended.reason}`);
  }
}

function chosenLaws(invocation: Invocation): {
  readonly profile: Profile;
  readonly chosen: readonly Law[];
} {
  const text = textOption(invocation, "profile") ?? "strict";
  if (text !== "core" && text !== "strict") {
    throw new UsageError(`--profile takes core or strict, not ${JSON.stringify(text)}`);
  }
  const names = textsOption(invocation.options["law"]);
  const unknown = names.find((name) => !webhookLaws.some((law) => law.name === name));
  if (unknown !== undefined) {
    const known = webhookLaws.map(({ name }) => name).join(", ");
    throw new UsageError(`there is no law ${unknown} of a webhook (known: ${known})`);
  }
  const all = names.length === 0 ? lawsOf(text) : webhookLaws;
  return { profile: text, chosen: all.filter(({ name }) => isChosen(names, name)) };
}

function isChosen(names: readonly string[], name: string): boolean {
  return names.length === 0 || names.includes(name);
}

function folderOption(invocation: Invocation): string | undefined {
  const folder = textOption(invocation, "out");
  if (folder === undefined || isFolder(folder)) return folder;
  throw new UsageError(`--out: there is no folder ${folder}`);
}

/** The kind that the webhook converts. */
function kindIn(invocation: Invocation): Omit<CheckedWebhook, "webhook"> {
  const file = textOption(invocation, "crd");
  if (file === undefined) {
    throw new UsageError(
      "--url needs --crd FILE: the CustomResourceDefinition of the webhook's kind",
    );
  }
  const { crd } = upgradeCrd(readDefinition(file));
  const facts = storedOrServed(factsOf(crd), crd);
  if (facts.versions.length < 2) {
    throw new UsageError(
      `${file}: fewer than two served or stored versions: there is nothing to convert`,
    );
  }
  const samples = textOption(invocation, "samples");
  const own = samples === undefined ? [] : readObjectsAt(samples).filter(isOfKind(facts));
  if (samples !== undefined && own.length === 0) {
    throw new UsageError(`${samples} holds no object of ${facts.kind}.${facts.group}`);
  }
  return { crd: facts, reviewVersions: reviewVersionsOf(crd), samples: own };
}

/** The versions in which the server may read or write objects: a webhook must know no others. */
function storedOrServed(facts: CrdFacts, crd: JsonObject): CrdFacts {
  const status = member(crd, "status");
  const stored = isObject(status) ? member(status, "storedVersions") : undefined;
  const names = isArray(stored) ? stored : [];
  return {
    ...facts,
    versions: facts.versions.filter(
      ({ name, served, storage }) => served || storage || names.includes(name),
    ),
  };
}

function reviewVersionsOf(crd: JsonObject): CheckedWebhook["reviewVersions"] {
  const listed = conversionSetting(crd).reviewVersions.filter(
    (version): version is ReviewVersion => version === "v1" || version === "v1beta1",
  );
  const [first = "v1", ...others] = listed;
  return [first, ...others];
}

function isOfKind({ group, kind }: CrdFacts): (object: JsonObject) => boolean {
  return (object) =>
    member(object, "kind") === kind && String(member(object, "apiVersion")).startsWith(`${group}/`);
}

const defaultTimeoutSeconds = 30;
const defaultSeconds = 600;

function openPort(invocation: Invocation, { url, isPrivate }: ExternalWebhook): BlockingPort {
  const ca = certificatesIn(textOption(invocation, "ca"));
  const timeoutSeconds = numberOption(invocation, "timeout", 1) ?? defaultTimeoutSeconds;
  if (timeoutSeconds > defaultTimeoutSeconds) {
    throw new UsageError("--timeout takes 1 to 30: kube-apiserver waits no longer");
  }
  const limits = { ...budgetIn(invocation), isCareful: !isPrivate };
  return openBlockingPort({ url, timeoutSeconds, ...(ca !== undefined && { ca }) }, limits);
}

/** `--budget 5000` is a number of reviews, `--budget 90s` a time. */
function budgetIn(invocation: Invocation): {
  readonly maxReviews: number;
  readonly maxSeconds: number;
} {
  const text = textOption(invocation, "budget");
  const [, digits, unit] = /^(\d{1,9})(s|m)?$/.exec(text ?? `${defaultSeconds}s`) ?? [];
  const count = Number(digits);
  if (digits === undefined || count === 0) {
    throw new UsageError(
      `--budget takes a number of reviews (5000) or a time (90s, 4m), not ${text}`,
    );
  }
  if (unit === undefined) return { maxReviews: count, maxSeconds: Number.POSITIVE_INFINITY };
  const maxSeconds = unit === "m" ? count * 60 : count;
  return { maxReviews: Number.POSITIVE_INFINITY, maxSeconds };
}
