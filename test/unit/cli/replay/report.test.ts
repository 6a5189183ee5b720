import { describe, expect, test } from "vitest";
import { coloursFor } from "../../../../lib/cli/terminal/colours.ts";
import {
  type ChangedResponse,
  reviewSubject,
} from "../../../../lib/cli/verbs/replay/changed-response.ts";
import { reportJson, reportText } from "../../../../lib/cli/verbs/replay/report.ts";
import type { JsonObject, JsonValue } from "../../../../lib/json/value.ts";

const plain = coloursFor({});

function replayed(
  file: string,
  path: string,
  one: JsonValue | undefined,
  other: JsonValue | undefined,
): ChangedResponse {
  const subject = "CronTab a/v1 to v2";
  return { file, cluster: "prod", verb: "convert", subject, differences: [{ path, one, other }] };
}

describe("reportText", () => {
  test.each([
    { count: 1, text: "1 recording, all responses as recorded" },
    { count: 3, text: "3 recordings, all responses as recorded" },
  ])("reports that $count did not change", ({ count, text }) => {
    expect(reportText(count, [], plain)).toBe(text);
  });

  test("groups by request and by field, most frequent first, and shows the first few", () => {
    const different = [
      replayed("1.json", "kind", "a".repeat(100), undefined),
      ...[2, 3, 4, 5].map((at) =>
        replayed(`${at}.json`, `convertedObjects[${at}].spec.host`, undefined, at),
      ),
    ];
    expect(
      reportText(9, different, plain),
    ).toBe(`convert CronTab a/v1 to v2: convertedObjects[*].spec.host  4 times
  absent became 2  2.json
  absent became 3  3.json
  absent became 4  4.json
  and 1 more; -o json lists all

convert CronTab a/v1 to v2: kind  1 time
  "${"a".repeat(79)}… became absent  1.json

9 recordings, 5 with another response`);
  });
});

describe("reportJson", () => {
  test("names every difference exactly, and omits absent members", () => {
    const { cluster: _, ...unknown } = replayed("2.json", "x", null, undefined);
    const different = [
      replayed("1.json", "a", undefined, 9_007_199_254_740_993n),
      { ...unknown, cluster: undefined },
    ];
    expect(reportJson(5, different)).toBe(
      `{"replayed":5,"different":2,"recordings":[{"file":"1.json","cluster":"prod","verb":"convert","subject":"CronTab a/v1 to v2","differences":[{"path":"a","now":9007199254740993}]},{"file":"2.json","verb":"convert","subject":"CronTab a/v1 to v2","differences":[{"path":"x","recorded":null}]}]}`,
    );
  });
});

describe("subjectOf", () => {
  const object = { apiVersion: "a.io/v1", kind: "B" };
  const kind = { group: "a.io", version: "v1", kind: "B" };
  test.each<{ verb: "convert" | "mutate"; request: JsonObject; text: string }>([
    {
      verb: "convert",
      request: { desiredAPIVersion: "a.io/v2", objects: [object, object] },
      text: "B a.io/v1 to v2",
    },
    { verb: "convert", request: { objects: [] }, text: "  to " },
    { verb: "mutate", request: { kind, operation: "CREATE" }, text: "B a.io/v1 CREATE" },
  ])("names what was requested: $text", ({ verb, request, text }) => {
    const recording = { time: "", cluster: undefined, verb, answer: {}, lookups: [] };
    expect(reviewSubject({ ...recording, review: { request } })).toBe(text);
  });
});
