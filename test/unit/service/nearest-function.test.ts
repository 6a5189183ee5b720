import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { stringify } from "../../../lib/json/write.ts";
import { deadlineOf } from "../../../lib/request/deadline.ts";
import { bodyText, type HttpResponse } from "../../../lib/request/http-response.ts";
import { type LogLine, logEntry } from "../../../lib/request/log.ts";
import type { Verb } from "../../../lib/request/routes.ts";
import { reviewService, type Service } from "../../../lib/service/review-service.ts";
import { converting } from "../../../lib/service/verbs/converting.ts";
import { responseFaults } from "../../support/api-server-rules.ts";
import { kinds } from "../../support/example-kinds.ts";
import { conversionReview, cronTab } from "../../support/reviews.ts";

const review = conversionReview("stable.example.com/v1", [cronTab("v1beta1", { hostPort: "x" })]);

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** Sends the review to a service, whose response must be one that kube-apiserver takes. */
async function responseOf(service: Service, verb: Verb): Promise<HttpResponse & { body: string }> {
  const given = await service.answer(verb, stringify(review), deadlineOf(null));
  const response = { ...given, body: bodyText(given) };
  expect(responseFaults(verb, review, response)).toEqual([]);
  return response;
}

describe("the convert function", () => {
  test.each([
    { set: "on", status: "Success" },
    { set: "true", status: "Failed" },
    { set: "", status: "Failed" },
  ])(
    "with CUSTOMHOUSE_NEAREST_VALID=$set responds to an unconvertible object with $status",
    async ({ set, status }) => {
      vi.stubEnv("CUSTOMHOUSE_NEAREST_VALID", set);
      vi.resetModules();
      const { serviceOf } = await import("../../../functions/service.ts");
      const response = await responseOf(serviceOf(converting, kinds), "convert");
      expect(JSON.parse(response.body)).toMatchObject({ response: { result: { status } } });
    },
  );
});

describe("a service of one verb", () => {
  const lines: LogLine[] = [];
  const service = reviewService([converting({ kinds, nearestValid: true })], {
    kinds,
    log: (line) => void lines.push(line),
  });

  test("counts its nearest valid conversions in the log", async () => {
    await responseOf(service, "convert");
    const [line] = lines;
    if (line === undefined) throw new Error("nothing was logged");
    expect(logEntry(line)).toMatchObject({ outcome: "converted", nearest: 1, unparsed: 1 });
  });

  test("does not include those of the other verbs", async () => {
    const { status } = await responseOf(service, "validate");
    expect(status).toBe(404);
  });
});
