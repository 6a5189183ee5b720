import { createServer, type ServerResponse } from "node:http";

/** Responds to one request. */
export type Answer = (response: ServerResponse) => void;

/** A request that the server got. */
interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly token: unknown;
}

/** A server on the loopback interface in place of AWS's Parameters and Secrets Lambda extension. */
export interface SecretsExtension extends AsyncDisposable {
  /** The variables that the extension's clients read from the environment of a function. */
  readonly environment: Readonly<Record<string, string>>;
  readonly asked: readonly Asked[];
  /** Sets the responses to the next requests, in order. The last one is also for all later requests. */
  answers(...next: readonly Answer[]): void;
}

const token = "session/token+of=the-function";

/** Starts a stand-in that responds with the secret. */
export async function startSecretsExtension(secret: string): Promise<SecretsExtension> {
  let script: readonly Answer[] = [givesSecret(secret)];
  const asked: Asked[] = [];
  const server = createServer(({ method, url, headers }, response) => {
    asked.push({ method, url, token: headers["x-aws-parameters-secrets-token"] });
    const [now = hangs, ...later] = script;
    if (later.length > 0) script = later;
    now(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    environment: {
      PARAMETERS_SECRETS_EXTENSION_HTTP_PORT: String(port),
      AWS_SESSION_TOKEN: token,
    },
    asked,
    answers: (...next) => {
      script = next;
    },
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The response of the extension for a secret, as recorded in fedonev/lambda-params-secrets, data/test-responses.json. */
export function givesSecret(text: string | null): Answer {
  return says(
    200,
    JSON.stringify({
      ARN: "arn:aws:secretsmanager:us-east-1:123456789012:secret:dummy-string-secret-MFUBmH",
      CreatedDate: "2022-11-16T08:22:40.499Z",
      Name: "dummy-string-secret",
      SecretBinary: null,
      SecretString: text,
      VersionId: "b1c367b9-7f53-4a47-82c4-be51a054b953",
      VersionStages: ["AWSCURRENT"],
      ResultMetadata: {},
    }),
  );
}

export function says(status: number, body: string): Answer {
  return (response) => response.writeHead(status).end(body);
}

/** The extension's response before the function handles its first event. */
export const notReady: Answer = says(400, "not ready to serve traffic, please wait");

/** The extension's response to any failure. Only its own log has the reason. */
export const refuses: Answer = says(400, "an unexpected error occurred while executing request");

/** Closes the connection without a response. */
export const drops: Answer = (response) => response.socket?.destroy();

/** Never responds. */
export const hangs: Answer = () => undefined;
