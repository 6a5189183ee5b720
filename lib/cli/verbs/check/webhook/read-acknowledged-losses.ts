import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../../json/value.ts";
import type {
  AcknowledgedLaw,
  AcknowledgedLoss,
} from "../../../../verify/webhook/acknowledged-losses.ts";
import { UsageError } from "../../../command.ts";
import { readObjects } from "../../../files/yaml.ts";
import { lawHint } from "../law-hint.ts";
import { everyWebhookLaw } from "./chosen-laws.ts";

/**
 * The acknowledged losses in a YAML file: one map whose list `acknowledged` has entries of law, path, from, to and reason. Empty
 * without a file. An entry with several laws is returned once for each. Throws {@link UsageError} for any other form, with the
 * file and the index of the entry.
 */
export function readAcknowledgedLosses(file: string | undefined): readonly AcknowledgedLoss[] {
  if (file === undefined) return [];
  const [document, ...more] = readObjects(file);
  const list = document === undefined ? undefined : member(document, "acknowledged");
  if (!isArray(list) || more.length > 0 || document === undefined) {
    throw new UsageError(`${file}: write one map with the list acknowledged`);
  }
  const other = Object.keys(document).find((name) => name !== "acknowledged");
  if (other !== undefined)
    throw new UsageError(`${file}: ${other} is unknown: the only member is acknowledged`);
  return list.flatMap((entry, index) => lossesOf(entry, `${file}: acknowledged[${index}]`));
}

/** The laws that an entry may name. `parity` is for the command of that name, which reads the same file. */
const knownLaws: readonly AcknowledgedLaw[] = [
  ...everyWebhookLaw.map(({ name }) => name),
  "parity",
];

const members = ["law", "path", "from", "to", "reason"] as const;

function lossesOf(entry: JsonValue, place: string): readonly AcknowledgedLoss[] {
  if (!isObject(entry)) throw new UsageError(`${place} is not a map with law, path and reason`);
  const other = Object.keys(entry).find((name) => !members.some((each) => each === name));
  if (other !== undefined) {
    throw new UsageError(`${place}.${other} is unknown: an entry may have ${members.join(", ")}`);
  }
  const named = lawsIn(member(entry, "law"), `${place}.law`);
  const [path, from, to, reason] = ["path", "from", "to", "reason"].map((name) =>
    textIn(entry, name, place),
  );
  if (named === undefined && path === undefined) {
    throw new UsageError(`${place} has neither law nor path: name at least one of them`);
  }
  if (named?.includes("parity") === true && path === undefined) {
    throw new UsageError(`${place}.path is missing: without it, parity ignores every difference`);
  }
  if (reason === undefined) {
    throw new UsageError(`${place}.reason is missing: say why this loss is acceptable`);
  }
  const loss = {
    reason,
    ...(path !== undefined && { path }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
  return named === undefined ? [loss] : named.map((law) => ({ law, ...loss }));
}

/** The laws of an entry, from a string or a list of strings; undefined if the entry is for every law. */
function lawsIn(
  value: JsonValue | undefined,
  place: string,
): readonly AcknowledgedLaw[] | undefined {
  if (value === undefined) return undefined;
  const names = isArray(value) ? value : [value];
  if (names.length === 0)
    throw new UsageError(`${place} is empty: name a law, or leave law out for every law`);
  return names.map((name) => {
    if (typeof name !== "string")
      throw new UsageError(`${place} must be a string, or a list of strings`);
    const law = knownLaws.find((each) => each === name);
    if (law !== undefined) return law;
    throw new UsageError(`${place}: ${name} is not a law; ${lawHint(name, knownLaws)}`);
  });
}

/** The text of an entry's member; undefined if it is absent or empty. */
function textIn(entry: JsonObject, name: string, place: string): string | undefined {
  const value = member(entry, name);
  if (value === undefined || value === "") return undefined;
  if (typeof value === "string") return value;
  throw new UsageError(`${place}.${name} must be a string`);
}
