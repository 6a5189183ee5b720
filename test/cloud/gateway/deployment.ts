import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "../../../lib/json/parse.ts";
import { isObject } from "../../../lib/json/value.ts";
import type { Api } from "./api.ts";
import { ofType, resourcesOf } from "./cloudformation.ts";
import { type FunctionSpec, functionsOf } from "./function-spec.ts";
import { httpApiOf } from "./http-api.ts";
import { restApiOf } from "./rest-api.ts";

/** What a packaged template deploys, as far as a request sees it. */
export interface Deployment {
  readonly api: Api;
  /** By logical id. */
  readonly functions: ReadonlyMap<string, FunctionSpec>;
}

/**
 * Reads the folder that `osls package` writes. Errors: those of the file system; one where the template has no routes,
 * because it would not respond.
 */
export async function readDeployment(folder: string): Promise<Deployment> {
  const file = join(folder, "cloudformation-template-update-stack.json");
  const template = parse(await readFile(file, "utf8"));
  if (!template.ok || !isObject(template.value)) throw new Error(`${file} is no JSON map`);
  const resources = resourcesOf(template.value);
  const isHttp = ofType(resources, "AWS::ApiGatewayV2::Api").length > 0;
  const api = isHttp ? httpApiOf(resources) : restApiOf(resources);
  if (api === undefined || api.routes.length === 0) throw new Error(`${file} has no routes`);
  return { api, functions: functionsOf(resources, folder) };
}
