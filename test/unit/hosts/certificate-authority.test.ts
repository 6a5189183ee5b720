import { execFile } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, request } from "node:https";
import { isIP } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkServerIdentity, type PeerCertificate } from "node:tls";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type Certificate,
  type CertificateAuthority,
  CertificateAuthorityError,
  openCertificateAuthority,
} from "../../../lib/hosts/local/certificate-authority.ts";
import { listenLocally } from "../../support/local-port.ts";

const dayMs = 24 * 60 * 60 * 1000;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "authority-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** Sends a request to a server with this certificate, under a name, trusting only the CA in a file. */
async function ask(certificate: Certificate, name: string, caFile: string): Promise<number> {
  const ca = await readFile(caFile, "utf8");
  const server = createServer({ ...certificate }, (_, response) => response.end());
  const port = await listenLocally(server);
  try {
    return await new Promise((resolve, reject) => {
      const peer = { host: "127.0.0.1", port, servername: isIP(name) === 0 ? name : "" };
      const identity = (_: string, cert: PeerCertificate) => checkServerIdentity(name, cert);
      const options = { ...peer, ca, agent: false as const, checkServerIdentity: identity };
      const call = request(options, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      call.on("error", reject).end();
    });
  } finally {
    server.close();
  }
}

function parsed(certificate: Certificate): X509Certificate {
  return new X509Certificate(certificate.cert);
}

async function caOf(authority: CertificateAuthority): Promise<X509Certificate> {
  return new X509Certificate(await readFile(authority.caFile));
}

describe("openCertificateAuthority", () => {
  test("makes a CA that can sign server certificates and no CA", async () => {
    const ca = await caOf(await openCertificateAuthority(folder));
    expect(ca.ca).toBe(true);
    expect(ca.checkIssued(ca)).toBe(true);
    expect(ca.verify(ca.publicKey)).toBe(true);
    expect(ca.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: "prime256v1" });
  });

  test("makes the key readable by its owner alone, and leaves no temporary file", async () => {
    await openCertificateAuthority(folder);
    expect((await stat(join(folder, "ca-key.pem"))).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).sort()).toEqual(["ca-key.pem", "ca.pem"]);
  });

  test("creates its folder with access for its owner alone", async () => {
    const nested = join(folder, "a", "b");
    await openCertificateAuthority(nested);
    expect((await stat(nested)).mode & 0o777).toBe(0o700);
  });

  test("opens the existing CA again", async () => {
    const first = await caOf(await openCertificateAuthority(folder));
    expect((await caOf(await openCertificateAuthority(folder))).fingerprint256).toBe(
      first.fingerprint256,
    );
  });

  test("called many times at once always returns the same CA, whose certificates are trusted", async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, () => openCertificateAuthority(folder)),
    );
    const ca = await caOf(await openCertificateAuthority(folder));
    const leaves = await Promise.all(all.map((each) => each.issue(["localhost"])));
    expect(leaves.map((each) => parsed(each).verify(ca.publicKey))).toEqual(Array(8).fill(true));
    expect(leaves.map((each) => parsed(each).checkIssued(ca))).toEqual(Array(8).fill(true));
    expect((await readdir(folder)).sort()).toEqual(["ca-key.pem", "ca.pem"]);
  });

  test("called by several processes returns the same CA too", async () => {
    const module = new URL("../../../lib/hosts/local/certificate-authority.ts", import.meta.url)
      .href;
    const script = `
      const authority = await (await import(${JSON.stringify(module)})).openCertificateAuthority(process.argv[1]);
      console.log((await authority.issue(["localhost"])).cert);
    `;
    const start = () =>
      promisify(execFile)(process.execPath, ["--input-type=module", "-e", script, folder]);
    const outputs = await Promise.all([start(), start(), start()]);
    const ca = await caOf(await openCertificateAuthority(folder));
    const leaves = outputs.map(({ stdout }) => new X509Certificate(stdout));
    expect(leaves.map((each) => each.verify(ca.publicKey))).toEqual([true, true, true]);
  });

  test("renews a CA that would expire before its certificates, with the same key", async () => {
    const longAgo = new Date(Date.now() - 3300 * dayMs);
    const old = await caOf(await openCertificateAuthority(folder, { now: () => longAgo }));
    const renewed = await caOf(await openCertificateAuthority(folder));
    expect(renewed.validToDate.getTime()).toBeGreaterThan(Date.now() + 3600 * dayMs);
    expect(renewed.verify(old.publicKey)).toBe(true);
  });

  test("makes a new CA if the key was lost", async () => {
    const old = await caOf(await openCertificateAuthority(folder));
    await rm(join(folder, "ca-key.pem"));
    const authority = await openCertificateAuthority(folder);
    expect((await caOf(authority)).fingerprint256).not.toBe(old.fingerprint256);
    expect(await ask(await authority.issue(["localhost"]), "localhost", authority.caFile)).toBe(
      200,
    );
  });

  test.each(["ca-key.pem", "ca.pem"])("throws if %s is something else", async (name) => {
    await writeFile(join(folder, name), "nonsense");
    await expect(openCertificateAuthority(folder)).rejects.toThrow(CertificateAuthorityError);
  });
});

describe("issue", () => {
  test.each(["localhost", "hooks.example.com", "127.0.0.1", "::1"])(
    "makes a certificate for %s",
    async (name) => {
      const authority = await openCertificateAuthority(folder);
      const certificate = await authority.issue([
        "localhost",
        "hooks.example.com",
        "127.0.0.1",
        "::1",
      ]);
      expect(await ask(certificate, name, authority.caFile)).toBe(200);
    },
  );

  test("makes no certificate for other names", async () => {
    const authority = await openCertificateAuthority(folder);
    const certificate = await authority.issue(["hooks.example.com"]);
    await expect(ask(certificate, "localhost", authority.caFile)).rejects.toThrow(
      "does not match certificate's altnames",
    );
  });

  test("is trusted by its own CA only", async () => {
    const certificate = await (await openCertificateAuthority(folder)).issue(["localhost"]);
    const other = await openCertificateAuthority(join(folder, "other"));
    await expect(ask(certificate, "localhost", other.caFile)).rejects.toThrow();
  });

  test("makes a server certificate that is not a CA, and valid for less than 398 days", async () => {
    const leaf = parsed(
      await (await openCertificateAuthority(folder)).issue(["localhost", "127.0.0.1"]),
    );
    expect(leaf.ca).toBe(false);
    expect(leaf.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
    expect(leaf.subjectAltName).toBe("DNS:localhost, IP Address:127.0.0.1");
    expect(leaf.validToDate.getTime() - leaf.validFromDate.getTime()).toBeLessThanOrEqual(
      397 * dayMs,
    );
    expect(leaf.validFromDate.getTime()).toBeLessThan(Date.now());
  });

  test("returns the same certificate until shortly before it expires", async () => {
    let now = new Date();
    const authority = await openCertificateAuthority(folder, { now: () => now });
    const first = await authority.issue(["localhost"]);
    now = new Date(now.getTime() + 366 * dayMs);
    expect(await authority.issue(["localhost"])).toEqual(first);
    now = new Date(now.getTime() + 2 * dayMs);
    const renewed = await authority.issue(["localhost"]);
    expect(parsed(renewed).validToDate.getTime()).toBeGreaterThan(now.getTime() + 390 * dayMs);
  });

  test("makes another certificate for other names", async () => {
    const authority = await openCertificateAuthority(folder);
    const first = await authority.issue(["localhost"]);
    expect(await authority.issue(["127.0.0.1"])).not.toEqual(first);
  });

  test("needs a name", async () => {
    const authority = await openCertificateAuthority(folder);
    await expect(authority.issue([])).rejects.toThrow(CertificateAuthorityError);
  });
});
