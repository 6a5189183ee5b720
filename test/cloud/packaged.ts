import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { own, root, runWith } from "../package/run.ts";

/** A resource of a CloudFormation template. */
interface Resource {
  readonly Type: string;
  readonly DeletionPolicy?: string;
  readonly UpdatePolicy?: unknown;
  readonly Properties: Readonly<Record<string, unknown>>;
}

/** A service of its own with what `osls package` wrote: a template and a zip for each function. */
export interface Packaged {
  /** Where osls runs: it uses `.serverless` in it, whatever `--package` says, so no two may share one. */
  readonly service: string;
  /** The folder of the zips and templates. */
  readonly folder: string;
  /** The file of the template. */
  readonly file: string;
  readonly resources: Readonly<Record<string, Resource>>;
  readonly outputs: Readonly<Record<string, { readonly Value: unknown }>>;
}

/** What osls reads: its configuration and the bundles. */
const sources = ["serverless.yml", "infra", "dist/convert", "dist/mutate", "dist/validate"];

/** Copies the service with the bundles in dist/ to a new folder and packages it there. `words` are a stage, parameters … */
export async function packageTo(service: string, words: readonly string[]): Promise<Packaged> {
  for (const name of sources) await cp(join(root, name), join(service, name), { recursive: true });
  await osls({ service }, "package", "--package", "packaged", ...words);
  const folder = join(service, "packaged");
  const file = join(folder, "cloudformation-template-update-stack.json");
  const { Resources, Outputs } = JSON.parse(await readFile(file, "utf8"));
  return { service, folder, file, resources: Resources, outputs: Outputs };
}

/** Runs the Serverless Framework and gives all it says. */
export function osls(
  where: { readonly service: string; readonly variables?: Readonly<Record<string, string>> },
  ...words: readonly string[]
): Promise<string> {
  const { service: folder, variables = {} } = where;
  return runWith({ folder, variables }, "bash", "-c", '"$0" "$@" 2>&1', own("osls"), ...words);
}

/** The resources of the types that begin with a text, by name. */
export function ofType({ resources }: Packaged, type: string): Readonly<Record<string, Resource>> {
  return Object.fromEntries(
    Object.entries(resources).filter(([, { Type }]) => Type.startsWith(type)),
  );
}
