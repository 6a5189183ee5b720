import { readFileSync, statSync } from "node:fs";
import { parse } from "../../json/parse.ts";
import { isArray, isObject, type JsonValue, member } from "../../json/value.ts";
import { UsageError } from "../command.ts";
import { isSegment } from "./address.ts";

/** A key as it was read from a file. */
export interface CallerKey {
  readonly key: string;
  /** Undefined where nothing is wrong with the file. */
  readonly warning: string | undefined;
}

/** The key in a file of its own; `-` is standard input. Errors: {@link UsageError}, which never shows it. */
export function keyInFile(file: string): CallerKey {
  const key = readFileSync(file === "-" ? 0 : file, "utf8").replace(/\r?\n$/, "");
  if (!isSegment(key)) {
    throw new UsageError(`${file} is no key: ${keyRule}, in one line and nothing else`);
  }
  return { key, warning: warningOn(file) };
}

const keyRule = "a key is made of letters, digits, _ ~ and -";

/** The current key of a cluster, out of the functions' secret. Errors: {@link UsageError}, which shows nothing of it. */
export function keyInSecrets(file: string, cluster: string): CallerKey {
  const parsed = parse(readFileSync(file === "-" ? 0 : file, "utf8"));
  if (!parsed.ok) throw new UsageError(`${file} is no JSON`);
  const clusters = at(parsed.value, "clusters");
  const keys = at(at(clusters, cluster), "keys");
  const names = isObject(clusters) ? Object.keys(clusters) : [];
  if (keys === undefined) {
    throw new UsageError(
      `${file} has no keys for the cluster ${cluster}: it names ${names.join(", ") || "none"}`,
    );
  }
  const [key] = isArray(keys) ? keys : [];
  if (typeof key === "string" && isSegment(key)) return { key, warning: warningOn(file) };
  throw new UsageError(`${file}: the first of clusters.${cluster}.keys is no key: ${keyRule}`);
}

function at(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isObject(value) ? member(value, key) : undefined;
}

/** A file that others may read keeps no secret. Windows has no such modes. */
function warningOn(file: string): string | undefined {
  if (file === "-" || process.platform === "win32") return undefined;
  const { mode } = statSync(file);
  if ((mode & 0o077) === 0) return undefined;
  return `${file} can be read by others (mode ${(mode & 0o777).toString(8)}): chmod 600 ${file}`;
}
