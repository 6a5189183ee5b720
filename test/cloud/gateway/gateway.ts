import { match } from "./api.ts";
import { eventV1 } from "./event-v1.ts";
import { eventV2 } from "./event-v2.ts";
import { type Fault, poolFaultOf } from "./faults.ts";
import { responseOf } from "./gateway-response.ts";
import { type HttpRequest, maxEventBytes, maxPayloadBytes } from "./http-request.ts";
import type { Live } from "./live.ts";
import { type GatewayResponse, messageResponse } from "./own-responses.ts";

/** The gateway's response to a request: that of the function of its route, or one of its own. */
export async function responseTo(
  { api, pools, takeToken }: Live,
  request: HttpRequest,
  fault?: Fault,
): Promise<GatewayResponse> {
  const { profile, own } = api;
  if (fault?.type === "answer") {
    return messageResponse(fault.status, fault.message ?? "ordered", fault.headers);
  }
  if (request.body.length > maxPayloadBytes) return own["too large"];
  const found = match(api, request.method, request.path);
  const pool = pools.get(found?.route.functionId ?? "");
  if (found === undefined || pool === undefined) return own["no route"];
  if (!takeToken()) return own["rate exceeded"];
  const event = JSON.stringify((profile === "http" ? eventV2 : eventV1)(api, found, request));
  if (Buffer.byteLength(event) > maxEventBytes) return own["too large"];
  const outcome = await inTime(found.route.timeoutMs, pool.handle(event, poolFaultOf(fault)));
  if (outcome === "late") return own["integration timeout"];
  if (outcome === "throttled") return own["concurrency exceeded"];
  if (outcome.type === "failed" || Buffer.byteLength(outcome.body) > maxEventBytes) {
    return own["function failed"];
  }
  return responseOf(api, request, outcome.body);
}

/** The function goes on where the gateway waits no longer. */
async function inTime<T>(ms: number, work: Promise<T>): Promise<T | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
