import { randomInt } from "node:crypto";
import { counted } from "../../../json/counted.ts";
import { stringify } from "../../../json/write.ts";
import { compareWebhooks, type ParityReport } from "../../../verify/parity/compare-webhooks.ts";
import { ciForms, ciFormsHelp, ciText, isCiForm } from "../../ci/ci-forms.ts";
import { type Command, type Invocation, textOption } from "../../command.ts";
import { certificatesIn } from "../../files/certificates.ts";
import { numberOption } from "../../option-values.ts";
import { outputForm, outputOption } from "../../output-form.ts";
import { connectOption, requestedConnection } from "../../server/connection.ts";
import { ProgressBar } from "../../terminal/progress-bar.ts";
import { outputStyle } from "../../terminal/terminal-style.ts";
import { jsonValueOf } from "../check/json-of.ts";
import { folderOption } from "../check/webhook/folder-option.ts";
import type { WebhookKind } from "../check/webhook/kind-option.ts";
import { readAcknowledgedLosses } from "../check/webhook/read-acknowledged-losses.ts";
import { type SendLimits, sendLimits } from "../check/webhook/target-port.ts";
import { paritySuites } from "./ci-suites.ts";
import { comparedKinds } from "./compared-kinds.ts";
import { type ComparedWebhook, comparedSide } from "./compared-webhook.ts";
import { writeExamples } from "./example-files.ts";
import type { PrintedParity } from "./printed-parity.ts";
import { parityText } from "./text-report.ts";

/** The default of `--runs`: valid objects for each direction. Few, because each object is sent in reviews. */
const defaultRuns = 100;

/** Compares two conversion webhooks on the same objects; exit code 1 if they differ. */
export const parity: Command = {
  help: `usage: customhouse parity --old URL --new URL|DIR [--crd FILE] [--kind NAME]... [--ca FILE] [--connect HOST:PORT] [--samples DIR]
                          [--recordings DIR] [--show] [--acknowledge FILE] [--old-stash NAME] [--strict] [--out DIR] [--runs N] [--seed N] [--budget B] [--timeout S] [-o FORM]

Sends the same objects to the webhook that you have and to the one that is to take its place, for every pair of versions,
and shows the differences, the most frequent first: in the result of a conversion; in the result of converting back, also
after an edit; and in what the new webhook makes of objects that the old one converted, as on the day of the switch.
Nothing is written to a cluster. Guide: docs/check-url.md

Objects are compared as kube-apiserver would store them: pruned and defaulted. A difference that changes no meaning is counted
separately, as harmless: Go's zero values, the order of lists of type map or set, another spelling of a duration, quantity or
time, annotations in which one of the webhooks preserves values, and objects that only the new webhook converts.

  --old, --new      the webhook's url with its path (http only on this machine), or a folder of kinds, which are converted
                    in this process. A url is printed without its path, which may be a key
  --crd FILE        the CustomResourceDefinition of the kind; needed for two urls
  --kind NAME       of a folder's kinds, only those of this name; may be given again
  --ca FILE         the certificates of private CAs to trust, for both webhooks
  --connect HOST:PORT
                    connect to this address instead of the host of --old: for a Service behind kubectl port-forward
  --samples DIR     objects of the kind, which are sent too, and from which more objects are generated
  --recordings DIR  take such objects from the reviews that customhouse serve --record DIR wrote
  --show            show the values of given objects in examples. Without it, generated values with which the webhooks differ
                    in the same way are shown instead, or *** if there are none
  --acknowledge FILE  known differences: entries of law (parity), path and reason, in the form of check --acknowledge
  --old-stash NAME  an annotation in which the old webhook keeps the whole object of the other version: the kinds of --new read
                    it, as with oldStash in conversion.yaml
  --strict          harmless differences, too, make the exit code 1
  --out DIR         write an example of each difference into this folder, which is made if needed, as YAML and as the review that repeats it
  --runs N          generated valid objects for each direction (default: 100), beside outdated and edited ones and fragments
  --seed N          the same seed gives the same objects (default: a new seed, which is printed)
  --budget B        stop after this number of reviews of a webhook (5000) or this time (90s, 4m; default: 10m)
  --timeout S       seconds to wait for a response (default: 30, as kube-apiserver)
  --allow-code      run the hooks of kinds outside the current folder
  -o, --output FORM ${ciFormsHelp};
                    the last two hold no values and no objects

example: customhouse parity --old https://localhost:9443/convert --ca ca.crt --new kinds
exit code: 0 both webhooks do the same: ready to switch; 1 they differ, or a webhook stopped responding; 2 wrong usage or no connection`,
  forms: ciForms,
  options: {
    old: { type: "string" },
    new: { type: "string" },
    crd: { type: "string" },
    kind: { type: "string", multiple: true },
    ca: { type: "string" },
    ...connectOption,
    samples: { type: "string" },
    recordings: { type: "string" },
    show: { type: "boolean" },
    acknowledge: { type: "string" },
    "old-stash": { type: "string" },
    strict: { type: "boolean" },
    out: { type: "string" },
    runs: { type: "string" },
    seed: { type: "string" },
    budget: { type: "string" },
    timeout: { type: "string" },
    "allow-code": { type: "boolean" },
    ...outputOption,
  },
  run: async (invocation) => {
    const form = outputForm(invocation, ciForms) ?? "text";
    const run: ParityRun = {
      runs: numberOption(invocation, "runs", 1) ?? defaultRuns,
      seed: numberOption(invocation, "seed", 0) ?? randomInt(2 ** 31),
      isStrict: invocation.options["strict"] === true,
      showsSamples: invocation.options["show"] === true,
      acknowledged: readAcknowledgedLosses(textOption(invocation, "acknowledge")),
      limits: sendLimits(invocation),
      folder: folderOption(invocation),
    };
    const ca = certificatesIn(textOption(invocation, "ca"));
    const old = await comparedSide(invocation, "old", {
      ca,
      connectTo: requestedConnection(invocation),
    });
    const now = await comparedSide(invocation, "new", { ca, connectTo: undefined });
    const printed: PrintedParity[] = [];
    for (const kind of comparedKinds(invocation, old, now)) {
      const each = await compareKind(invocation, { kind, old, now }, run);
      printed.push(each);
      if (form === "text") for (const line of parityText(each, outputStyle())) invocation.out(line);
    }
    const reports = printed.map(({ report }) => report);
    if (form === "json") invocation.out(jsonOf(printed));
    if (isCiForm(form)) invocation.out(ciText(form, paritySuites(reports)));
    return concludeParity(reports, invocation);
  },
};

/** The options that the comparisons of all kinds share. */
interface ParityRun {
  readonly runs: number;
  readonly seed: number;
  readonly isStrict: boolean;
  readonly showsSamples: boolean;
  readonly acknowledged: ReturnType<typeof readAcknowledgedLosses>;
  readonly limits: SendLimits;
  readonly folder: string | undefined;
}

interface KindOfBoth {
  readonly kind: WebhookKind;
  readonly old: ComparedWebhook;
  readonly now: ComparedWebhook;
}

async function compareKind(
  invocation: Invocation,
  { kind, old, now }: KindOfBoth,
  { limits, folder, ...run }: ParityRun,
): Promise<PrintedParity> {
  const first = old.open(limits);
  const bar = new ProgressBar(invocation.progress.bar);
  try {
    const second = now.open(limits);
    try {
      const report = compareWebhooks(
        { ...kind, old: first.port, new: second.port },
        {
          ...run,
          onProgress: ({ from, to, done, total }) =>
            bar.draw(kind.crd.kind, { done, total, current: `${from} to ${to}` }),
        },
      );
      const [reviewVersion] = kind.reviewVersions;
      const repeat = {
        group: kind.crd.group,
        reviewVersion,
        ca: textOption(invocation, "ca"),
      };
      const prefix = `${kind.crd.plural}.${kind.crd.group}.`;
      const files =
        folder === undefined
          ? new Map()
          : writeExamples(folder, report.differences, repeat, prefix);
      const sent = first.sent() + second.sent();
      const oldStash = now.kinds?.find((each) => each.kind === kind.crd.kind)?.oldStash;
      return { report, oldStash, old: old.shown, new: now.shown, sent, repeat, files };
    } finally {
      await second.close();
    }
  } finally {
    bar.clear();
    await first.close();
  }
}

function jsonOf(printed: readonly PrintedParity[]): string {
  const kinds = printed.map(({ report, old, new: now, sent }) => ({
    old,
    new: now,
    reviews: sent,
    ...report,
  }));
  return stringify(jsonValueOf({ kinds }));
}

/** Prints on standard error which kinds are not ready to switch, and returns the exit code. */
function concludeParity(reports: readonly ParityReport[], { error }: Invocation): number {
  for (const { kind, group, isReady, differences, ended } of reports) {
    if (isReady) continue;
    const reason = ended?.isFault === true ? `: ${ended.reason}` : "";
    const count = counted(differences.length, "difference");
    error(`customhouse parity: ${kind}.${group} is not ready to switch, ${count}${reason}`);
  }
  return reports.every(({ isReady }) => isReady) ? 0 : 1;
}
