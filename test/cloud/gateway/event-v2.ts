import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { Api, Match } from "./api.ts";
import { clfTime, type HttpRequest, mediaType } from "./http-request.ts";

/**
 * The event of payload format 2.0 that an HTTP API makes of a request.
 * Source: API Gateway Developer Guide, "Create AWS Lambda proxy integrations for HTTP APIs".
 */
export function eventV2(
  { stage }: Api,
  { route, variables }: Match,
  request: HttpRequest,
): APIGatewayProxyEventV2 {
  const { method, path, query, headers, body, requestId, time, sourceIp } = request;
  const routeKey = `${route.method} ${route.path}`;
  const domainName = headers["host"] ?? "";
  const isBase64Encoded = !isText(mediaType(headers, "content-type"));
  const userAgent = headers["user-agent"] ?? "";
  return {
    version: "2.0",
    routeKey,
    rawPath: path,
    rawQueryString: query,
    headers,
    ...(query !== "" && {
      queryStringParameters: Object.fromEntries(new URLSearchParams(query)),
    }),
    requestContext: {
      accountId: "123456789012",
      apiId: "api-id",
      domainName,
      domainPrefix: domainName.split(".", 1)[0] ?? "",
      http: { method, path, protocol: "HTTP/1.1", sourceIp, userAgent },
      requestId,
      time: clfTime(time),
      timeEpoch: time.getTime(),
      routeKey,
      stage,
    },
    ...(Object.keys(variables).length > 0 && { pathParameters: variables }),
    ...(body.length > 0 && { body: body.toString(isBase64Encoded ? "base64" : "utf8") }),
    isBase64Encoded,
  };
}

/** The media types whose bodies an HTTP API hands over as they are. */
function isText(type: string): boolean {
  return type.startsWith("text/") || /^application\/(json|javascript|xml)$/.test(type);
}
