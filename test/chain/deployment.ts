import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import { expect } from "vitest";
import { functionNames } from "../../lib/cli/bundle/bundles.ts";
import type { Moto } from "../cloud/moto.ts";
import { createSecret } from "../cloud/secrets-manager.ts";
import type { User } from "./user.ts";

/** What a project deployed. */
export interface Deployment {
  /** The name of its gateway. */
  readonly host: string;
  /** Its secret with the clusters and their keys. */
  readonly secretId: string;
  /** Its zips and template, as they are in the cloud. */
  readonly packaged: string;
}

/** Every gateway's name, as the certificate of AWS has it. */
export const gatewayNames = "*.execute-api.eu-central-1.amazonaws.com";

/** The functions of a service, and the digests of their zips. */
type Digests = Readonly<Record<string, string>>;

/** Deploys a project to the stage rehearsal in moto as its developer does. */
export async function deployed(user: User, project: string, moto: Moto): Promise<Deployment> {
  const where = { folder: project, variables: moto.variables };
  const stage = ["--stage", "rehearsal"];
  await user.run(where, "npm", "run", "deploy", "--", ...stage);
  const { scripts } = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
  const [, osls = ""] = /(osls@\S+) deploy$/.exec(scripts.deploy) ?? [];
  const said = await user.run(where, "npx", "--yes", osls, "info", "--verbose", ...stage);
  const [, pattern = ""] = /WebhookUrl: https:\/\/([^/]+)\/<cluster>\/<key>\//.exec(said) ?? [];
  const [, secretId = ""] = /SecretId: (\S+)/.exec(said) ?? [];
  const packaged = join(project, ".serverless");
  const text = await readFile(join(project, "serverless.yml"), "utf8");
  const [, service = ""] = /^service: (\S+)$/m.exec(text) ?? [];
  // moto makes no API, and so has no id of one.
  const host = pattern.replace(/\$\{HttpApi\}/, service);
  expect(await inCloud(moto, service)).toEqual(await inFolder(packaged));
  await createSecret(moto, secretId, '{"clusters": {}}');
  return { host, secretId, packaged };
}

async function inCloud(moto: Moto, service: string): Promise<Digests> {
  const { AWS_ACCESS_KEY_ID: accessKeyId = "", AWS_SECRET_ACCESS_KEY: secretAccessKey = "" } =
    moto.variables;
  const aws = new AwsClient({
    accessKeyId,
    secretAccessKey,
    service: "lambda",
    region: "eu-central-1",
  });
  return digests(async (name) => {
    const url = `${moto.url}/2015-03-31/functions/${service}-rehearsal-${name}`;
    const { Configuration } = await (await aws.fetch(url)).json();
    return Configuration.CodeSha256;
  });
}

function inFolder(packaged: string): Promise<Digests> {
  return digests(async (name) => {
    const zip = await readFile(join(packaged, `${name}.zip`));
    return createHash("sha256").update(zip).digest("base64");
  });
}

async function digests(digestOf: (name: string) => Promise<string>): Promise<Digests> {
  const all = functionNames.map(async (name) => [name, await digestOf(name)] as const);
  return Object.fromEntries(await Promise.all(all));
}
