import type { Context } from "aws-lambda";
import { everybody } from "../../lib/hosts/callers/callers.ts";
import { lambdaHandler } from "../../lib/hosts/lambda/handler.ts";
import { cpuRatio } from "./cpu.ts";
import { conversionReview, cronTab } from "./reviews.ts";
import { type Group, row } from "./row.ts";
import { floorOf, service } from "./subject.ts";

/** From the event that Lambda's runtime hands over to the answer that it takes. */
export const lambda: Group = {
  name: "lambda",
  measure: async () => {
    const body = conversionReview(cronTab, 1);
    const event = {
      version: "2.0",
      routeKey: "ANY /convert",
      rawPath: "/convert",
      rawQueryString: "timeout=30s",
      headers: { "accept-encoding": "gzip", "content-type": "application/json" },
      requestContext: { http: { method: "POST", path: "/convert" } },
      body,
      isBase64Encoded: false,
    };
    const handler = lambdaHandler("convert", { service, callers: everybody });
    const context = { getRemainingTimeInMillis: () => 25_000 } as Context;
    const ratio = await cpuRatio(() => handler(event, context), floorOf(Buffer.from(body)));
    return [row("lambda event to answer CronTab N=1", ratio, "x floor", 8)];
  },
};
