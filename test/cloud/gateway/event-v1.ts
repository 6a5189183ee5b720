import type { APIGatewayProxyEvent } from "aws-lambda";
import type { Api, Match } from "./api.ts";
import { clfTime, type HttpRequest, mediaType } from "./http-request.ts";

/**
 * The event of payload format 1.0 that a REST API makes of a request to its custom domain.
 * Source: API Gateway Developer Guide, "Input format of a Lambda function for proxy integration".
 */
export function eventV1(
  { stage, binaryMediaTypes }: Api,
  { route, variables }: Match,
  request: HttpRequest,
): APIGatewayProxyEvent {
  const { path, query, headers, body, method } = request;
  const isBase64Encoded = isBinary(binaryMediaTypes, mediaType(headers, "content-type"));
  const parameters = [...new URLSearchParams(query)];
  return {
    resource: route.path,
    path,
    httpMethod: method,
    headers,
    multiValueHeaders: many(Object.entries(headers)),
    queryStringParameters: parameters.length > 0 ? Object.fromEntries(parameters) : null,
    multiValueQueryStringParameters: parameters.length > 0 ? many(parameters) : null,
    pathParameters: Object.keys(variables).length > 0 ? variables : null,
    stageVariables: null,
    requestContext: contextOf(stage, route.path, request),
    body: body.length > 0 ? body.toString(isBase64Encoded ? "base64" : "utf8") : null,
    isBase64Encoded,
  };
}

/** True where a REST API takes a media type for binary. */
export function isBinary(binaryMediaTypes: readonly string[], type: string): boolean {
  return binaryMediaTypes.some((each) => each === "*/*" || each === type);
}

function contextOf(
  stage: string,
  resourcePath: string,
  { path, method, requestId, time, sourceIp, headers }: HttpRequest,
): APIGatewayProxyEvent["requestContext"] {
  const domainName = headers["host"] ?? "";
  return {
    accountId: "123456789012",
    apiId: "api-id",
    authorizer: null,
    domainName,
    domainPrefix: domainName.split(".", 1)[0] ?? "",
    extendedRequestId: requestId,
    httpMethod: method,
    identity: { ...nobody, sourceIp, userAgent: headers["user-agent"] ?? null },
    path,
    protocol: "HTTP/1.1",
    requestId,
    requestTime: clfTime(time),
    requestTimeEpoch: time.getTime(),
    resourceId: "resource-id",
    resourcePath,
    stage,
  };
}

const nobody: Omit<APIGatewayProxyEvent["requestContext"]["identity"], "sourceIp" | "userAgent"> = {
  accessKey: null,
  accountId: null,
  apiKey: null,
  apiKeyId: null,
  caller: null,
  clientCert: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  user: null,
  userArn: null,
};

function many(entries: readonly (readonly [string, string])[]): Record<string, string[]> {
  const lists: Record<string, string[]> = {};
  for (const [name, value] of entries) lists[name] = [...(lists[name] ?? []), value];
  return lists;
}
