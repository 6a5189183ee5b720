import { isObject, type JsonObject, member } from "../../../lib/json/value.ts";
import type { Api, Route, Throttle } from "./api.ts";
import {
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
import { restResponses } from "./own-responses.ts";

/** Source: API Gateway quotas, "Integration timeout" of REST APIs: 29 seconds unless it was raised for a regional one. */
const usualTimeoutMs = 29_000;

/** The REST API of a template, whose paths are in its own OpenAPI definition; undefined if there is none. */
export function restApiOf(resources: Resources): Api | undefined {
  const [api] = ofType(resources, "AWS::ApiGateway::RestApi");
  if (api === undefined) return undefined;
  const [stage] = ofType(resources, "AWS::ApiGateway::Stage");
  const throttle = throttleOf(stage);
  const definition = objectIn(api.properties, "Body");
  return {
    profile: "rest",
    stage: textIn(stage?.properties ?? {}, "StageName") ?? "",
    routes: routesOf(resources, objectIn(definition, "paths")),
    ...(throttle !== undefined && { throttle }),
    binaryMediaTypes: listIn(api.properties, "BinaryMediaTypes").map(textOf),
    compressesFrom: numberIn(api.properties, "MinimumCompressionSize") ?? Number.POSITIVE_INFINITY,
    own: restResponses(objectIn(definition, "x-amazon-apigateway-gateway-responses")),
  };
}

function routesOf(resources: Resources, paths: JsonObject): readonly Route[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(isObject(methods) ? methods : {}).map(([name, operation]) => {
      const method = name === "x-amazon-apigateway-any-method" ? "ANY" : name.toUpperCase();
      const integration = objectIn(
        isObject(operation) ? operation : {},
        "x-amazon-apigateway-integration",
      );
      const functionId = functionIdIn(resources, member(integration, "uri") ?? null);
      if (functionId === undefined) throw new Error(`${method} ${path} leads to no function`);
      const timeoutMs = numberIn(integration, "timeoutInMillis") ?? usualTimeoutMs;
      return { method, path, functionId, timeoutMs };
    }),
  );
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
