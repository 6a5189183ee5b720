import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { parseConversion } from "../../../lib/cli/conversion-yaml/conversion-yaml.ts";
import { openCertificateAuthority } from "../../../lib/hosts/local/certificate-authority.ts";
import { textMembers } from "../../../lib/json/members.ts";
import { asMap } from "../../support/as-map.ts";
import { patternOf, printed, type ShownCommand, stepsOf } from "../../support/docs/console.ts";
import { codesIn, partsOf } from "../../support/docs/markdown.ts";
import { listenLocally } from "../../support/local-port.ts";

const page = new URL("../../../docs/migrate-from-go.md", import.meta.url);
const parts = partsOf(await readFile(page, "utf8"));
const folder = await mkdtemp(join(tmpdir(), "customhouse-migrate-"));
await writeFile(join(folder, "hooks.ts"), "export const size = { forward: () => [] };");

// The old webhook: a hub and its spoke as the page describes them, which loses the time zone.
const authority = await openCertificateAuthority(join(folder, "ca"));
const webhook = createServer(
  await authority.issue(["webhook-service.report-system.svc"]),
  async (request, response) => {
    const { apiVersion, kind, request: asked } = JSON.parse(await text(request));
    const convert = asked.desiredAPIVersion === "example.com/v2" ? convertTo : convertFrom;
    const convertedObjects = asked.objects.map((object: Report) => ({
      apiVersion: asked.desiredAPIVersion,
      kind: "Report",
      metadata: object.metadata,
      spec: convert(object.spec),
    }));
    const result = { status: "Success" };
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({ apiVersion, kind, response: { uid: asked.uid, result, convertedObjects } }),
    );
  },
);
const port = `${await listenLocally(webhook)}`;

interface Report {
  readonly metadata: object;
  readonly spec: Record<string, unknown>;
}

const fields = ["minute", "hour", "dayOfMonth", "month", "dayOfWeek"];

function convertTo({ schedule, suspend, historyLimit }: Report["spec"]): Report["spec"] {
  const words = String(schedule).split(" ");
  const given = words.flatMap((word, index) => (word === "*" ? [] : [[fields[index], word]]));
  return { schedule: Object.fromEntries(given), paused: suspend, historyLimit };
}

function convertFrom({ schedule, paused, historyLimit }: Report["spec"]): Report["spec"] {
  const given = new Map(Object.entries(textMembers(asMap(schedule))));
  const words = fields.map((field) => given.get(field) ?? "*");
  return { schedule: words.join(" "), suspend: paused, historyLimit };
}

afterAll(async () => {
  webhook.closeAllConnections();
  webhook.close();
  await rm(folder, { recursive: true });
});

const steps = stepsOf(parts).map((step) =>
  "path" in step
    ? { name: step.path, run: () => write(step.path, step.text) }
    : { name: step.words.join(" "), run: () => check(step) },
);

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

async function check({ words, ...shown }: ShownCommand): Promise<void> {
  await writeFile(join(folder, "webhook-ca.pem"), await readFile(authority.caFile));
  const here = words.map((word) => word.replace("9443", port));
  expect(await printed({ ...shown, words: here }, folder)).toMatch(patternOf(shown.shown));
}

describe("docs/migrate-from-go.md, from a CRD", () => {
  test.each(steps)("$name", ({ run }) => run());

  const rows = parts.flatMap((part) => (part.type === "table" ? part.rows.slice(2) : []));
  const rules = rows.flatMap(([, rule = ""]) => codesIn(rule).filter((code) => code[0] === "{"));

  test.each(rules)("%s is a rule", (rule) => {
    const conversion = `from: v1\nto: v2\nrules:\n- ${rule}\n`;
    const options = { file: "conversion.yaml", kindVersions: ["v1", "v2"], folder };
    expect(parseConversion(conversion, options)).toMatchObject({ faults: [] });
  });
});
