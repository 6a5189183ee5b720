import { X509Certificate } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClusterAccess, readAccess } from "../../../lib/cluster/access.ts";
import { connectCluster } from "../../../lib/cluster/cluster-lookup.ts";
import { type ApiServer, send, startApiServer } from "../../support/api-server.ts";

const key = { group: "g.example.com", version: "v1", resource: "toppings", name: "tomato" };
const topping = {
  apiVersion: "g.example.com/v1",
  kind: "Topping",
  metadata: { name: "tomato" },
};
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const wrapped = (text: string): string => base64(text).replace(/.{64}/g, "$&\n");

let server: ApiServer;
let stranger: ApiServer;

beforeAll(async () => {
  server = await startApiServer(["127.0.0.1"], { requestCert: true, rejectUnauthorized: false });
  stranger = await startApiServer();
  server.answer((_, response) => send(response, 200, topping));
});

afterAll(() => Promise.all([server.close(), stranger.close()]));

async function ask(access: Omit<ClusterAccess, "server">, path = ""): Promise<boolean> {
  server.requests.length = 0;
  const connection = connectCluster({ server: server.url + path, ...access });
  const answer = await connection.lookup().exists(key, new AbortController().signal);
  connection.close();
  return answer;
}

describe("connectCluster", () => {
  test.each([
    { form: "PEM", encode: (pem: string) => pem },
    { form: "base64 of PEM", encode: base64 },
    { form: "base64 in lines", encode: wrapped },
  ])("accepts certificates and keys as $form", async ({ encode }) => {
    const { cert, key: privateKey } = stranger.certificate;
    const clientCertificate = { cert: encode(cert), key: encode(privateKey) };
    expect(await ask({ certificateAuthority: encode(server.ca), clientCertificate })).toBe(true);
    const [request] = server.requests;
    expect(request?.fingerprint).toBe(new X509Certificate(cert).fingerprint256);
    expect(request?.headers).not.toHaveProperty("authorization");
  });

  test("sends a token without the line feed that a file adds", async () => {
    expect(await ask({ certificateAuthority: server.ca, token: "abc.def\n" })).toBe(true);
    expect(server.requests[0]?.headers.authorization).toBe("Bearer abc.def");
    expect(server.requests[0]?.fingerprint).toBe("");
  });

  test("prefixes the path of a server's url", async () => {
    expect(await ask({ certificateAuthority: server.ca }, "/k8s/clusters/c-1/")).toBe(true);
    expect(server.requests[0]?.path).toBe(
      "/k8s/clusters/c-1/apis/g.example.com/v1/toppings/tomato",
    );
  });

  test("makes each lookup fail with the name of a wrong setting, without its values", async () => {
    const lookup = connectCluster({ server: "http://10.1.2.3", token: "s3cret" }).lookup();
    const { signal } = new AbortController();
    const asked = [lookup.exists(key, signal), lookup.get(key, signal), lookup.list(key, signal)];
    const settled = await Promise.allSettled(asked);
    const reason = expect.objectContaining({
      name: "LookupUnavailable",
      message: expect.stringMatching(
        /^the cluster's entry in the webhook's secret is wrong: "server"/,
      ),
    });
    expect(settled).toEqual(asked.map(() => ({ status: "rejected", reason })));
    expect(String(settled.map((each) => each.status === "rejected" && each.reason))).not.toMatch(
      /10\.1|s3cret/,
    );
  });
});

describe("readAccess", () => {
  const good = "https://api.example.com";

  test.each([
    {
      name: "the port that https has",
      server: good,
      host: { hostname: "api.example.com", port: 443 },
    },
    {
      name: "another port",
      server: `${good}:6443/`,
      host: { hostname: "api.example.com", port: 6443 },
    },
    {
      name: "an IPv6 address",
      server: "https://[::1]:6443",
      host: { hostname: "::1", port: 6443 },
    },
  ])("reads $name", ({ server: url, host }) => {
    expect(readAccess({ server: url })).toMatchObject({ ok: true, value: { host, prefix: "" } });
  });

  test.each([
    {
      name: "a text that is not a url",
      access: { server: "api.example.com:6443" },
      member: "server",
    },
    { name: "nothing", access: { server: "" }, member: "server" },
    { name: "http", access: { server: "http://api.example.com" }, member: "server" },
    { name: "a user", access: { server: "https://u:p@api.example.com" }, member: "server" },
    { name: "a query", access: { server: `${good}?a=b` }, member: "server" },
    { name: "a fragment", access: { server: `${good}#a` }, member: "server" },
    {
      name: "an empty CA",
      access: { server: good, certificateAuthority: "" },
      member: "certificateAuthority",
    },
    {
      name: "a CA in another form",
      access: { server: good, certificateAuthority: "AAAA" },
      member: "certificateAuthority",
    },
    {
      name: "a CA of PEM without a certificate",
      access: {
        server: good,
        certificateAuthority: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
      },
      member: "certificateAuthority",
    },
    { name: "an empty token", access: { server: good, token: " " }, member: "token" },
    { name: "a token in two lines", access: { server: good, token: "a\nb" }, member: "token" },
    {
      name: "a token with invalid characters",
      access: { server: good, token: "töken→" },
      member: "token",
    },
    {
      name: "a key in another form",
      access: { server: good, clientCertificate: { cert: "-----BEGIN X", key: "?" } },
      member: "clientCertificate",
    },
    {
      name: "a pair that can't be parsed",
      access: { server: good, clientCertificate: { cert: "-----BEGIN X", key: "-----BEGIN Y" } },
      member: "clientCertificate",
    },
  ])("refuses $name", ({ access, member }) => {
    expect(readAccess(access)).toEqual({
      ok: false,
      error: expect.stringMatching(`^"${member}" `),
    });
  });

  test("refuses a certificate with another's key", () => {
    const clientCertificate = { cert: server.certificate.cert, key: stranger.certificate.key };
    const read = readAccess({ server: good, clientCertificate });
    expect(read).toEqual({
      ok: false,
      error: expect.stringMatching(/^"clientCertificate" .* do not match/),
    });
  });
});
