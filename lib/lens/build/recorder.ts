import type { Side } from "../../converter/side.ts";
import { eachItem, eachValue, type Path, type PathStep, pathText } from "../language/path.ts";
import type { At, AtEvery, EveryMark, Place, Ref, ValueOf } from "./reference.ts";

/** Where paths start: the object, or the item of one `each`. Paths of different scopes never meet in a rule. */
export interface PathScope {
  /** `the object`, or the rule whose items these are. */
  readonly label: string;
  /** True for the object, whose apiVersion, kind and most metadata no lens may name. */
  readonly isObject: boolean;
  /** The versions' names, for messages. */
  readonly versions: Readonly<Record<Side, string>>;
}

/** What a recorded path knows. */
export interface Recorded {
  readonly scope: PathScope;
  readonly side: Side;
  readonly path: Path;
}

/** What each proxy stands for. */
const recordings = new WeakMap<object, Recorded>();

/**
 * A path that grows by reading members of it; anything else that is done to it throws a TypeError. The caller says what
 * stands at the path: the proxy has a member of every name, so any type of a path is true of it.
 */
export function record<T, O>(recorded: Recorded): At<T, O>;
export function record(recorded: Recorded): object {
  const proxy = new Proxy(() => undefined, new Recorder(recorded));
  recordings.set(proxy, recorded);
  return proxy;
}

/** What a value stands for, undefined where it is not a recorded path. */
function recordedIn(value: unknown): Recorded | undefined {
  const isReference = typeof value === "function" || (typeof value === "object" && value !== null);
  return isReference ? recordings.get(value) : undefined;
}

/** True for a recorded path. */
export function isRef(value: unknown): value is Ref {
  return recordedIn(value) !== undefined;
}

/** What a path stands for; throws a TypeError for anything else. */
export function recordedOf(place: unknown): Recorded {
  const recorded = recordedIn(place);
  if (recorded !== undefined) return recorded;
  throw new TypeError(`${shown(place)} is not a path: write it as old.spec.x or now.spec.x`);
}

function shown(value: unknown): string {
  return typeof value === "object" && value !== null
    ? "an object"
    : (JSON.stringify(value) ?? "undefined");
}

/** Every value of a map with free keys: `{}` in a path's text. */
export function every<T, O>(map: Place<T, O>): AtEvery<ValueOf<T>, ValueOf<O>> {
  const path = placeBelow<ValueOf<T>, ValueOf<O>>(map, eachValue);
  if (!isEvery(path)) throw new TypeError("a path that does not end in every value");
  return path;
}

/** The guarded helper: the mark is in the path's last step. */
function isEvery<P extends object>(path: P): path is P & EveryMark {
  return recordedIn(path)?.path.at(-1) === eachValue;
}

/** A member by its name, where reading it would not do: `field(old.spec, "each")`, `field(old.metadata.labels, "k")`. */
export function field<T, O, K extends keyof T & string>(
  map: Place<T, O>,
  name: K,
): At<T[K], K extends keyof O ? O[K] : unknown> {
  return placeBelow(map, name);
}

function placeBelow<T, O>(place: Place, step: PathStep): At<T, O> {
  const recorded = recordedOf(place);
  return record({ ...recorded, path: [...recorded.path, step] });
}

/** `v1beta1 spec.x`: a path in a message. */
export function recordedText({ scope, side, path }: Recorded): string {
  return `${scope.versions[side]} ${pathText(path)}`;
}

class Recorder implements ProxyHandler<() => undefined> {
  readonly #recorded: Recorded;

  constructor(recorded: Recorded) {
    this.#recorded = recorded;
  }

  get(_target: unknown, key: string | symbol): unknown {
    if (typeof key === "symbol") return this.#refuse("is not a value and cannot be part of a text");
    const step = key === "each" ? eachItem : key;
    return record({ ...this.#recorded, path: [...this.#recorded.path, step] });
  }

  apply(): never {
    return this.#refuse("is not a function and cannot be called");
  }

  construct(): never {
    return this.#refuse("is not a class");
  }

  set(): never {
    return this.#refuse("cannot be set: say what becomes of it by a rule");
  }

  defineProperty(): never {
    return this.#refuse("cannot be set: say what becomes of it by a rule");
  }

  deleteProperty(): never {
    return this.#refuse("cannot be deleted: say drop(path, reason)");
  }

  has(): never {
    return this.#refuse("has no members to look for: a lens sees no object");
  }

  ownKeys(): never {
    return this.#refuse("has no members to go through: a lens sees no object");
  }

  getOwnPropertyDescriptor(): never {
    return this.#refuse("has no members to look for: a lens sees no object");
  }

  getPrototypeOf(): never {
    return this.#refuse("is of no class");
  }

  setPrototypeOf(): never {
    return this.#refuse("is of no class");
  }

  isExtensible(): never {
    return this.#refuse("cannot be frozen");
  }

  preventExtensions(): never {
    return this.#refuse("cannot be frozen");
  }

  #refuse(why: string): never {
    throw new TypeError(`${recordedText(this.#recorded)} is a path: it ${why}`);
  }
}
