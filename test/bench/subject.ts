import { fixedLookup } from "../../lib/cluster/fixed-lookup.ts";
import { deadlineOf } from "../../lib/request/deadline.ts";
import type { Verb } from "../../lib/request/routes.ts";
import { createService } from "../../lib/service/service.ts";
import { kinds } from "../support/example-kinds.ts";
import type { Work } from "./cpu.ts";
import type { Answer } from "./peers/review-case.ts";

/** The service as a function has it; its log lines are made, and dropped: what a line costs is in the rows of Lambda and HTTP. */
const service = createService({
  kinds,
  lookup: fixedLookup(
    kinds,
    kinds.flatMap(({ samples }) => samples),
  ),
  log: () => undefined,
});

/** From a ConversionReview's bytes to its response's bytes. Throws if the review is not converted. */
export function converter(body: Buffer): Promise<Work> {
  return responder("convert", body, ({ response }) => response?.result?.status === "Success");
}

/** From a review's bytes to its response's bytes. Throws if the response is not right. */
export async function responder(
  verb: Verb,
  body: Buffer,
  isRight: (answer: Answer) => boolean,
): Promise<Work> {
  const work = async () => {
    const answer = await service.answer(verb, body, deadlineOf("30s"));
    return typeof answer.body === "string" ? Buffer.from(answer.body) : answer.body;
  };
  if (!isRight(JSON.parse((await work()).toString())))
    throw new Error(`the response to ${verb} is wrong`);
  return work;
}

/** What moving the same bytes through JavaScript's own JSON costs. */
export function floorOf(body: Buffer): Work {
  return () => Buffer.from(JSON.stringify(JSON.parse(body.toString())));
}
