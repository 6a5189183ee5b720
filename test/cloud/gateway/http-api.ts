import { member } from "../../../lib/json/value.ts";
import type { Api, Route, Throttle } from "./api.ts";
import {
  idsIn,
  numberIn,
  objectIn,
  ofType,
  type Resource,
  type Resources,
  textIn,
} from "./cloudformation.ts";
import { functionIdIn } from "./function-spec.ts";
import { httpResponses } from "./own-responses.ts";

/** Source: API Gateway quotas, "Integration timeout" of HTTP APIs: 30 seconds. */
const longestTimeoutMs = 30_000;

/** The HTTP API of a template. */
export function httpApiOf(resources: Resources): Api {
  const [stage] = ofType(resources, "AWS::ApiGatewayV2::Stage");
  const throttle = throttleOf(stage);
  return {
    profile: "http",
    stage: (stage && textIn(stage.properties, "StageName")) ?? "$default",
    routes: ofType(resources, "AWS::ApiGatewayV2::Route").map((each) => routeOf(resources, each)),
    ...(throttle !== undefined && { throttle }),
    binaryMediaTypes: [],
    compressesFrom: Number.POSITIVE_INFINITY,
    own: httpResponses,
  };
}

function routeOf(resources: Resources, { id, properties }: Resource): Route {
  const [method = "", path = ""] = (textIn(properties, "RouteKey") ?? "").split(" ");
  const [target = ""] = idsIn(member(properties, "Target") ?? null);
  const integration = resources.get(target)?.properties ?? {};
  const functionId = functionIdIn(resources, member(integration, "IntegrationUri") ?? null);
  if (functionId === undefined) throw new Error(`route ${id} leads to no function`);
  const timeoutMs = numberIn(integration, "TimeoutInMillis") ?? longestTimeoutMs;
  return { method, path, functionId, timeoutMs: Math.min(timeoutMs, longestTimeoutMs) };
}

function throttleOf(stage: Resource | undefined): Throttle | undefined {
  const settings = objectIn(stage?.properties ?? {}, "DefaultRouteSettings");
  const rate = numberIn(settings, "ThrottlingRateLimit");
  const burst = numberIn(settings, "ThrottlingBurstLimit");
  return rate === undefined || burst === undefined ? undefined : { rate, burst };
}
