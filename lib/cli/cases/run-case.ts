import { basename } from "node:path";
import { convertTo } from "../../api-server/convert-stored.ts";
import { handleDelete } from "../../api-server/handle-delete.ts";
import { handleRequest } from "../../api-server/handle-request.ts";
import type { ObjectOutcome } from "../../api-server/object-outcome.ts";
import { NotSimulated, type ServedKind } from "../../api-server/served-kind.ts";
import { errorText } from "../../request/log.ts";
import { UsageError } from "../command.ts";
import { deletedText, type KubectlCommand, kubectlErrorText } from "../server/kubectl-text.ts";
import { objectYaml } from "../server/object-yaml.ts";
import {
  nameOrPrefix,
  namespaceOf,
  type ServedObject,
  servedVersions,
} from "../server/served-object.ts";
import type { WebhookClient } from "../server/webhook-client.ts";
import type { TestCase } from "./case-files.ts";
import { allowsFinalizerRemoval, lawFaults } from "./case-laws.ts";
import { caseDeletion, caseRequest, caseSubject } from "./case-request.ts";
import type { CaseFault, CaseResult } from "./case-result.ts";
import { goldenFaults } from "./goldens.ts";

interface CaseSetting {
  readonly kinds: readonly ServedKind[];
  readonly webhook: WebhookClient;
  /** True if goldens (files of expected results) are to be written, and so are not compared. */
  readonly isUpdate: boolean;
}

/**
 * Runs one case: simulates the request to the API server, compares the result with the case's goldens, and tries the laws of
 * {@link lawFaults}. Throws UsageError with file and line if a file of the case is wrong.
 */
export async function runCase(test: TestCase, setting: CaseSetting): Promise<CaseResult> {
  try {
    const subject = caseSubject(test, setting.kinds);
    const result =
      test.operation === "convert"
        ? await conversionCaseResult(test, subject, setting)
        : test.operation === "delete"
          ? await deletionCaseResult(test, subject, setting)
          : await admissionCaseResult(test, subject, setting);
    const thrown = setting.webhook.takeThrown().map(errorText);
    const compared = setting.isUpdate ? [] : goldenFaults(test, result.goldens);
    const [first, ...more] = [...compared, ...result.faults];
    if (first === undefined) return result;
    const message = [first.message, ...new Set(thrown)].join("\n");
    return { ...result, faults: [{ ...first, message }, ...more] };
  } catch (fault) {
    if (fault instanceof NotSimulated) throw new UsageError(`${test.file}:1: ${fault.message}`);
    throw fault;
  }
}

async function admissionCaseResult(
  test: TestCase,
  subject: ServedObject,
  { webhook }: CaseSetting,
): Promise<CaseResult> {
  const { kind } = subject;
  const { sendReview } = webhook;
  const request = caseRequest(test, subject);
  const outcome = await handleRequest(kind, request, sendReview);
  const faults = await lawFaults({ kind, request, outcome, sendReview });
  const command = test.operation === "create" ? "create" : "replace";
  return caseResult(test, command, outcome, faults);
}

/** Runs a case that deletes its object. Only the law about finalizers is tried, because a deletion calls no webhook. */
async function deletionCaseResult(
  test: TestCase,
  subject: ServedObject,
  { webhook: { sendReview } }: CaseSetting,
): Promise<CaseResult> {
  const { kind } = subject;
  const request = caseRequest(test, subject);
  const outcome = await handleDelete(kind, caseDeletion(request), sendReview);
  const faults = await allowsFinalizerRemoval({ kind, request, outcome, sendReview });
  const result = caseResult(test, "delete", outcome, faults);
  if (outcome.failure !== undefined || outcome.stored !== undefined) return result;
  const { group, kind: kindName } = kind.resource;
  const text = deletedText(
    { kind: kindName, group, name: nameOrPrefix(subject.object) },
    namespaceOf(subject, request.namespace),
    request.dryRun,
  );
  const goldens = new Map(result.goldens).set("deleted.txt", `${text}\n`);
  return { ...result, decision: "deleted", goldens };
}

/** The result of a case: its decision, the goldens that it should have, and faults that don't depend on goldens. */
function caseResult(
  test: TestCase,
  command: KubectlCommand,
  outcome: ObjectOutcome,
  faults: readonly string[],
): CaseResult {
  const { failure, stored } = outcome;
  const unparsable = [...outcome.versions].flatMap(([version, object]) =>
    object.ok ? [] : [`the stored object can't be read at ${version}: ${object.error}`],
  );
  const goldens = new Map<string, string>();
  if (failure !== undefined) {
    const text = kubectlErrorText(failure, command, basename(test.file));
    goldens.set("denied.txt", `${text.replaceAll(reviewUid, "<uid>")}\n`);
  }
  if (stored !== undefined) goldens.set("allowed.yaml", objectYaml(stored));
  if (outcome.warnings.length > 0) {
    goldens.set("warned.txt", outcome.warnings.map((text) => `Warning: ${text}\n`).join(""));
  }
  return {
    test,
    decision: failure === undefined ? "allowed" : "denied",
    faults: [...unparsable, ...faults].map((message) => ({ file: test.file, line: 1, message })),
    goldens,
  };
}

/** The uid of a simulated review. The message of a handler that threw contains it. */
const reviewUid = /00000000-0000-4000-8000-\d{12}/g;

async function conversionCaseResult(
  test: TestCase,
  { kind, version, object }: ServedObject,
  { webhook: { sendReview } }: CaseSetting,
): Promise<CaseResult> {
  const goldens = new Map<string, string>();
  const faults: CaseFault[] = [];
  const uid = (): string => "00000000-0000-4000-8000-000000000001";
  for (const other of servedVersions(kind).filter((each) => each !== version)) {
    const result = await convertTo({ kind, sendReview, uid }, object, other);
    if (result.ok) goldens.set(`${other}.yaml`, objectYaml(result.value));
    else faults.push({ file: test.file, line: 1, message: result.error });
  }
  return { test, decision: "converted", faults, goldens };
}
