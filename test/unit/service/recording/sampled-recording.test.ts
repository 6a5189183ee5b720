import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { bucketUrl, type S3RecorderOptions } from "../../../../lib/hosts/lambda/s3-recordings.ts";
import { sampledRecording } from "../../../../lib/hosts/lambda/sampled-recording.ts";
import { stringify } from "../../../../lib/json/write.ts";
import { type Deadline, deadlineOf } from "../../../../lib/request/deadline.ts";
import { errorFrames } from "../../../../lib/request/log.ts";
import { readRecording } from "../../../../lib/service/recording/recording.ts";
import type { Service } from "../../../../lib/service/review-service.ts";
import { createService } from "../../../../lib/service/service.ts";
import { kinds } from "../../../support/example-kinds.ts";
import { portOf } from "../../../support/local-port.ts";
import { conversionReview, cronTab, uid } from "../../../support/reviews.ts";
import { sampleLookup as lookup } from "../../../support/send-review.ts";

interface Put {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Stands in the place of S3: what it was sent, and what it says. */
let server: Server;
let puts: Put[];
let say: (response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const { method, url, headers } = request;
    puts.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    say(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let faults: string[];

beforeEach(() => {
  puts = [];
  faults = [];
  say = (response) => response.end();
});

const plain = createService({ kinds, lookup, log: () => undefined });

/** A fault as the log names it: by class and code. */
function nameOf(thrown: unknown): string {
  return errorFrames(thrown).split("\n")[0] ?? "";
}

function endpoint(): string {
  return `http://127.0.0.1:${portOf(server)}`;
}

function recorded(
  environment: S3RecorderOptions["environment"],
  random: () => number = () => 0,
): Service {
  return sampledRecording(plain, {
    kinds,
    lookup,
    unlogged: () => plain,
    random,
    onFault: (what, thrown) => void faults.push(`${what}: ${nameOf(thrown)}`),
    environment: {
      AWS_REGION: "eu-central-1",
      AWS_ACCESS_KEY_ID: "id",
      AWS_SECRET_ACCESS_KEY: "secret",
      AWS_ENDPOINT_URL: endpoint(),
      CUSTOMHOUSE_RECORDINGS_BUCKET: "recordings",
      CUSTOMHOUSE_RECORDINGS_SHARE: "0.25",
      ...environment,
    },
  });
}

const review = stringify(conversionReview("stable.example.com/v1", [cronTab("v1beta1", {})]));

function answer(service: Service, deadline: Deadline = deadlineOf("30s")) {
  return service.answer("convert", review, deadline, { cluster: "prod" });
}

describe("sampledRecording", () => {
  test.each([
    { name: "without a bucket", environment: { CUSTOMHOUSE_RECORDINGS_BUCKET: undefined } },
    { name: "without a share", environment: { CUSTOMHOUSE_RECORDINGS_SHARE: undefined } },
    { name: "with a share of 0", environment: { CUSTOMHOUSE_RECORDINGS_SHARE: "0" } },
  ])("is off $name: the service is not wrapped", ({ environment }) => {
    expect(recorded(environment)).toBe(plain);
    expect(faults).toEqual([]);
  });

  test.each(["1.5", "-1", "half"])("is off with a share of %s, and logs that", async (share) => {
    await answer(recorded({ CUSTOMHOUSE_RECORDINGS_SHARE: share }));
    expect(puts).toEqual([]);
    expect(faults).toEqual([
      "CUSTOMHOUSE_RECORDINGS_SHARE must be a number from 0 to 1: nothing is recorded: RangeError",
    ]);
  });

  test("puts a signed recording before the response is sent", async () => {
    await answer(recorded({ AWS_SESSION_TOKEN: "token" }));
    expect(faults).toEqual([]);
    const [put] = puts;
    expect(put).toMatchObject({ method: "PUT" });
    expect(put?.url).toMatch(
      new RegExp(`^/recordings/prod/convert/[-\\d]{10}/[.\\d]{10}-${uid}\\.json$`),
    );
    expect(put?.headers).toMatchObject({
      "content-type": "application/json",
      "if-none-match": "*",
      "x-amz-security-token": "token",
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=id\/\d{8}\/eu-central-1\/s3\/aws4_request, /,
      ),
    });
    expect(readRecording(put?.body ?? "")).toMatchObject({ ok: true, value: { verb: "convert" } });
  });

  test.each(["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"])(
    "sends nothing unsigned: without %s it names the variable",
    async (name) => {
      await answer(recorded({ [name]: undefined }));
      expect(puts).toEqual([]);
      expect(faults).toEqual([`a review was not recorded: MissingVariable ${name}`]);
    },
  );

  test("numbers the object key if reviews of one uid came within the millisecond before", async () => {
    say = (response) => {
      if (puts.length < 3) response.writeHead(412).end("<Code>PreconditionFailed</Code>");
      else response.end();
    };
    await answer(recorded({}));
    expect(faults).toEqual([]);
    const [first = "", ...others] = puts.map(({ url }) => String(url));
    const numbered = (number: number) => first.replace(/\.json$/, `-${number}.json`);
    expect(others).toEqual([numbered(2), numbered(3)]);
    expect(new Set(puts.map(({ body }) => body)).size).toBe(1);
  });

  test("records a share of the reviews", async () => {
    const drawn = [0.1, 0.25, 0.9, 0.24];
    const service = recorded({}, () => drawn.shift() ?? 1);
    for (let count = 0; count < 4; count++) await answer(service);
    expect(puts).toHaveLength(2);
  });

  test("skips what can't be recorded", async () => {
    const service = recorded({ AWS_ENDPOINT_URL_S3: `${endpoint()}/` });
    const other = stringify(conversionReview("a/v1", [{ apiVersion: "a/v2", kind: "B" }]));
    await service.answer("convert", other, deadlineOf("30s"));
    expect(puts).toEqual([]);
    expect(faults).toEqual([]);
  });

  test.each([
    {
      name: "refuses",
      reply: "<Error><Code>AccessDenied</Code><Message>not for id</Message></Error>",
      fault: "S3Refusal AccessDenied",
    },
    {
      name: "does not respond",
      reply: "",
      fault: "S3Refusal HTTP 403",
    },
  ])("does not delay the response if S3 $name", async ({ reply, fault }) => {
    say = (response) => response.writeHead(403).end(reply);
    expect(await answer(recorded({}))).toEqual(await answer(plain));
    expect(faults).toEqual([`a review was not recorded: ${fault}`]);
  });

  test("does not fail the response if S3 can't be reached, and names neither key nor path", async () => {
    const service = recorded({ AWS_ENDPOINT_URL: "http://127.0.0.1:1" });
    expect(await answer(service)).toMatchObject({ status: 200 });
    expect(faults).toEqual(["a review was not recorded: TypeError"]);
  });

  test("does not hold the response beyond the deadline if S3 is slow", async () => {
    say = () => undefined;
    const soon = new AbortController();
    const deadline: Deadline = {
      ...deadlineOf("30s"),
      expired: () => false,
      signals: () => ({ signal: soon.signal, lookupSignal: soon.signal }),
    };
    const answering = answer(recorded({}), deadline);
    await vi.waitFor(() => expect(puts).toHaveLength(1));
    soon.abort(new RangeError("late"));
    expect(await answering).toMatchObject({ status: 200 });
    expect(faults).toEqual(["a review was not recorded: RangeError"]);
  });

  test("sends nothing after the deadline", async () => {
    const deadline: Deadline = { ...deadlineOf("30s"), expired: () => true };
    await answer(recorded({}), deadline);
    expect(puts).toEqual([]);
  });

  test("reports faults in the log alone", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const environment = {
      CUSTOMHOUSE_RECORDINGS_BUCKET: "recordings",
      CUSTOMHOUSE_RECORDINGS_SHARE: "x",
    };
    await answer(sampledRecording(plain, { kinds, lookup, unlogged: () => plain, environment }));
    expect(error.mock.calls).toEqual([
      [
        expect.stringContaining(
          '{"fault":"CUSTOMHOUSE_RECORDINGS_SHARE must be a number from 0 to 1',
        ),
      ],
    ]);
    error.mockRestore();
  });
});

describe("bucketUrl", () => {
  const [url, s3] = ["http://127.0.0.1:1", "https://s3.example.com/"];
  test.each([
    {
      region: "eu-central-1",
      environment: {},
      expected: "https://b.s3.eu-central-1.amazonaws.com",
    },
    { region: "cn-north-1", environment: {}, expected: "https://b.s3.cn-north-1.amazonaws.com.cn" },
    { region: "a", environment: { AWS_ENDPOINT_URL: url }, expected: "http://127.0.0.1:1/b" },
    {
      region: "a",
      environment: { AWS_ENDPOINT_URL: url, AWS_ENDPOINT_URL_S3: s3 },
      expected: "https://s3.example.com/b",
    },
  ])("is $expected", ({ region, environment, expected }) => {
    expect(bucketUrl("b", region, environment)).toBe(expected);
  });
});
