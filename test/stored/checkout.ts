import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { loadKinds } from "../../lib/cli/kinds/kinds.ts";
import type { parse } from "../../lib/json/parse.ts";
import { isObject, type JsonValue } from "../../lib/json/value.ts";
import type { stringify } from "../../lib/json/write.ts";
import type { ReviewObject } from "../../lib/protocol/conversion-review.ts";
import type { subjectOf } from "../../lib/verify/subject.ts";

/** This checkout. */
export const thisCheckout = fileURLToPath(new URL("../..", import.meta.url));

/** The object, which is a JSON text, at another version; undefined where the kind refuses to convert it. */
export type ConvertText = (object: string, version: string) => string | undefined;

/** The modules of a checkout that are used, of this commit or of any since 97cf5d1. */
interface Modules {
  readonly kinds: { readonly loadKinds: typeof loadKinds };
  readonly parse: { readonly parse: typeof parse };
  readonly write: { readonly stringify: typeof stringify };
  readonly subject: { readonly subjectOf: typeof subjectOf };
}

/**
 * The conversions of the kinds in some folders of a checkout, by the kind with its group. They take and give texts, since
 * each checkout has its own classes of numbers.
 */
export async function conversionsOf(
  checkout: string,
  folders: readonly string[],
): Promise<ReadonlyMap<string, ConvertText>> {
  const modules = await modulesOf(checkout);
  const kinds = await modules.kinds.loadKinds(folders.map((folder) => join(checkout, folder)));
  return new Map(
    kinds.map((kind) => {
      const subject = modules.subject.subjectOf(kind);
      const convert: ConvertText = (text, version) => {
        const read = modules.parse.parse(text);
        const outcome = subject.convert(reviewObject(read.ok ? read.value : text), version);
        if (outcome.type === "crashed") throw outcome.error;
        return outcome.type === "converted" ? modules.write.stringify(outcome.object) : undefined;
      };
      return [`${kind.kind}.${kind.group}`, convert];
    }),
  );
}

async function modulesOf(checkout: string): Promise<Modules> {
  const load = (file: string) => import(pathToFileURL(join(checkout, "lib", file)).href);
  const kinds = ["cli/kinds/kinds.ts", "cli/kinds.ts"].find((file) =>
    existsSync(join(checkout, "lib", file)),
  );
  if (kinds === undefined) throw new Error(`${checkout} is not a checkout of this repository`);
  return {
    kinds: await load(kinds),
    parse: await load("json/parse.ts"),
    write: await load("json/write.ts"),
    subject: await load("verify/subject.ts"),
  };
}

/** A value as the object of a review. Throws for anything else. */
export function reviewObject(value: JsonValue | undefined): ReviewObject {
  if (!isObject(value)) throw new Error(`not an object: ${String(value).slice(0, 80)}`);
  const { apiVersion, kind } = value;
  return { ...value, apiVersion: String(apiVersion), kind: String(kind) };
}
