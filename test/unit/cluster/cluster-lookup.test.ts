import type { RequestListener, ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ClusterConnection, connectCluster } from "../../../lib/cluster/cluster-lookup.ts";
import type { Lookup } from "../../../lib/cluster/lookup.ts";
import { assign, type JsonObject, type MutableJsonObject } from "../../../lib/json/value.ts";
import { type ApiServer, send, startApiServer } from "../../support/api-server.ts";

const type = { group: "g.example.com", version: "v1", resource: "toppings" };
const key = { ...type, name: "tomato" };
const inSpace = {
  group: "",
  version: "v1",
  resource: "configmaps",
  namespace: "n",
  name: "tomato",
};
const token = "planted-token";

let server: ApiServer;
let connection: ClusterConnection;
let lookup: Lookup;

beforeAll(async () => {
  server = await startApiServer();
});

afterAll(() => server.close());

beforeEach(() => {
  server.requests.length = 0;
  connection = connectCluster({ server: server.url, certificateAuthority: server.ca, token });
  lookup = connection.lookup();
});

afterEach(() => connection.close());

/** A signal of a review that has all the time it needs. */
function calm(): AbortSignal {
  return new AbortController().signal;
}

function topping(name: string, more: JsonObject = {}): JsonObject {
  return { apiVersion: "g.example.com/v1", kind: "Topping", metadata: { name }, ...more };
}

function configMap(namespace: string): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "tomato", namespace } };
}

function metadataOf(object: JsonObject): JsonObject {
  return { ...object, apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadata" };
}

function status(code: number, reason: string, details: JsonObject = {}, message = "m"): JsonObject {
  const head = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure" };
  return { ...head, message, reason, details, code };
}

const about = { name: "tomato", group: type.group, kind: "toppings" };
const absent = status(404, "NotFound", about);

/** Responds with a status and JSON. */
function json(code: number, body: JsonObject): RequestListener {
  return (_, response) => send(response, code, body);
}

function text(code: number, body: string, headers = {}): RequestListener {
  return (_, response) =>
    void response.writeHead(code, { "content-type": "text/html", ...headers }).end(body);
}

describe("exists and get, for a response", () => {
  test("return an object that exists, with its numbers as the server wrote them", async () => {
    server.answer((_, response) => {
      response.end(
        '{"apiVersion":"g.example.com/v1","kind":"Topping","metadata":{"name":"tomato"},"n":9007199254740993,"__proto__":{"a":1}}',
      );
    });
    const expected: MutableJsonObject = { ...topping("tomato", { n: 9007199254740993n }) };
    assign(expected, "__proto__", { a: 1 });
    const found = await lookup.get(key, calm());
    expect(found).toEqual(expected);
    expect(Object.keys(found ?? {})).toContain("__proto__");
    expect(await lookup.exists(key, calm())).toBe(true);
    expect(server.requests.map(({ path, headers }) => [path, headers.accept])).toEqual([
      ["/apis/g.example.com/v1/toppings/tomato", "application/json"],
      [
        "/apis/g.example.com/v1/toppings/tomato",
        "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1, application/json",
      ],
    ]);
  });

  test("return a frozen object, because it may be remembered for other reviews", async () => {
    server.answer(json(200, topping("tomato", { spec: { cost: 1 } })));
    const found = await lookup.get(key, calm());
    expect(Object.isFrozen(found) && Object.isFrozen(found?.["spec"])).toBe(true);
  });

  test("exists requests metadata alone", async () => {
    server.answer(json(200, metadataOf(topping("tomato"))));
    expect(await lookup.exists(key, calm())).toBe(true);
  });

  test("find an object of a namespace in that namespace only", async () => {
    server.answer(json(200, configMap("n")));
    expect(await lookup.exists(inSpace, calm())).toBe(true);
    expect(await lookup.get(inSpace, calm())).toEqual(configMap("n"));
    expect(server.requests[0]?.path).toBe("/api/v1/namespaces/n/configmaps/tomato");
  });

  test("return false and undefined if the server's Status says that there is no object", async () => {
    server.answer(json(404, absent));
    expect(await lookup.exists(key, calm())).toBe(false);
    expect(await lookup.get(key, calm())).toBeUndefined();
  });

  test("add no group to an object of a built-in type, like the server", async () => {
    server.answer(json(404, status(404, "NotFound", { name: "tomato", kind: "configmaps" })));
    expect(await lookup.exists(inSpace, calm())).toBe(false);
    expect(await lookup.get(inSpace, calm())).toBeUndefined();
  });

  test("do not take a missing namespace for a missing object", async () => {
    server.answer(json(404, status(404, "NotFound", { name: "tomato", kind: "namespaces" })));
    const inTomato = { ...inSpace, namespace: "tomato" };
    await expect(lookup.exists(inTomato, calm())).rejects.toThrow(/does not serve configmaps/);
    await expect(lookup.get(inTomato, calm())).rejects.toThrow(/does not serve configmaps/);
  });

  test.each(["", ".", "..", "../x", "a/b", "%2e%2e", "\ud800"])(
    "%j is not a possible name: no request is sent",
    async (name) => {
      server.answer(json(200, topping(name)));
      expect(await lookup.exists({ ...type, name }, calm())).toBe(false);
      expect(await lookup.get({ ...type, name }, calm())).toBeUndefined();
      expect(await lookup.exists({ ...inSpace, namespace: name }, calm())).toBe(false);
      expect(await lookup.get({ ...inSpace, namespace: name }, calm())).toBeUndefined();
      expect(await lookup.list({ ...type, namespace: name }, calm())).toEqual([]);
      expect(server.requests).toEqual([]);
    },
  );
});

/** Sends the start of a response and no more. */
function begin(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json", "content-length": 1000 });
  response.write('{"apiVersion":');
}

const faults: readonly { name: string; listener: RequestListener; message: RegExp }[] = [
  {
    name: "401",
    listener: json(401, status(401, "Unauthorized")),
    message: /credentials \(401\): they have expired .* `customhouse manifests`/,
  },
  {
    name: "403",
    listener: json(403, status(403, "Forbidden")),
    message:
      /forbids the webhook to get toppings\.g\.example\.com \(403\): its role must allow the verb "get" on the resource "toppings" of the API group "g\.example\.com"/,
  },
  {
    name: "404 of a type",
    listener: text(404, "404 page not found\n"),
    message:
      /does not serve toppings\.g\.example\.com in version v1 .* \(404\): install its CustomResourceDefinition/,
  },
  { name: "404 of a proxy", listener: text(404, "<html>"), message: /does not serve .* "server"/ },
  {
    name: "404 about another object",
    listener: json(404, status(404, "NotFound", { ...about, name: "salami" })),
    message: /does not serve/,
  },
  {
    name: "404 about an object of that name in another type",
    listener: json(404, status(404, "NotFound", { ...about, kind: "namespaces" })),
    message: /does not serve/,
  },
  {
    name: "404 about an object of that name in another group",
    listener: json(404, status(404, "NotFound", { ...about, group: "other.example.com" })),
    message: /does not serve/,
  },
  {
    name: "404 about a name alone",
    listener: json(404, status(404, "NotFound", { name: "tomato" })),
    message: /does not serve/,
  },
  {
    name: "404 whose details are texts of a proxy",
    listener: json(404, { ...absent, details: "tomato" }),
    message: /does not serve/,
  },
  {
    name: "404 about no object",
    listener: json(404, status(404, "NotFound")),
    message: /does not serve/,
  },
  {
    name: "404 for another reason",
    listener: json(404, status(404, "Gone", about)),
    message: /does not serve/,
  },
  {
    name: "404 that is not a Status",
    listener: json(404, { ...absent, kind: "State" }),
    message: /does not serve/,
  },
  {
    name: "404 in a future version of Status",
    listener: json(404, { ...absent, apiVersion: "v2" }),
    message: /does not serve/,
  },
  {
    name: "429",
    listener: text(429, "slow down", { "retry-after": "1" }),
    message: /overloaded \(429\)/,
  },
  {
    name: "500",
    listener: json(500, status(500, "InternalError")),
    message: /API server failed \(500\)/,
  },
  { name: "503", listener: text(503, ""), message: /API server failed \(503\)/ },
  {
    name: "a redirect",
    listener: text(302, "", { location: "/elsewhere" }),
    message: /redirect \(302\), which is not followed; .*"server"/,
  },
  {
    name: "a permanent redirect",
    listener: text(308, "", { location: "https://127.0.0.1:1/" }),
    message: /redirect \(308\)/,
  },
  { name: "400", listener: text(400, "no"), message: /refused the request \(400\)/ },
  { name: "204", listener: text(204, ""), message: /refused the request \(204\)/ },
  {
    name: "410 of one object",
    listener: json(410, status(410, "Expired")),
    message: /refused the request \(410\)/,
  },
  {
    name: "HTML",
    listener: text(200, "<html>login</html>"),
    message: /did not come from the cluster.s API server: it is not JSON; .*"server"/,
  },
  { name: "an empty body", listener: text(200, ""), message: /not JSON/ },
  {
    name: "JSON that ends early",
    listener: text(200, '{"apiVersion":"g.example.com/v1"'),
    message: /not JSON/,
  },
  {
    name: "bytes that are not UTF-8",
    listener: (_, response) => void response.end(Buffer.from([0x22, 0xff, 0x22])),
    message: /not JSON/,
  },
  { name: "a list", listener: (_, response) => void response.end("[]"), message: /not an object/ },
  {
    name: "another version",
    listener: json(200, { ...topping("tomato"), apiVersion: "g.example.com/v2" }),
    message: /another kind or version/,
  },
  {
    name: "no kind",
    listener: json(200, { ...topping("tomato"), kind: "" }),
    message: /another kind or version/,
  },
  { name: "a Status", listener: json(200, absent), message: /another kind or version/ },
  { name: "another name", listener: json(200, topping("salami")), message: /another object/ },
  {
    name: "no metadata",
    listener: json(200, { ...topping("tomato"), metadata: [] }),
    message: /another object/,
  },
  {
    name: "a namespace",
    listener: json(200, topping("tomato", { metadata: { name: "tomato", namespace: "n" } })),
    message: /another object/,
  },
  {
    name: "a closed connection",
    listener: ({ socket }) => void socket.destroy(),
    message: /closed before the response was complete/,
  },
  {
    name: "a body that is cut off",
    listener: ({ socket }, response) => {
      begin(response);
      setImmediate(() => socket.destroy());
    },
    message: /closed before the response was complete/,
  },
  {
    name: "a response that is not HTTP",
    listener: ({ socket }) => void socket.end("SSH-2.0-OpenSSH\r\n\r\n"),
    message: /does not speak HTTP/,
  },
  {
    name: "endless headers",
    listener: text(200, "", { "x-long": "x".repeat(20_000) }),
    message: /does not speak HTTP|cut/,
  },
];

describe("a response that is not a valid result", () => {
  describe.each(faults)("$name", ({ listener, message }) => {
    test.each(["exists", "get"] as const)(
      "%s throws LookupUnavailable with a remedy",
      async (verb) => {
        server.answer(listener);
        const asked = lookup[verb](key, calm());
        await expect(asked).rejects.toMatchObject({ name: "LookupUnavailable" });
        await expect(asked).rejects.toThrow(message);
      },
    );

    test("the message contains no address, and neither it nor the log has the token", async () => {
      server.answer(listener);
      const thrown = await lookup.get(key, calm()).catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(Error);
      expect(textsOf(thrown)[0]).not.toMatch(/127\.0\.0\.1|localhost|https:/);
      expect(textsOf(thrown).join()).not.toContain(token);
    });

    test("the failure is not remembered", async () => {
      server.answer(listener);
      await expect(lookup.exists(key, calm())).rejects.toThrow(message);
      server.answer(json(200, topping("tomato")));
      expect(await lookup.exists(key, calm())).toBe(true);
    });
  });

  test("an object of another namespace is not a result", async () => {
    server.answer(json(200, configMap("other")));
    await expect(lookup.get(inSpace, calm())).rejects.toThrow(/another object/);
  });

  test("the remedy for a role names the core group and the namespace", async () => {
    server.answer(json(403, status(403, "Forbidden")));
    await expect(lookup.get(inSpace, calm())).rejects.toThrow(
      /get configmaps \(403\).* of the API group "" in the namespace "[^"]*"/,
    );
  });

  test.each([
    { name: "a built-in type", body: status(404, "NotFound") },
    { name: "a Status without details", body: { kind: "Status", apiVersion: "v1" } },
  ])("throws for $name that is not served in namespaces", async ({ body }) => {
    server.answer(json(404, body));
    await expect(lookup.exists(inSpace, calm())).rejects.toThrow(
      /does not serve configmaps in version v1 in namespaces \(404\): use a resource and version that it serves/,
    );
  });

  test("throws for metadata that is not an object", async () => {
    server.answer(json(200, metadataOf(topping("tomato"))));
    await expect(lookup.get(key, calm())).rejects.toThrow(/another kind or version/);
  });

  test("throws without the token if a proxy repeats it", async () => {
    server.answer(({ headers }, response) => {
      send(response, 403, status(403, "Forbidden", {}, `got ${headers.authorization}`));
    });
    const thrown = await lookup.get(key, calm()).catch((error: unknown) => error);
    expect(textsOf(thrown)[1]).toContain("got Bearer (token)");
    expect(textsOf(thrown).join()).not.toContain(token);
  });

  test("throws for a response beyond the size limit, of which no more is read", async () => {
    const small = connectCluster(
      { server: server.url, certificateAuthority: server.ca },
      { maxObjectBytes: 1000 },
    );
    server.answer(json(200, topping("tomato", { spec: "x".repeat(2000) })));
    const asked = small.lookup().get(key, calm());
    await expect(asked).rejects.toThrow(/larger than a lookup may read; use `lookup.exists`/);
    small.close();
  });
});

/** The message and the cause, as user and log see them. */
function textsOf(thrown: unknown): readonly string[] {
  return thrown instanceof Error
    ? [thrown.message, thrown.cause instanceof Error ? String(thrown.cause.stack) : ""]
    : [];
}

describe("list", () => {
  const page = (names: readonly string[], next = ""): JsonObject => ({
    apiVersion: "g.example.com/v1",
    kind: "ToppingList",
    metadata: { continue: next },
    items: names.map((name) => topping(name)),
  });
  const paths = () => server.requests.map(({ path }) => path);
  const first = "/apis/g.example.com/v1/toppings?limit=500";

  test("reads every page, in the server's order", async () => {
    server.answer(({ url = "" }, response) => {
      send(response, 200, url.includes("continue") ? page(["a"]) : page(["c", "b"], "to=ken&?"));
    });
    const found = await lookup.list(type, calm());
    expect(found).toEqual([topping("c"), topping("b"), topping("a")]);
    expect(paths()).toEqual([first, `${first}&continue=to%3Dken%26%3F`]);
    expect(Object.isFrozen(found) && Object.isFrozen(found[0])).toBe(true);
  });

  test("adds the type to items of built-in types", async () => {
    const items = [{ metadata: { name: "a", namespace: "n" }, data: {} }];
    server.answer(json(200, { apiVersion: "v1", kind: "ConfigMapList", metadata: {}, items }));
    expect(await lookup.list(inSpace, calm())).toEqual([
      { apiVersion: "v1", kind: "ConfigMap", ...items[0] },
    ]);
    expect(paths()).toEqual(["/api/v1/namespaces/n/configmaps?limit=500"]);
  });

  test("returns an empty list without items", async () => {
    server.answer(json(200, { apiVersion: "g.example.com/v1", kind: "ToppingList", items: null }));
    expect(await lookup.list(type, calm())).toEqual([]);
  });

  test("starts the list over once after an expired page", async () => {
    let expired = 0;
    server.answer(({ url = "" }, response) => {
      if (!url.includes("continue")) return send(response, 200, page(["a"], "t"));
      if (expired++ === 0) return send(response, 410, status(410, "Expired"));
      return send(response, 200, page(["b"]));
    });
    expect(await lookup.list(type, calm())).toEqual([topping("a"), topping("b")]);
    expect(paths()).toEqual([first, `${first}&continue=t`, first, `${first}&continue=t`]);
  });

  test("throws after a second expired page", async () => {
    server.answer(({ url = "" }, response) => {
      if (!url.includes("continue")) return send(response, 200, page(["a"], "t"));
      return send(response, 410, status(410, "Expired"));
    });
    await expect(lookup.list(type, calm())).rejects.toThrow(/\(410\)/);
    expect(server.requests).toHaveLength(4);
  });

  test.each([
    { name: "objects", limits: { maxListObjects: 3 } },
    { name: "bytes", limits: { maxListBytes: 400 } },
  ])("throws for too many $name, however many pages they come in", async ({ limits }) => {
    const small = connectCluster({ server: server.url, certificateAuthority: server.ca }, limits);
    server.answer(json(200, page(["a", "b"], "t")));
    await expect(small.lookup().list(type, calm())).rejects.toThrow(
      /more toppings\.g\.example\.com than a lookup may read; look up one object by its name/,
    );
    expect(server.requests.length).toBeLessThan(4);
    small.close();
  });

  test.each([
    {
      name: "403",
      listener: json(403, status(403, "Forbidden")),
      message: /must allow the verb "list"/,
    },
    { name: "404", listener: json(404, absent), message: /does not serve/ },
    {
      name: "410 at the first page",
      listener: json(410, status(410, "Expired")),
      message: /\(410\)/,
    },
    { name: "one object", listener: json(200, topping("tomato")), message: /not a list/ },
    {
      name: "items of another type",
      listener: json(200, { ...page([]), items: {} }),
      message: /not a list/,
    },
    {
      name: "an item that is not an object",
      listener: json(200, { ...page([]), items: [1] }),
      message: /than requested|other objects/,
    },
    {
      name: "an item without a name",
      listener: json(200, { ...page([]), items: [{ metadata: {} }] }),
      message: /than requested|other objects/,
    },
    {
      name: "another version",
      listener: json(200, { ...page([]), apiVersion: "v1" }),
      message: /another kind or version/,
    },
  ])("throws for $name", async ({ listener, message }) => {
    server.answer(listener);
    await expect(lookup.list(type, calm())).rejects.toThrow(message);
  });

  test("throws for an item of another namespace", async () => {
    const items = [{ metadata: { name: "a", namespace: "other" } }];
    server.answer(json(200, { apiVersion: "v1", kind: "ConfigMapList", metadata: {}, items }));
    await expect(lookup.list(inSpace, calm())).rejects.toThrow(/than requested|other objects/);
  });
});
