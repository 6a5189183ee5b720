import { equal } from "../../json/equal.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { applyDefaults } from "../../schema/defaulting/apply-defaults.ts";
import { fieldMessage } from "../../schema/field-error/field-message.ts";
import { comparedObject } from "../compared-object.ts";
import { type LawResult, lawFails } from "../law-result.ts";
import { undeclaredPaths } from "../pruned-and-defaulted.ts";
import { convertIfAccepted } from "../round-trip.ts";
import { bodyOf, withBody } from "../samples/object-body.ts";
import { isValidObject } from "../samples/valid-object.ts";
import { type WrittenConversion, writtenConversions } from "../samples/written-objects.ts";
import type { Direction } from "../subject.ts";
import { listedTrial } from "../trial.ts";
import { constraintViolations } from "../validation-faults.ts";
import { differenceText } from "../values/differences.ts";
import type { Law } from "./law.ts";
import { crashFailure } from "./no-crash.ts";
import { judgeRoundTrip } from "./round-trip.ts";

/** Converts the kind's samples and examples. Entries of `accept` don't excuse an invalid sample or example. */
export const examplesLaw: Law = {
  name: "examples",
  statement:
    "each sample and example is valid at its version and survives a round trip, and each example converts exactly as written",
  trial: (pair) => {
    const written = writtenConversions(pair);
    if (written.length === 0) return undefined;
    return listedTrial(
      () => written,
      (each) => judgedExample(pair, each),
      ({ before, expected }, { object }) => ({
        place: "a sample",
        before: object(before),
        ...(expected !== undefined && { expected: object(expected) }),
      }),
    );
  },
};

/** The law's result for a sample or example; a fault names where it is written. */
function judgedExample(pair: Direction, written: WrittenConversion): LawResult {
  const { place, before } = written;
  const result = resultOfExample(pair, written);
  const reported = result.type === "crashed" ? crashFailure(before, result.error) : result;
  if (reported.type !== "FAIL") return reported;
  return lawFails({ ...reported.fault, explanation: `${place}: ${reported.fault.explanation}` });
}

function resultOfExample(pair: Direction, { before, expected }: WrittenConversion): LawResult {
  const invalid = invalidText(pair, before);
  if (invalid !== undefined) return lawFails({ before, explanation: invalid });
  const converted = convertIfAccepted(pair.subject, before, pair.to.name);
  if (!converted.ok)
    return converted.result.type === "refused" ? notConverted(pair, before) : converted.result;
  if (expected !== undefined) {
    const after = converted.object;
    const { group } = pair.subject.kind;
    const [given, wanted] = [comparedObject(after, group), comparedObject(expected, group)];
    if (!equal(given, wanted)) {
      const explanation = `it converts to another object than in the example (shown last): ${differenceText(wanted, given, "expected, got")}`;
      return lawFails({ before, after, returned: expected, explanation });
    }
  }
  return judgeRoundTrip(pair, before);
}

/** Why an object is not valid at the source version; undefined if it is valid. */
function invalidText({ subject, from }: Direction, object: ReviewObject): string | undefined {
  const extra = undeclaredPaths(object, from).map(
    (path) => `${path}: ${from.name} does not declare it`,
  );
  const refused = constraintViolations(object, from, subject).map(({ error }) =>
    fieldMessage(error),
  );
  const faults = [...new Set([...extra, ...refused])];
  const filled = withBody(object, applyDefaults(bodyOf(object), from.schema));
  if (faults.length === 0 && isValidObject(filled, { subject, from })) return undefined;
  const reason =
    faults.length === 0
      ? "the schema accepts the object only once null values are dropped"
      : faults.join("; ");
  return `it is not valid in ${from.name}: ${reason}`;
}

function notConverted({ subject, to }: Direction, before: ReviewObject): LawResult {
  const outcome = subject.convert(before, to.name);
  const reason =
    outcome.type === "refused"
      ? `${outcome.fault.path} ${outcome.fault.message}`.trim()
      : "its preserved values do not fit into its annotations";
  return lawFails({ before, explanation: `it does not convert to ${to.name}: ${reason}` });
}
