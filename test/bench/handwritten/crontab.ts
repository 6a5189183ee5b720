import type { Converter } from "../../../lib/converter/converter.ts";
import type { VersionEdge } from "../../../lib/converter/convertible-kind.ts";
import { type StashEntries, stashFor } from "../../../lib/converter/stash/stash.ts";
import { err, ok, type Result } from "../../../lib/json/result.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../../lib/json/value.ts";

/** Where a CronTab has its fields: below `spec`, or at its root as the documentation prints it. */
export interface FieldPlace {
  readonly group: string;
  readonly parent: "spec" | undefined;
}

const unreadable = "hostPort could not be parsed into a separate host and port";

/** Names that mean something in one version or the other: a field of the other version's name is never taken for it. */
const names = ["hostPort", "host", "port"] as const;

/**
 * v1beta1 `hostPort: "localhost:1234"` and v1 `host: "localhost"`, `port: "1234"`. The last colon splits, so a host may
 * hold colons and a port may not. Half of it (server-side apply sends a host alone), and a port that holds a colon, is
 * nothing v1beta1 can say: it is kept for v1 in an annotation. A hostPort that cannot be read fails the review.
 */
export function hostPortEdge(place: FieldPlace): VersionEdge {
  return {
    from: "v1beta1",
    to: "v1",
    forward: conversion(place, { from: "v1beta1", to: "v1", image: split, returned: joined }),
    backward: conversion(place, { from: "v1", to: "v1beta1", image: joined, returned: split }),
  };
}

type Image = (fields: JsonObject) => Result<JsonObject, string>;

/** hostPort as host and port. */
function split(fields: JsonObject): Result<JsonObject, string> {
  const hostPort = member(fields, "hostPort");
  if (hostPort === undefined) return ok({});
  if (hostPort === null) return ok({ host: null, port: null });
  const colon = typeof hostPort === "string" ? hostPort.lastIndexOf(":") : -1;
  if (typeof hostPort !== "string" || colon < 0) return err(unreadable);
  return ok({ host: hostPort.slice(0, colon), port: hostPort.slice(colon + 1) });
}

/** host and port as hostPort; nothing where a half is missing or no hostPort would come back as both. */
function joined(fields: JsonObject): Result<JsonObject, string> {
  const [host, port] = [member(fields, "host"), member(fields, "port")];
  if (host === null && port === null) return ok({ hostPort: null });
  if (typeof host !== "string" || typeof port !== "string" || port.includes(":")) return ok({});
  return ok({ hostPort: `${host}:${port}` });
}

interface Direction {
  readonly from: string;
  readonly to: string;
  /** The fields as the target says them. */
  readonly image: Image;
  /** The target's fields as the source says them: the expected result of the way back. */
  readonly returned: Image;
}

function conversion({ group, parent }: FieldPlace, direction: Direction): Converter {
  const [ownStash, targetStash] = [stashFor(group, direction.from), stashFor(group, direction.to)];
  const addressOf = (name: string): string => (parent === undefined ? name : `${parent}.${name}`);
  return ({ body, annotations }) => {
    const fields = parent === undefined ? body : member(body, parent);
    if (!isObject(fields)) return ok({ body });
    const { claimed, rest } = take(fields);
    const image = direction.image(claimed);
    if (!image.ok)
      return err({ code: "ValueRefused", path: addressOf("hostPort"), message: image.error });
    const incoming = targetStash.take(annotations);
    const restored = restore(image.value, kept(incoming.entries, addressOf), direction);
    const residual = without(claimed, valueOr(direction.returned(image.value), {}));
    const outgoing = new Map(
      Object.entries(residual).map(([name, value]) => [addressOf(name), [value]]),
    );
    const converted = { ...rest, ...restored };
    return ok({
      body: parent === undefined ? converted : { ...body, [parent]: converted },
      annotations: ownStash.put(incoming.annotations, outgoing),
    });
  };
}

function take(fields: JsonObject): { readonly claimed: JsonObject; readonly rest: JsonObject } {
  const { hostPort: _, host: __, port: ___, ...rest } = fields;
  return { claimed: pick(fields, names), rest };
}

function pick(fields: JsonObject, wanted: readonly string[]): JsonObject {
  return Object.fromEntries(
    wanted.flatMap((name) => {
      const value = member(fields, name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** What was kept for the target, applied only where the object it completes would come back as what is there. */
function restore(
  image: JsonObject,
  entries: JsonObject,
  { returned, image: there }: Direction,
): JsonObject {
  const completed = { ...image, ...entries };
  const source = returned(completed);
  const canonical = source.ok ? there(source.value) : source;
  return canonical.ok && same(canonical.value, image) ? completed : image;
}

function kept(entries: StashEntries, addressOf: (name: string) => string): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value: JsonValue | undefined = entries.get(addressOf(name))?.[0];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function without(fields: JsonObject, others: JsonObject): JsonObject {
  return pick(
    fields,
    names.filter((name) => member(fields, name) !== member(others, name)),
  );
}

function same(a: JsonObject, b: JsonObject): boolean {
  return names.every((name) => member(a, name) === member(b, name));
}

function valueOr<T>(result: Result<T, string>, otherwise: T): T {
  return result.ok ? result.value : otherwise;
}
