import { fixedLookup } from "../../lib/cluster/fixed-lookup.ts";
import { deadlineOf } from "../../lib/request/deadline.ts";
import { createService } from "../../lib/service/service.ts";
import { kinds } from "../support/example-kinds.ts";
import type { Work } from "./cpu.ts";

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
export async function converter(body: Buffer): Promise<Work> {
  const work = async () => {
    const answer = await service.answer("convert", body, deadlineOf("30s"));
    return typeof answer.body === "string" ? Buffer.from(answer.body) : answer.body;
  };
  const first = JSON.parse((await work()).toString());
  if (first.response?.result?.status !== "Success") throw new Error("the review was not converted");
  return work;
}

/** What moving the same bytes through JavaScript's own JSON costs. */
export function floorOf(body: Buffer): Work {
  return () => Buffer.from(JSON.stringify(JSON.parse(body.toString())));
}
