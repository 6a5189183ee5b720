import { updateGoldens } from "../../cases/goldens.ts";
import { runCases } from "../../cases/run-cases.ts";
import { ciForms, ciFormsHelp, ciText, isCiForm } from "../../ci/ci-forms.ts";
import { type Command, type Invocation, textOption, UsageError } from "../../command.ts";
import { type KindInFolder, kindsHelp, kindsOption } from "../../kinds/kinds.ts";
import { chosenByKind, requestedKinds } from "../../kinds/requested-kinds.ts";
import { outputForm, outputOption } from "../../output-form.ts";
import { remoteHelp, remoteOptions, remoteServiceIn } from "../../server/remote-service.ts";
import { deployedWebhook } from "../../server/webhook-client.ts";
import { coloursFor } from "../../terminal/colours.ts";
import { testSuites } from "./ci-suites.ts";
import { countsOf, countsText, type TestSummary } from "./summary.ts";
import { jsonReport, textReport } from "./text-report.ts";

/** The command `test`: runs the test cases in the kinds' folders. */
export const testCommand: Command = {
  help: `usage: customhouse test [--kind NAME] [--name REGEX] [--update] [--url URL [--cluster C --key-file FILE]] [-o FORM]

Runs the cases in each kind's folder tests and in folders below it. A case is a file with an object. Its settings and its
expected results are in files beside it:

  NAME.create.yaml        an object as kubectl create -f would send it, in any served version
  NAME.update.yaml        an object as kubectl replace -f would send it; NAME.update.old.yaml is the stored object
  NAME.status.yaml        an object as kubectl replace -f --subresource=status would send it; NAME.status.old.yaml is the
                          stored object
  NAME.delete.yaml        the stored object that kubectl delete -f would delete, at 2026-01-01T00:00:00Z
  NAME.convert.yaml       an object to convert; NAME.convert.VERSION.yaml is the expected result at VERSION

  NAME.OPERATION.request.yaml
                          settings of the request: userInfo, dryRun, namespace, fieldValidation
  NAME.OPERATION.allowed.yaml
                          expected: the request is allowed, and this object is stored (after a deletion: because of its
                          finalizers)
  NAME.OPERATION.deleted.txt
                          expected: the deletion leaves no object, and kubectl prints this text
  NAME.OPERATION.denied.txt
                          expected: the request is denied, and kubectl prints this text
  NAME.OPERATION.warned.txt
                          expected: kubectl prints these warnings
  lookups.yaml            the objects that lookups find in this folder, or unavailable: true (default: the samples)

Each case simulates a whole request to the API server, as customhouse admit does. Then these laws are tried, for which you
write nothing: a second mutate changes nothing; a dry run has the same result; removing the last finalizer of an object
that is being deleted is allowed; the webhooks decide the same in each served version. A deletion calls no webhook, so for
it only the law about finalizers is tried.

  --update          write the actual results as the expected ones, and delete those that don't apply; the laws are still
                    tried
  --kind NAME       only kinds of this name (Pizza); may be given again
  --name REGEX      only cases whose name matches: missing-cron.create
${remoteHelp}
                    With --url the cases run against that service, and its lookups read its own cluster
  -o, --output FORM ${ciFormsHelp}
${kindsHelp}

example: customhouse test --update && git diff kinds
         customhouse test -o junit > report.xml
exit code: 0 all passed; 1 a case failed; 2 wrong usage, no case found, or a file that is wrong or belongs to no case`,
  forms: ciForms,
  options: {
    ...kindsOption,
    ...remoteOptions,
    ...outputOption,
    kind: { type: "string", multiple: true },
    name: { type: "string" },
    update: { type: "boolean" },
  },
  run: async (invocation) => {
    const { options, out } = invocation;
    const [word] = invocation.words;
    if (word !== undefined) throw new UsageError(`use --name ${word} to choose cases`);
    const form = outputForm(invocation, ciForms);
    const name = nameOption(invocation);
    const all = await requestedKinds(invocation);
    const chosen = chosenByKind(invocation, all, ({ kind }) => kind.kind);
    const remote = remoteServiceIn(invocation);
    const isUpdate = options["update"] === true;
    try {
      const kinds = await runCases(chosen, all, {
        isUpdate,
        ...(name !== undefined && { name }),
        ...(remote !== undefined && { deployed: deployedWebhook(remote) }),
      });
      const ran = kinds.flatMap(({ results }) => results);
      const written = isUpdate ? updateGoldens(ran) : [];
      const summary = { kinds, written };
      const { failed, wrong } = countsOf(summary);
      if (ran.length === 0 && wrong === 0) throw new UsageError(noTests(chosen, name));
      out(reportIn(form ?? "text", summary));
      return wrong > 0 ? 2 : failed > 0 ? 1 : 0;
    } finally {
      remote?.close();
    }
  },
};

function reportIn(form: (typeof ciForms)[number], summary: TestSummary): string {
  if (form === "json") return jsonReport(summary);
  return isCiForm(form)
    ? ciText(form, testSuites(summary), countsText(summary))
    : textReport(summary, coloursFor(process.stdout));
}

function nameOption(invocation: Invocation): RegExp | undefined {
  const text = textOption(invocation, "name");
  if (text === undefined) return undefined;
  try {
    return new RegExp(text, "u");
  } catch (cause) {
    throw new UsageError(`--name takes a regular expression, not ${JSON.stringify(text)}`, {
      cause,
    });
  }
}

function noTests(chosen: readonly KindInFolder[], name: RegExp | undefined): string {
  const [first] = chosen;
  const matching = name === undefined ? "" : ` whose name matches ${name.source}`;
  return `no test found${matching}: write an object to ${first?.folder}/tests/NAME.create.yaml, then run customhouse test --update`;
}
