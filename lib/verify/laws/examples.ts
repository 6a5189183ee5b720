import { equal } from "../../json/equal.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { applyDefaults } from "../../schema/defaulting/apply-defaults.ts";
import { fieldMessage } from "../../schema/field-error/field-message.ts";
import { comparedObject } from "../compared-object.ts";
import { type LawResult, lawFails } from "../law-result.ts";
import { convertIfAccepted } from "../round-trip.ts";
import { bodyOf, withBody } from "../samples/object-body.ts";
import { isValidObject } from "../samples/valid-object.ts";
import { type WrittenConversion, writtenConversions } from "../samples/written-objects.ts";
import { undeclared } from "../server-pass.ts";
import type { Direction } from "../subject.ts";
import { listedTrial } from "../trial.ts";
import { refusalsOf } from "../validity.ts";
import { differenceText } from "../values/differences.ts";
import type { Law } from "./law.ts";
import { crash } from "./no-crash.ts";
import { judgeRoundTrip } from "./round-trip.ts";

/** Converts the kind's samples and examples. Entries of `accept` excuse nothing in them. */
export const examples: Law = {
  name: "examples",
  statement:
    "each example and sample is valid in its own version and comes back the same, and an example converts to exactly the other object",
  trial: (pair) => {
    const written = writtenConversions(pair);
    if (written.length === 0) return undefined;
    return listedTrial(
      () => written,
      (each) => judged(pair, each),
      ({ before, image }, { object }) => ({
        place: "a sample",
        before: object(before),
        ...(image !== undefined && { image: object(image) }),
      }),
    );
  },
};

/** The result, with where the example is written. */
function judged(pair: Direction, written: WrittenConversion): LawResult {
  const { place, before } = written;
  const result = resultOf(pair, written);
  const reported = result.type === "crashed" ? crash(before, result.error) : result;
  if (reported.type !== "FAIL") return reported;
  return lawFails({ ...reported.fault, explanation: `${place}: ${reported.fault.explanation}` });
}

function resultOf(pair: Direction, { before, image }: WrittenConversion): LawResult {
  const invalid = invalidText(pair, before);
  if (invalid !== undefined) return lawFails({ before, explanation: invalid });
  const there = convertIfAccepted(pair.subject, before, pair.to.name);
  if (!there.ok) return there.result.type === "refused" ? notConverted(pair, before) : there.result;
  if (image !== undefined) {
    const after = there.object;
    const { group } = pair.subject.kind;
    const [given, wanted] = [comparedObject(after, group), comparedObject(image, group)];
    if (!equal(given, wanted)) {
      const explanation = `the example says otherwise (shown last): ${differenceText(wanted, given)}`;
      return lawFails({ before, after, returned: image, explanation });
    }
  }
  return judgeRoundTrip(pair, before);
}

/** Why an object is not valid at its own version; undefined where it is. */
function invalidText({ subject, from }: Direction, object: ReviewObject): string | undefined {
  const extra = undeclared(object, from).map((path) => `${path}: ${from.name} does not declare it`);
  const refused = refusalsOf(object, from, subject).map(({ error }) => fieldMessage(error));
  const faults = [...new Set([...extra, ...refused])];
  const filled = withBody(object, applyDefaults(bodyOf(object), from.schema));
  if (faults.length === 0 && isValidObject(filled, { subject, from })) return undefined;
  const reason = faults.length === 0 ? "only with its nulls dropped" : faults.join("; ");
  return `it is not valid in ${from.name}: ${reason}`;
}

function notConverted({ subject, to }: Direction, before: ReviewObject): LawResult {
  const outcome = subject.convert(before, to.name);
  const reason =
    outcome.type === "refused"
      ? `${outcome.fault.path} ${outcome.fault.message}`.trim()
      : "what is preserved does not fit into its annotations";
  return lawFails({ before, explanation: `it does not convert to ${to.name}: ${reason}` });
}
