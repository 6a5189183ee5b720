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
import { everyWebhookLaw } from "./chosen-laws.ts";

/**
 * The acknowledged losses in a YAML file: one map whose list `acknowledged` has entries of law, reason and, optionally
 * except for `parity`, a path, from and to; none without a file. Throws {@link UsageError} with the file, and the index of
 * an entry of another form.
 */
export function acknowledgedIn(file: string | undefined): readonly AcknowledgedLoss[] {
  if (file === undefined) return [];
  const [document, ...more] = readObjects(file);
  const list = document === undefined ? undefined : member(document, "acknowledged");
  if (!isArray(list) || more.length > 0 || document === undefined) {
    throw new UsageError(`${file}: write one map with the list acknowledged`);
  }
  const other = Object.keys(document).find((name) => name !== "acknowledged");
  if (other !== undefined)
    throw new UsageError(`${file}: ${other} is unknown; write acknowledged alone`);
  return list.map((entry, index) => lossOf(entry, `${file}: acknowledged[${index}]`));
}

/** What an entry may be about: `parity` is for the verb of that name, which reads the same file. */
const known: readonly AcknowledgedLaw[] = [...everyWebhookLaw.map(({ name }) => name), "parity"];

const texts = ["law", "path", "from", "to", "reason"] as const;

function lossOf(entry: JsonValue, place: string): AcknowledgedLoss {
  if (!isObject(entry)) throw new UsageError(`${place} is not a map with law, path and reason`);
  const wrong = Object.entries(entry).find(
    ([name, value]) => !texts.some((text) => text === name) || typeof value !== "string",
  );
  if (wrong !== undefined) {
    const [name] = wrong;
    throw new UsageError(
      `${place}.${name}: an entry may have only ${texts.join(", ")}, each a text`,
    );
  }
  const name = nonEmptyString(entry, "law");
  const law = known.find((each) => each === name);
  if (law === undefined) {
    throw new UsageError(`${place}.law is not one of the laws ${known.join(", ")}`);
  }
  const reason = nonEmptyString(entry, "reason");
  if (reason === undefined)
    throw new UsageError(`${place}.reason is missing: say why this loss is acceptable`);
  const [path, from, to] = ["path", "from", "to"].map((each) => nonEmptyString(entry, each));
  if (law === "parity" && path === undefined) {
    throw new UsageError(`${place}.path is missing: parity would compare nothing`);
  }
  return {
    law,
    reason,
    ...(path !== undefined && { path }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

function nonEmptyString(entry: JsonObject, name: string): string | undefined {
  const value = member(entry, name);
  return typeof value === "string" && value !== "" ? value : undefined;
}
