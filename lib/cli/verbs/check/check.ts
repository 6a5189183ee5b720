import { laws } from "../../../verify/laws/laws.ts";
import { admissionLaws } from "../../../verify/webhook/admission/laws.ts";
import { webhookLaws } from "../../../verify/webhook/profiles.ts";
import { ciFormsHelp } from "../../ci/ci-forms.ts";
import { type Command, textOption, UsageError } from "../../command.ts";
import { kindsHelp, kindsOption } from "../../kinds/kinds.ts";
import { outputOption } from "../../output-form.ts";
import { connectOption } from "../../server/connection.ts";
import { checkDefinitions } from "./crd.ts";
import { checkKinds } from "./kinds.ts";
import { lawHelp } from "./law-help.ts";
import { checkWebhooks, webhookForms } from "./webhook/check-webhooks.ts";

/** The options that only checks of webhooks have. */
const urlOptions = {
  url: { type: "string" },
  admission: { type: "string" },
  cluster: { type: "string" },
  kubectl: { type: "string" },
  ca: { type: "string" },
  ...connectOption,
  crd: { type: "string" },
  samples: { type: "string" },
  recordings: { type: "string" },
  live: { type: "string" },
  show: { type: "boolean" },
  hostile: { type: "boolean" },
  profile: { type: "string" },
  acknowledge: { type: "string" },
  out: { type: "string" },
  budget: { type: "string" },
  timeout: { type: "string" },
} as const;

/** Tests kinds, webhooks or, with the first word `crd`, definitions; exit code 1 if anything fails. */
export const check: Command = {
  help: `usage: customhouse check [--kinds DIR]... [--kind NAME] [--law NAME]... [--runs N] [--seed N]
                         [--verbose] [-o FORM] [--html FILE]
       customhouse check --url URL --crd FILE [--admission FILE] [--ca FILE] [--connect HOST:PORT] [--samples DIR]
                         [--recordings DIR] [--profile core|strict] [--law NAME]... [--acknowledge FILE] [--out DIR]
                         [--runs N] [--seed N] [--budget B] [--timeout S] [-o FORM]
       customhouse check --cluster CONTEXT --crd NAME [--live N] [the same options]
       customhouse check crd FILE... [-o FORM]

The first form compiles each lens of your kinds and tests the laws on objects that are generated from the CRD's own
schemas: valid objects, fragments as server-side apply sends them, and objects that older schemas allowed. For a lens that
does not compile, prints only the errors. Otherwise prints each failure in full, with a reduced counterexample in columns,
and all that is ok in one line. The laws of kinds:

${lawHelp(laws)}

${kindsHelp}
  --kind NAME       only kinds of this name (Pizza); may be given again
  --law NAME        only the law of this name; may be given again
  --runs N          objects for each law and direction (default: 1000, for webhooks 100); use fewer while you edit
  --seed N          the same seed gives the same objects (default: a new seed, which is printed)
  --verbose         also print every warning, a line for each law, each entry of accept with the number of objects that it
                    excused, the rules as they run, and what becomes of each field
  -o, --output FORM ${ciFormsHelp}; json has the whole
                    report, junit and github hold no objects; for webhooks also sarif (code scanning, without objects)
                    or html (a page that loads nothing)
  --html FILE       also draw the two versions of each lens side by side into FILE, a page that loads nothing

With --url: tests any conversion webhook from outside. It may be written in any language; only its CRD is needed. Sends
generated objects as kube-apiserver does, one review at a time, and prunes, defaults and validates the converted objects as
kube-apiserver does. Guide: docs/check-url.md. The laws of conversion webhooks, those of the profile core first:

${lawHelp(webhookLaws)}

With --admission, with or without --url: tests the admission webhooks in a file of webhook configurations, by dry runs only.
The laws of admission webhooks:

${lawHelp(admissionLaws)}

  --url URL         the webhook's url with its path; http only on this machine. Printed without its path, which may be
                    a key. A certificate is always verified
  --admission FILE  MutatingWebhookConfigurations and ValidatingWebhookConfigurations: the webhooks with a url and a
                    rule for the kind. One with side effects in a dry run is skipped, and named
  --cluster CONTEXT instead of files: kubectl reads the definition that --crd names (jobs.example.com), and the webhook
                    configurations, from the cluster of this context, and forwards a port to each service
  --kubectl FILE    the program to run (default: kubectl)
  --ca FILE         the certificate of a private CA to trust (default: the caBundle, where there is one)
  --connect HOST:PORT
                    connect to this address instead of the url's host: for a Service behind kubectl port-forward
  --crd FILE        the CustomResourceDefinition of the kind
  --samples DIR     objects of the kind, from which more objects are generated
  --recordings DIR  take such objects from the reviews that customhouse serve --record DIR wrote
  --live N          with --cluster: take N such objects (1 to 200) from the cluster. They are sent only to the conversion
                    webhook that the definition names
  --show            show the values of given objects in counterexamples. Without it, generated values with which the
                    same law fails are shown instead, or *** if there are none
  --hostile         also send bodies that are written to do harm, and reviews of 6 MB. Without it, a cluster, and an address
                    that is neither on this machine nor private, gets no review of more than 1 MB
  --profile NAME    the laws to try: core, whose failures break a cluster, or strict (default), also those whose failures
                    lose data
  --acknowledge FILE  known losses: a map whose list acknowledged has entries of law (one, a list, or none for every law),
                    path, from, to and reason
  --out DIR         write counterexamples into this folder, as YAML and as the review that repeats them; it is made if needed
  --budget B        stop sending to a webhook after this number of reviews (5000) or this time (90s, 4m; default: 10m);
                    if a law was not tried by then, the exit code is 1
  --timeout S       seconds to wait for a response (default: 30, as kube-apiserver)

With crd: validates CustomResourceDefinitions as kube-apiserver 1.36 does when one is created: names, versions,
structural schemas, defaults, rules and their costs, conversion, columns, subresources. FILE is YAML or JSON with
one or more definitions; - is standard input. Those of v1beta1 are upgraded first. Prints errors and warnings as
kubectl would, and for a schema that is not structural also the condition that the server sets. -o takes the same forms;
json is a list of {file, name, errors, warnings}.

examples: customhouse check --kind Pizza --runs 200
          customhouse check --url https://localhost:9443/convert --ca ca.crt --crd crd.yaml
          customhouse check crd kinds/*/crd.yaml
exit code: 0 every law ok, every definition accepted; 1 a law fails, a lens does not compile, or a definition is refused;
           2 wrong usage`,
  forms: webhookForms,
  firstWords: ["crd"],
  options: {
    ...kindsOption,
    kind: { type: "string", multiple: true },
    law: { type: "string", multiple: true },
    runs: { type: "string" },
    seed: { type: "string" },
    html: { type: "string" },
    ...urlOptions,
    verbose: { type: "boolean" },
    ...outputOption,
  },
  run: async (invocation) => {
    const [what, ...files] = invocation.words;
    const isWebhook = ["url", "admission", "cluster"].some(
      (name) => textOption(invocation, name) !== undefined,
    );
    if (what === undefined && isWebhook) return checkWebhooks(invocation);
    const alone = Object.keys(urlOptions).find((name) => invocation.options[name] !== undefined);
    if (alone !== undefined) {
      const reason = isWebhook ? "is not for check crd" : "needs --url, --admission or --cluster";
      throw new UsageError(`--${alone} ${reason}`);
    }
    if (what === undefined) return checkKinds(invocation);
    if (what === "crd") return checkDefinitions(invocation, files);
    throw new UsageError(
      `unknown argument ${what}: give crd and a file, or nothing to check the kinds`,
    );
  },
};
