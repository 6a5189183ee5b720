import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { parse } from "../../lib/json/parse.ts";
import type { JsonValue } from "../../lib/json/value.ts";
import { routeOf } from "../../lib/request/routes.ts";
import { lambdaContext } from "../support/lambda-context.ts";
import { startRehearsalCluster } from "../support/rehearsal-cluster.ts";

const folder = import.meta.dirname;
const cluster = await startRehearsalCluster();
vi.stubEnv("CUSTOMHOUSE_SECRETS_FILE", cluster.secretsFile);
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
// Another file of tests may have loaded the functions, without this secret.
vi.resetModules();
const { kinds } = await import("../support/example-kinds.ts");
const handlers = {
  convert: (await import("../../functions/convert.ts")).handlerOf(kinds),
  mutate: (await import("../../functions/mutate.ts")).handlerOf(kinds),
  validate: (await import("../../functions/validate.ts")).handlerOf(kinds),
};
afterAll(() => cluster[Symbol.asyncDispose]());
const names = readdirSync(folder, { withFileTypes: true }).flatMap((each) =>
  each.isDirectory() ? [each.name] : [],
);

function read(name: string, file: string): string {
  return readFileSync(join(folder, name, file), "utf8");
}

function parsed(text: string): JsonValue {
  const result = parse(text);
  return result.ok ? result.value : `not JSON: ${result.error.message}`;
}

describe("the manifest", () => {
  test("lists every case, and no other", () => {
    const { cases } = JSON.parse(read(".", "manifest.json"));
    expect(cases.map(({ name }: { name: string }) => name).toSorted()).toEqual(names.toSorted());
  });
});

describe("a recorded review", () => {
  beforeAll(() => {
    vi.spyOn(console, "log").mockImplementation(() => {}); // a line for each review
  });

  test.each(names)("%s: its event holds its bytes", (name) => {
    const event = JSON.parse(read(name, "event.json"));
    const encoding = event.isBase64Encoded ? "base64" : "utf8";
    expect(Buffer.from(event.body, encoding).toString()).toBe(read(name, "request.json"));
  });

  // A function's first conversion is parsed, later ones are spliced: those leave escapes as they came.
  test.each(names)(
    "%s: its function returns the recorded response, also when called again",
    async (name) => {
      const event = JSON.parse(read(name, "event.json"));
      const verb = routeOf(event.rawPath)?.verb ?? "convert";
      const recorded = parsed(read(name, "response.json"));
      for (let time = 0; time < 2; time++) {
        const answer = await handlers[verb](event, lambdaContext());
        expect(answer).toMatchObject({ statusCode: 200 });
        expect(parsed(String(answer["body"]))).toEqual(recorded);
      }
    },
  );
});

describe("the recorded responses for the printed kinds", () => {
  const printed = names.filter((name) => existsSync(join(folder, name, "printed.json")));

  test.each(printed)("%s: hold the same objects, and success", (name) => {
    const [ours, theirs] = [read(name, "response.json"), read(name, "printed.json")].map(parsed);
    expect(ours).toMatchObject({ response: { result: { status: "Success" } } });
    expect(theirs).toMatchObject({ response: { uid: "705ab4f5-6393-11e8-b7cc-42010a800002" } });
    expect(withoutResult(ours)).toEqual(withoutResult(theirs));
  });
});

/** The status apart: v1beta1 is printed with `Failed`. */
function withoutResult(review: JsonValue | undefined): unknown {
  const { response, ...head } = JSON.parse(JSON.stringify(review));
  const { result: _, ...rest } = response;
  return { ...head, response: rest };
}
