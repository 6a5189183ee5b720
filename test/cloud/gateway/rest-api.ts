import { isObject, member } from "../../../lib/json/value.ts";
import type { Api, Route, Throttle } from "./api.ts";
import {
  idsIn,
  listIn,
  numberIn,
  objectIn,
  ofType,
  type Resource,
  type Resources,
  textIn,
  textOf,
} from "./cloudformation.ts";
import { functionIdIn } from "./function-spec.ts";

/** Source: API Gateway quotas, "Integration timeout" of REST APIs: 29 seconds unless it was raised for a regional one. */
const usualTimeoutMs = 29_000;

/** The REST API of a template, or undefined where it has none. */
export function restApiOf(resources: Resources): Api | undefined {
  const [api] = ofType(resources, "AWS::ApiGateway::RestApi");
  if (api === undefined) return undefined;
  const [stage] = ofType(resources, "AWS::ApiGateway::Stage");
  const [deployment] = ofType(resources, "AWS::ApiGateway::Deployment");
  const throttle = throttleOf(stage);
  return {
    profile: "rest",
    stage: textIn((stage ?? deployment)?.properties ?? {}, "StageName") ?? "",
    routes: ofType(resources, "AWS::ApiGateway::Method").map((each) => routeOf(resources, each)),
    ...(throttle !== undefined && { throttle }),
    binaryMediaTypes: listIn(api.properties, "BinaryMediaTypes").map(textOf),
  };
}

function routeOf(resources: Resources, { id, properties }: Resource): Route {
  const integration = objectIn(properties, "Integration");
  const functionId = functionIdIn(resources, member(integration, "Uri") ?? null);
  if (functionId === undefined) throw new Error(`method ${id} leads to no function`);
  const [resource = ""] = idsIn(member(properties, "ResourceId") ?? null);
  return {
    method: textIn(properties, "HttpMethod") ?? "ANY",
    path: pathOf(resources, resource),
    functionId,
    timeoutMs: numberIn(integration, "TimeoutInMillis") ?? usualTimeoutMs,
  };
}

function pathOf(resources: Resources, id: string): string {
  const resource = resources.get(id);
  if (resource?.type !== "AWS::ApiGateway::Resource") return "";
  const [parent = ""] = idsIn(member(resource.properties, "ParentId") ?? null);
  return `${pathOf(resources, parent)}/${textIn(resource.properties, "PathPart")}`;
}

function throttleOf(stage: Resource | undefined): Throttle | undefined {
  for (const settings of listIn(stage?.properties ?? {}, "MethodSettings")) {
    if (!isObject(settings)) continue;
    const rate = numberIn(settings, "ThrottlingRateLimit");
    const burst = numberIn(settings, "ThrottlingBurstLimit");
    if (rate !== undefined && burst !== undefined) return { rate, burst };
  }
  return undefined;
}
