import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { metricEntry } from "../../../lib/hosts/lambda/metrics.ts";
import { errorFrames, errorText, type LogLine, logEntry } from "../../../lib/request/log.ts";

const planted = "planted-5ecret";

const line: LogLine = {
  uid: "u",
  requestId: "r",
  cluster: "eu",
  key: "previous",
  verb: "convert",
  kind: "CronTab.example.com",
  from: "v1beta1",
  to: "v1",
  outcome: "failed",
  status: 200,
  failureClass: "conversion_webhook_malformed_response_failure",
  message: planted,
  objects: 3,
  unparsed: [planted, planted],
  stash: { stale: 1, heldBack: 2 },
  bytes: 900,
  ms: 1.5,
  cold: true,
  thrown: Object.assign(
    new TypeError(planted, { cause: new Error(`${planted}\n    at planted`) }),
    {
      code: "ECONNREFUSED",
    },
  ),
};

describe("logEntry", () => {
  test("contains names and numbers, and no text that may quote an object", () => {
    const { error, ...entry } = logEntry(line);
    expect(entry).toEqual({
      uid: "u",
      requestId: "r",
      cluster: "eu",
      key: "previous",
      verb: "convert",
      kind: "CronTab.example.com",
      from: "v1beta1",
      to: "v1",
      outcome: "failed",
      status: 200,
      failureClass: "conversion_webhook_malformed_response_failure",
      objects: 3,
      unparsed: 2,
      stale: 1,
      heldBack: 2,
      bytes: 900,
      ms: 1.5,
      cold: true,
    });
    expect(error).toMatch(/^TypeError ECONNREFUSED\n +at .+\n {2}by Error\n +at /s);
    expect(error).not.toContain("planted");
  });

  test("omits what is unknown", () => {
    expect(logEntry({ outcome: "refused", status: 404 })).toEqual({
      outcome: "refused",
      status: 404,
    });
  });
});

describe("texts from a caller", () => {
  const textFields = [
    "uid",
    "requestId",
    "cluster",
    "kind",
    "from",
    "to",
    "operation",
    "requested",
    "client",
    "reason",
  ] as const;

  test.each(textFields)("are cut: %s", (field) => {
    const entry = logEntry({ outcome: "failed", status: 200, [field]: "a".repeat(1_000_000) });
    expect(String(entry[field])).toMatch(/^a+…$/);
    expect(String(entry[field]).length).toBeLessThanOrEqual(1_001);
  });

  test("are not cut if they have a usual length", () => {
    const uid = "705ab4f5-6393-11e8-b7cc-42010a800002";
    expect(logEntry({ outcome: "failed", status: 200, uid })).toMatchObject({ uid });
  });

  test("contain no half of a surrogate pair", () => {
    const uid = `${"a".repeat(127)}😀b`;
    expect(logEntry({ outcome: "failed", status: 200, uid })["uid"]).toBe(`${"a".repeat(127)}…`);
  });

  test("contain no character that acts on a terminal", () => {
    const acts = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom(...textFields), (text, field) => {
        const entry = logEntry({ outcome: "failed", status: 200, [field]: text });
        expect(String(entry[field])).not.toMatch(acts);
      }),
    );
  });

  test.each([
    {
      name: "a character that reverses the direction of text",
      text: "a\u202eb",
      shown: "a\\u{202e}b",
    },
    { name: "a line feed", text: "a\nb", shown: "a\\u{a}b" },
    { name: "an escape sequence", text: "\u001b[31m", shown: "\\u{1b}[31m" },
    { name: "a C1 control", text: "\u009b", shown: "\\u{9b}" },
    { name: "a separator of lines", text: "\u2028", shown: "\\u{2028}" },
    { name: "a lone surrogate", text: "\ud800", shown: "\\u{d800}" },
    { name: "letters of any script", text: "größe 日本 😀", shown: "größe 日本 😀" },
  ])("show $name", ({ text, shown }) => {
    expect(logEntry({ outcome: "failed", status: 200, uid: text })["uid"]).toBe(shown);
  });
});

describe("errorText", () => {
  test("keeps its lines and escapes characters that act on a terminal", () => {
    const thrown = Object.assign(new Error(), { stack: "Error: a\u202e\u001b[2J\n    at b" });
    expect(errorText(thrown)).toBe("Error: a\\u{202e}\\u{1b}[2J\n    at b");
    expect(errorText("a\u0007")).not.toContain("\u0007");
  });
});

describe("errorFrames", () => {
  const named = Object.assign(new Error("m"), { name: `${planted}\n` });
  const stackless = Object.assign(new Error(planted), { stack: undefined });
  const forged = Object.assign(new Error("other"), { stack: `Error: ${planted}\n    at a` });
  test.each<{ name: string; thrown: unknown; text: RegExp }>([
    { name: "text", thrown: planted, text: /^string$/ },
    { name: "nothing", thrown: undefined, text: /^undefined$/ },
    { name: "an error without a stack", thrown: stackless, text: /^Error$/ },
    { name: "a stack without its message", thrown: forged, text: /^Error$/ },
    { name: "an invalid name", thrown: named, text: /^Error\n +at / },
    { name: "an empty message", thrown: new RangeError(""), text: /^RangeError\n +at / },
  ])("$name", ({ thrown, text }) => {
    expect(errorFrames(thrown)).toMatch(text);
    expect(errorFrames(thrown)).not.toContain(planted);
  });
});

describe("metricEntry", () => {
  const values = (entry: LogLine) => {
    const { Reviews, Failed, Denied, Unavailable, Refused } = metricEntry(entry, 0, "N");
    return { Reviews, Failed, Denied, Unavailable, Refused };
  };
  const none = { Reviews: 1, Failed: 0, Denied: 0, Unavailable: 0, Refused: 0 };

  test.each<{ name: string; line: LogLine; counts: object }>([
    {
      name: "converted",
      line: { verb: "convert", outcome: "converted", status: 200 },
      counts: none,
    },
    {
      name: "failed",
      line: { verb: "convert", outcome: "failed", status: 200 },
      counts: { ...none, Failed: 1 },
    },
    {
      name: "denied by a rule",
      line: { verb: "validate", outcome: "denied", status: 200 },
      counts: { ...none, Denied: 1 },
    },
    {
      name: "denied for a fault in the webhook",
      line: { verb: "mutate", outcome: "denied", status: 200, thrown: new Error() },
      counts: { ...none, Failed: 1 },
    },
    {
      name: "without a decision",
      line: { verb: "validate", outcome: "unavailable", status: 503 },
      counts: { ...none, Unavailable: 1 },
    },
    {
      name: "refused",
      line: { outcome: "refused", status: 404 },
      counts: { ...none, Reviews: 0, Refused: 1 },
    },
  ])("counts a review: $name", ({ line: one, counts }) => {
    expect(values(one)).toEqual(counts);
  });

  test("has what CloudWatch reads metrics from, and the log line", () => {
    const entry = metricEntry(line, 1_700_000_000_000, "N");
    expect(entry).toMatchObject({ ...logEntry(line), Verb: "convert", Cluster: "eu", Objects: 3 });
    const { _aws } = entry;
    expect(_aws).toMatchObject({
      Timestamp: 1_700_000_000_000,
      CloudWatchMetrics: [{ Namespace: "N", Dimensions: [["Verb"], ["Verb", "Cluster"]] }],
    });
    expect(JSON.stringify(entry)).not.toContain("planted");
  });

  test("counts remarks about values, and lists only metrics that occur, because each costs", () => {
    const listed = (one: LogLine) => {
      const entry = metricEntry(one, 0, "N");
      const named =
        JSON.stringify(entry["_aws"]).match(/"(?:Unparsed|Rounded|HeldBack|Lost)"/g) ?? [];
      const { Unparsed, Rounded, HeldBack, Lost } = entry;
      return {
        named: named.map((name) => JSON.parse(name)),
        values: [Unparsed, Rounded, HeldBack, Lost],
      };
    };
    const base: LogLine = { verb: "convert", outcome: "converted", status: 200 };
    expect(listed(base)).toEqual({
      named: [],
      values: [undefined, undefined, undefined, undefined],
    });
    expect(listed({ ...base, stash: { stale: 3, heldBack: 0 } }).named).toEqual([]);
    expect(
      listed({
        ...base,
        unparsed: ["a", "b"],
        rounded: ["c"],
        stash: { stale: 0, heldBack: 4 },
        lost: ["d", "e", "f"],
      }),
    ).toEqual({ named: ["Unparsed", "Rounded", "HeldBack", "Lost"], values: [2, 1, 4, 3] });
    expect(logEntry({ ...base, rounded: ["c"], lost: ["d"], undecided: 2 })).toMatchObject({
      rounded: 1,
      lost: 1,
      undecided: 2,
    });
  });

  test("counts admissions by the requested version and by client", () => {
    const admission: LogLine = {
      verb: "mutate",
      outcome: "allowed",
      status: 200,
      cluster: "eu",
      kind: "Pizza.example.com",
      requested: "v1beta1",
      client: "kubectl-client-side-apply",
    };
    const named = metricEntry({ ...admission, client: "somebody-1" }, 0, "N");
    expect(named).toMatchObject({ Client: "other", client: "somebody-1" });
    expect(metricEntry(admission, 0, "N")).toMatchObject({
      Requests: 1,
      Kind: "Pizza.example.com",
      Requested: "v1beta1",
      Client: "kubectl",
      _aws: {
        CloudWatchMetrics: [{}, { Dimensions: [["Cluster", "Kind", "Requested", "Client"]] }],
      },
    });
  });
});
