import { upgradeCrd } from "../../../crd/upgrade/upgrade-crd.ts";
import { liveDefinition, storageVersion } from "../../../evolve/live-definition.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { Kind } from "../../../kind/kind.ts";
import { type Invocation, textOption, UsageError } from "../../command.ts";
import { readDefinition } from "../../kinds/definitions.ts";
import { requestedKindFor, requireVersions } from "../../kinds/requested-kinds.ts";

/**
 * The goal of a plan: make a version the storage version, stop serving it, or remove it; or reach another state of the
 * definition.
 */
export interface PlanGoal {
  readonly end: "storage" | "unserve" | "remove" | "to";
  /** The version of the goal; for `to`, the storage version of the new state. */
  readonly version: string;
  /** The new state of the definition; only for `to`. */
  readonly target?: JsonObject;
}

const goals = ["storage", "unserve", "remove", "to"] as const;

/** The goal that the options name. Throws {@link UsageError} unless they name one. */
export function requestedGoal(invocation: Invocation): PlanGoal {
  const given = goals.flatMap((end) => {
    const text = textOption(invocation, end);
    return text === undefined ? [] : [{ end, text }];
  });
  const [first, ...more] = given;
  if (first === undefined || more.length > 0)
    throw new UsageError("give one of --storage, --unserve, --remove and --to");
  const { end, text } = first;
  if (end !== "to") return { end, version: text };
  const target = upgradeCrd(readDefinition(text)).crd;
  return { end, version: storageVersion(liveDefinition(target)), target };
}

/**
 * The name of the definition: that in the file of `--to`, else the argument. Throws {@link UsageError} if there is neither, if
 * there are several arguments, or if the argument is not the name in the file.
 */
export function requestedName({ words }: Invocation, { target }: PlanGoal): string {
  const [word, ...rest] = words;
  const name = target === undefined ? word : liveDefinition(target).name;
  if (name === undefined || rest.length > 0)
    throw new UsageError("name one definition, such as crontabs.stable.example.com");
  if (word === undefined || word === name) return name;
  throw new UsageError(`the file of --to is the definition ${name}, not ${word}: give one of them`);
}

/** The kind of `--kinds`; undefined without the option. Throws {@link UsageError} if the kind lacks the goal's version. */
export async function requestedKind(
  invocation: Invocation,
  name: string,
  { version }: PlanGoal,
): Promise<Kind | undefined> {
  const kind = await requestedKindFor(invocation, name);
  const known = kind?.crd.versions.map((each) => each.name) ?? [];
  if (kind !== undefined) requireVersions(kind, known, [version]);
  return kind;
}
