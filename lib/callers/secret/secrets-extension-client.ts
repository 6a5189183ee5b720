import { get, type IncomingMessage, type RequestOptions } from "node:http";
import { boundedBody } from "../../cluster/bounded-body.ts";
import { parseBytes } from "../../json/parse.ts";
import { err, ok, type Result } from "../../json/result.ts";
import { isObject, member } from "../../json/value.ts";

/**
 * The most bytes of a response: six times the 64 KiB that a secret may have, because JSON may escape each byte (`\u0026`),
 * and 64 KiB for the rest.
 * Source: https://docs.aws.amazon.com/secretsmanager/latest/userguide/reference_limits.html
 */
const maxBytes = 7 * 64 * 1024;

/**
 * The first pause between requests while the extension is not ready, in ms. Each further pause is twice the last. The number is
 * a choice: a cold start waits for the secret, and a request to the same machine costs little.
 */
const firstPauseMs = 5;
/** The longest pause, in ms: the most time that a cold start loses after the extension is ready. */
const longestPauseMs = 100;

/**
 * Requests a secret from AWS's Parameters and Secrets extension until the extension is ready or the signal aborts. The error
 * says why the secret can't be read, and does not quote it. Loads no SDK; the Lambda runtime has loaded `node:http` anyway. Throws
 * errors of `node:http`.
 * Source: https://docs.aws.amazon.com/systems-manager/latest/userguide/ps-integration-lambda-extensions.html
 */
export async function secretFromExtension(
  id: string,
  environment: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<Result<string, string>> {
  const response = await responseOnceReady({
    // Not localhost: looking up the name costs more than the rest of the request.
    host: "127.0.0.1",
    // The extension's default port.
    port: environment["PARAMETERS_SECRETS_EXTENSION_HTTP_PORT"] || 2773,
    path: `/secretsmanager/get?secretId=${encodeURIComponent(id)}`,
    headers: { "X-Aws-Parameters-Secrets-Token": environment["AWS_SESSION_TOKEN"] ?? "" },
    // Not the global agent: with NODE_USE_ENV_PROXY it sends the token to a proxy.
    agent: false,
    signal,
  });
  return response.ok ? secretIn(response.value) : err(lateText(response.error));
}

interface ExtensionRequest extends RequestOptions {
  readonly signal: AbortSignal;
}

interface ExtensionResponse {
  readonly status: number;
  /** Undefined if it is longer than {@link maxBytes}. */
  readonly body: Buffer | undefined;
}

/** Sends the request until the extension is ready. If the signal aborts first, the error says why it is not ready. */
async function responseOnceReady(
  request: ExtensionRequest,
): Promise<Result<ExtensionResponse, string>> {
  let why = "it does not respond";
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const response = await responseTo(request);
    if (response.ok) return response;
    why = response.error ?? why;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (request.signal.aborted) return err(why);
  }
}

/** Sends one request. The error says why the extension is not ready; undefined if the signal aborted. */
async function responseTo(
  request: ExtensionRequest,
): Promise<Result<ExtensionResponse, string | undefined>> {
  try {
    const incoming = await requestSecret(request);
    const status = incoming.statusCode ?? 0;
    const body = await boundedBody(incoming, maxBytes);
    const isReady = status !== 400 || body?.includes("not ready to serve traffic") !== true;
    return isReady ? ok({ status, body }) : err("it is not ready");
  } catch (error) {
    if (request.signal.aborted) return err(undefined);
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    // The extension is still starting, or its layer is missing.
    if (code === "ECONNREFUSED" || code === "ECONNRESET")
      return err(`it accepts no connection (${code})`);
    throw error;
  }
}

function requestSecret(request: RequestOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(request, resolve).on("error", reject);
  });
}

/** The secret in a response, which has the form of Secrets Manager's response to GetSecretValue. */
function secretIn({ status, body }: ExtensionResponse): Result<string, string> {
  if (body === undefined) return err(`${extension} sent more than ${maxBytes} bytes`);
  if (status !== 200) return err(refusedText(status));
  const value = parseBytes(body);
  const text = value.ok && isObject(value.value) ? member(value.value, "SecretString") : undefined;
  return typeof text === "string" ? ok(text) : err(noTextText);
}

const extension = "the Parameters and Secrets extension";

function lateText(why: string): string {
  return `${extension} did not give the secret in time, because ${why}: read its lines in this log, and check that the function has its layer (parameter secretsExtension)`;
}

function refusedText(status: number): string {
  return `${extension} could not read the secret (status ${status}): its lines in this log say why; the role must be allowed to read CUSTOMHOUSE_SECRET_ID`;
}

const noTextText = `${extension} gave no SecretString: the secret must be a text, not binary`;
