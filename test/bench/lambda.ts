import { secretCallers } from "../../lib/callers/secret-callers.ts";
import { connections } from "../../lib/cluster/connections.ts";
import { fixedLookup } from "../../lib/cluster/fixed-lookup.ts";
import { lambdaHandler } from "../../lib/hosts/lambda/handler.ts";
import { metricEntry } from "../../lib/hosts/lambda/metrics.ts";
import { createService } from "../../lib/service/service.ts";
import { kinds } from "../support/example-kinds.ts";
import { lambdaContext } from "../support/lambda-context.ts";
import { cpuRatio } from "./cpu.ts";
import { conversionReview, cronTab } from "./reviews.ts";
import { type Group, row } from "./row.ts";
import { floorOf } from "./subject.ts";

const secret = JSON.stringify({ clusters: { eu: { keys: ["k".repeat(48)] } } });

/** From the event that Lambda's runtime passes to the response that it accepts, with caller, gate and log line. */
export const lambda: Group = {
  name: "lambda",
  measure: async () => {
    const body = conversionReview(cronTab, 1);
    const event = {
      version: "2.0",
      rawPath: `/eu/${"k".repeat(48)}/convert`,
      rawQueryString: "timeout=30s",
      headers: { "accept-encoding": "gzip", "content-type": "application/json" },
      requestContext: { http: { method: "POST", sourceIp: "192.0.2.1" }, requestId: "r" },
      body,
      isBase64Encoded: false,
    };
    const written: { last?: string } = {};
    const log = (line: Parameters<typeof metricEntry>[0]): void => {
      written.last = JSON.stringify(metricEntry(line, Date.now(), "Customhouse"));
    };
    const service = createService({ kinds, lookup: fixedLookup([], []), log });
    const failed = (fault: unknown): void => {
      throw fault;
    };
    const source = { read: async () => secret };
    const rate = { perSecond: 1e9, burst: 1e9 };
    const callers = secretCallers({ source, rate, lookup: connections(), log, failed });
    const handler = lambdaHandler("convert", { service, callers });
    const context = lambdaContext(25_000);
    const first = await handler(event, context);
    if (first["statusCode"] !== 200) throw new Error("the function did not answer");
    const ratio = await cpuRatio(() => handler(event, context), floorOf(Buffer.from(body)));
    return [row("lambda event to answer CronTab N=1", ratio, "x floor", 8)];
  },
};
