import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { loadKindsInFolders } from "../../../../lib/cli/kinds/kinds.ts";
import { dev } from "../../../../lib/cli/verbs/dev/dev.ts";
import { type DevPage, startPage } from "../../../../lib/cli/verbs/dev/page/page.ts";
import { pageFile } from "../../../../lib/cli/verbs/dev/page/page-files.ts";
import { fixedLookup } from "../../../../lib/cluster/fixed-lookup.ts";
import type { Converter } from "../../../../lib/converter/converter.ts";
import { mapsIn } from "../../../../lib/json/members.ts";
import { ok } from "../../../../lib/json/result.ts";
import type { JsonObject, JsonValue } from "../../../../lib/json/value.ts";
import { stringify } from "../../../../lib/json/write.ts";
import { defineKind, type Kind, type KindDeclaration } from "../../../../lib/kind/kind.ts";
import { deadlineOf } from "../../../../lib/request/deadline.ts";
import { createService } from "../../../../lib/service/service.ts";
import {
  database,
  databaseConversions,
  databaseCrd,
  databaseFolder,
} from "../../../support/database-kind.ts";
import { devServer } from "../../../support/dev-server.ts";
import {
  callPage,
  followPage,
  ownHeaders,
  type PageAddress,
  pageAddress,
} from "../../../support/page-client.ts";
import { admissionReview, conversionReview } from "../../../support/reviews.ts";
import { runCommand } from "../../../support/run-command.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function page(kinds: readonly Kind[] = []): Promise<DevPage & { at: PageAddress }> {
  const started = await startPage(0);
  closing.push(started.close);
  started.show({ kinds: kinds.map((kind) => ({ kind, folder: "kinds/it" })), problems: [] });
  return { ...started, at: pageAddress(started.url) };
}

const same: Converter = ({ body, labels, annotations }) => ok({ body, labels, annotations });

/** A kind whose versions have the same fields, of any form. */
function looseKind(
  versions: readonly [string, string],
  samples: readonly JsonObject[] = [],
  admission: KindDeclaration["admission"] = { at: versions[0] },
): Kind {
  const [from, to] = versions;
  const schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  return defineKind({
    crd: {
      group: "example.com",
      kind: "Crate",
      plural: "crates",
      scope: "Namespaced",
      versions: versions.map((name) => ({ name, served: true, storage: name === to, schema })),
    },
    edges: [{ from, to, forward: same, backward: same }],
    samples,
    admission,
  });
}

function box(spec: JsonObject, metadata: JsonObject = {}): JsonObject {
  return {
    apiVersion: "example.com/v1",
    kind: "Crate",
    metadata: { name: "one", ...metadata },
    spec,
  };
}

/** The events with everything that the page shows. */
async function shown({ at }: { readonly at: PageAddress }): Promise<string> {
  const events = await followPage(at);
  const { text } = await events.next("state");
  events.end();
  return text;
}

describe("access to the page", () => {
  test.each<{ name: string; path?: string; headers: Record<string, string>; status: number }>([
    { name: "a foreign Host", path: "/", headers: { Host: "evil.example" }, status: 403 },
    { name: "a Host of another port", path: "/", headers: { Host: "127.0.0.1:1" }, status: 403 },
    { name: "localhost", path: "/", headers: { Host: "localhost" }, status: 403 },
    { name: "a foreign Host for events", headers: { Host: "evil.example" }, status: 403 },
    { name: "a foreign Origin", headers: { Origin: "http://evil.example" }, status: 403 },
    { name: "the Origin null", headers: { Origin: "null" }, status: 403 },
    {
      name: "a foreign Origin for a file",
      path: "/",
      headers: { Origin: "http://evil.example" },
      status: 403,
    },
    {
      name: "no Origin, from another site",
      headers: { "Sec-Fetch-Site": "cross-site" },
      status: 403,
    },
    { name: "no Origin, and not a browser", headers: { "Sec-Fetch-Site": "" }, status: 403 },
    { name: "no token", headers: { Authorization: "" }, status: 401 },
    { name: "a wrong token", headers: { Authorization: `Bearer ${"A".repeat(43)}` }, status: 401 },
    { name: "a path that is not served", path: "/client/../page.ts", headers: {}, status: 404 },
    { name: "a token in the query", path: "/events?token=x", headers: {}, status: 404 },
  ])(
    "of a request with $name has status $status",
    async ({ path = "/events", headers, status }) => {
      const { at } = await page();
      const reply = await callPage(at, path, { ...ownHeaders(at), ...headers });
      expect(reply.status).toBe(status);
      expect(reply.headers["content-security-policy"]).toMatch(/^default-src 'none';/);
      expect(reply.body).not.toContain(at.token);
    },
  );

  test.each(["POST", "PUT", "DELETE", "OPTIONS", "HEAD"])("with %s is refused", async (method) => {
    const { at } = await page();
    for (const path of ["/", "/events", "/convert"]) {
      const reply = await callPage(at, path, ownHeaders(at), method);
      expect(reply.status).toBe(405);
      expect(reply.headers["allow"]).toBe("GET");
    }
  });

  test("is allowed with its own Origin and the token of this start, which differs at each start", async () => {
    const [first, second] = [await page(), await page()];
    const events = await followPage(first.at);
    expect((await events.next("state")).data).toMatchObject({ kinds: [], reviews: [] });
    events.end();
    expect(first.at.token).toMatch(/^[\w-]{43}$/);
    expect((await callPage(second.at, "/events", ownHeaders(first.at))).status).toBe(401);
  });

  test("is refused for a ninth tab", async () => {
    const { at } = await page();
    const tabs = await Promise.all(Array.from({ length: 8 }, () => followPage(at)));
    expect((await callPage(at, "/events", ownHeaders(at))).status).toBe(503);
    for (const tab of tabs) tab.end();
  });

  test.each(["127.0.0.2", "::1"])(
    "is impossible at %s: it listens on 127.0.0.1 alone",
    async (host) => {
      const { at } = await page();
      const socket = connect({ host, port: at.port });
      const [fault] = await once(socket, "error");
      expect(fault).toMatchObject({ code: expect.stringMatching(/ECONNREFUSED|EADDRNOTAVAIL/) });
    },
  );
});

describe("the files of the page", () => {
  const names = ["page", "crosswalk", "elements", "events", "object"];
  const files = ["/", "/page.css", ...names.map((name) => `/client/${name}.ts`)];

  test("are served with their type, and may not be framed or cached", async () => {
    const { at } = await page();
    for (const path of files) {
      const { status, headers, body } = await callPage(at, path);
      expect(status).toBe(200);
      expect(headers["content-type"]).toMatch(/^text\/(html|css|javascript); charset=utf-8$/);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
        "cross-origin-resource-policy": "same-origin",
      });
      expect(body).toBe(pageFile(path)?.text);
    }
  });

  test("have a policy that allows these files only, and nothing inline", async () => {
    const { at } = await page();
    const { headers } = await callPage(at, "/");
    const policy = String(headers["content-security-policy"]);
    expect(policy.split("; ").slice(0, 4)).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
    ]);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  test("need nothing that the policy forbids, and create no markup from text", () => {
    for (const path of files) {
      const text = pageFile(path)?.text ?? "";
      expect(text).not.toMatch(
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|srcdoc|\beval\b|new Function/,
      );
      expect(text).not.toMatch(/https?:\/\/(?!www\.w3\.org\/2000\/svg")/);
      if (path === "/") expect(text).not.toMatch(/<script>|<style|\son\w+=|\sstyle=/);
    }
  });

  test("show markup in a field and in a version's name as text", async () => {
    const script = "<script>alert(1)</script>\n\ndata: {}\n\n";
    const kind = looseKind(["v1", script], [box({ field: script }, { name: script })]);
    const started = await page([kind]);
    const events = await followPage(started.at);
    const { data, text } = await events.next("state");
    events.end();
    expect(text).not.toContain("\n");
    expect(data).toMatchObject({
      kinds: [
        {
          versions: ["v1", `${script} (stored)`],
          samples: [{ name: script, versions: [{ name: "v1" }, { name: script }] }],
        },
      ],
    });
    const reply = await callPage(started.at, "/");
    expect(reply.body).not.toContain("alert");
  });
});

describe("the page masks", () => {
  const pem = "-----BEGIN PRIVATE KEY-----\nMIIC\n-----END PRIVATE KEY-----";

  test.each<{ name: string; spec: JsonObject; metadata?: JsonObject }>([
    { name: "a password", spec: { password: "hunter2" } },
    {
      name: "a value whose name has several words",
      spec: { db: { adminAccessTokens: ["hunter2"] } },
    },
    { name: "a number", spec: { passcode: 72_772 } },
    { name: "a value below a Secret-like name", spec: { credentials: { user: "hunter2" } } },
    { name: "data, as recordings never contain it", spec: { data: { a: "hunter2" } } },
    {
      name: "the value of an entry with a name",
      spec: { env: [{ name: "DB_PASSWORD", value: "hunter2" }] },
    },
    { name: "a private key under any name", spec: { pem } },
    { name: "an address with a password", spec: { at: "postgres://me:hunter2@db/x" } },
    {
      name: "the same value under another name",
      spec: { token: "hunter2", note: "it is hunter2." },
    },
    {
      name: "an annotation that quotes the object",
      spec: {},
      metadata: { annotations: { last: '{"spec":{"password":"hunter2"}}' } },
    },
    {
      name: "a packed annotation",
      spec: {},
      metadata: { annotations: { "example.com/kept": "z:hunter2" } },
    },
    { name: "a label", spec: {}, metadata: { labels: { token: "hunter2" } } },
    { name: "managedFields", spec: {}, metadata: { managedFields: [{ manager: "hunter2" }] } },
  ])("$name", async ({ spec, metadata }) => {
    const object = box({ size: "large", ...spec }, metadata);
    const text = await shown(await page([looseKind(["v1", "v2"], [object])]));
    expect(text).toContain("large");
    expect(text).not.toMatch(/hunter2|72772|MIIC/);
  });

  const secretCrd = databaseCrd
    .replace(
      "storageSize: { type: string }",
      "password: { type: string }\n              pin: { type: string, format: password }",
    )
    .replace(
      "sizeGi: { type: integer, format: int64 }",
      "auth: { type: object, properties: { value: { type: string }, pin: { type: string } } }",
    );
  const secretConversion = databaseConversions.whole.replace(
    /- \{ quantity.*\n/,
    "- { move: spec.password, to: spec.auth.value }\n- { move: spec.pin, to: spec.auth.pin }\n",
  );

  test("a value that is a password in another version, or by the schema", async () => {
    const { kinds, remove } = await databaseFolder(secretConversion, { "crd.yaml": secretCrd });
    closing.push(remove);
    const [found] = await loadKindsInFolders([kinds], "refused", false);
    if (found === undefined) throw new Error("there is no kind");
    const samples = [
      database("v1", { engine: "Postgres", auth: { value: "hunter2", pin: "72772" } }),
      database("v1beta1", { engineType: "mysql", password: "hunter2", pin: "72772" }),
    ];
    const started = await page([{ ...found.kind, samples }]);
    const text = await shown(started);
    expect(text).not.toMatch(/hunter2|72772/);
    expect(text).toContain("value: MASKED");
    expect(text).toContain("password: MASKED");
    expect(text).toContain("Postgres");
  });
});

describe("the page shows reviews", () => {
  async function served(kind = looseKind(["v1", "v2"])) {
    const started = await page([kind]);
    const events = await followPage(started.at);
    closing.push(events.end);
    await events.next("state");
    const service = started.observed(
      createService({
        kinds: [kind],
        lookup: fixedLookup([], []),
        log: started.onLogLine,
      }),
    );
    const ask = async (verb: "convert" | "validate", review: JsonValue) => {
      await service.answer(verb, stringify(review), deadlineOf(null));
      return events.next("review");
    };
    return { ...started, ask };
  }

  test("as they arrive, masked, with their objects in every version", async () => {
    const { ask } = await served();
    const object = box({ size: "large", password: "hunter2" });
    const { data, text } = await ask("convert", conversionReview("example.com/v2", [object]));
    expect(data).toMatchObject({
      verb: "convert",
      kind: "Crate.example.com",
      subject: "v1 → v2 (1)",
      outcome: "converted",
      hasSucceeded: true,
      objects: [{ name: "one", version: "v1", versions: [{ name: "v1" }, { name: "v2" }] }],
    });
    expect(text).toContain("large");
    expect(text).not.toContain("hunter2");
  });

  test("of admission with their object", async () => {
    const { ask } = await served();
    const { data } = await ask("validate", admissionReview({ object: box({ size: "large" }) }));
    expect(data).toMatchObject({
      verb: "validate",
      outcome: "allowed",
      objects: [{ name: "one" }],
    });
  });

  test("with a message without the values that it quotes", async () => {
    const quoting: KindDeclaration["admission"] = {
      at: "v1",
      validate: (object) => `not ${stringify(object)}`,
    };
    const { ask } = await served(looseKind(["v1", "v2"], [], quoting));
    const object = box({ size: "large", token: 'hunter"2' });
    const { data, text } = await ask("validate", admissionReview({ object }));
    expect(data).toMatchObject({ outcome: "denied", hasSucceeded: false });
    expect(stringify(data["notes"] ?? [])).toMatch(/large.*MASKED/);
    expect(text).not.toMatch(/hunter|\\"2/);
  });

  test("up to the last 100", async () => {
    const started = await served();
    for (let at = 1; at <= 101; at++) {
      await started.ask("convert", conversionReview("example.com/v2", [box({ at })]));
    }
    const events = await followPage(started.at);
    const { data } = await events.next("state");
    events.end();
    const ids = mapsIn(data["reviews"]).map((review) => review["id"]);
    expect(ids).toHaveLength(100);
    expect(ids[0]).toBe(101);
    expect(ids.at(-1)).toBe(2);
  });

  test("with few objects of a long list, and a note about it", async () => {
    const { ask } = await served();
    const many = Array.from({ length: 12 }, (_, at) => box({ at }, { name: `box-${at}` }));
    const { data } = await ask("convert", conversionReview("example.com/v2", many));
    expect(data["objects"]).toHaveLength(5);
    expect(data["more"]).toBe(7);
  });
});

describe("customhouse dev", () => {
  const { whole, undecided } = databaseConversions;
  const files = {
    "kinds/database/crd.yaml": databaseCrd,
    "kinds/database/conversion.yaml": whole,
    "kinds/database/samples/orders.yaml": `apiVersion: example.com/v1beta1
kind: Database
metadata: { name: orders, namespace: default }
spec: { engineType: postgres, backupInterval: 60s }
`,
  };

  test("shows each saved change, or its problem, and closes the page when it ends", async () => {
    const running = await devServer(files, "--no-check");
    closing.push(() => running.child.kill());
    const at = pageAddress((await running.said(/^the page: /)).slice("the page: ".length));
    const events = await followPage(at);
    expect((await events.next("state")).text).toContain("engine: Postgres\\n");

    running.save("kinds/database/conversion.yaml", whole.replace("Postgres", "PostgreSQL"));
    await events.next("state", (data) => stringify(data).includes("engine: PostgreSQL\\n"));

    running.save("kinds/database/conversion.yaml", undecided);
    // A save may be read half written, which is another problem for a moment.
    const { data } = await events.next("state", ({ problems }) =>
      stringify(problems ?? []).includes("E101"),
    );
    expect(data["problems"]).toEqual([
      {
        folder: "kinds/database",
        served: "Database.example.com",
        text: expect.stringMatching(/conversion\.yaml:3:1: E101 `spec\.backupInterval`/),
      },
    ]);
    expect(stringify(data["kinds"] ?? [])).toContain("engine: PostgreSQL\\n");

    await running.ask(
      "/convert",
      conversionReview("example.com/v1", [database("v1beta1", { engineType: "mysql" })]),
    );
    expect((await events.next("review")).data).toMatchObject({ subject: "v1beta1 → v1 (1)" });

    expect(await running.stop()).toBe(0);
    await expect(callPage(at, "/")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  test("has no page with --no-page", async () => {
    const running = await devServer(files, "--no-check", "--no-page");
    expect(await running.said(/the page|Database/)).toMatch(/^Database/);
    expect(await running.stop()).toBe(0);
  });

  test.each([
    { words: ["--page", "many"], text: '--page takes a number from 0 to 65535, not "many"' },
    { words: ["--page", "1", "--no-page"], text: "--page and --no-page contradict each other" },
  ])("refuses $words", async ({ words, text }) => {
    const { kinds, remove } = await databaseFolder(whole);
    closing.push(remove);
    const ran = await runCommand(dev, ["--port", "0", "--ca", kinds, "--kinds", kinds, ...words]);
    expect(ran.code).toBe(2);
    expect(ran.error).toContain(text);
  });
});
