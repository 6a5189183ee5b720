import type { Side } from "../../converter/side.ts";
import { eachItem, eachValue, type Path, type PathStep, pathText } from "../language/path.ts";
import type {
  EveryValueMark,
  EveryValueProxy,
  PathArgument,
  PathProxy,
  TypedPath,
  ValueOf,
} from "./typed-path.ts";

/**
 * Where paths start: at the object, or at the item or value of one rule with inner rules. A rule can only have paths of one
 * scope.
 */
export interface PathScope {
  /** The scope's name in messages: `the object`, or the rule whose items or values the paths start at. */
  readonly label: string;
  /** True if paths start at the object: then no rule may name its apiVersion, its kind or most of its metadata. */
  readonly isObject: boolean;
  /** The names of the lens's two versions, for options by version and for messages. */
  readonly versions: Readonly<Record<Side, string>>;
}

/** A path recorded by reading members of a proxy, with its scope and its version's side. */
export interface RecordedPath {
  readonly scope: PathScope;
  readonly side: Side;
  readonly path: Path;
}

/** The recorded path of each proxy. */
const recordings = new WeakMap<object, RecordedPath>();

/**
 * Returns a proxy for a path. Reading a member returns the proxy of a longer path; any other use throws a TypeError. The caller
 * chooses the type: a proxy has every member, so it fits any type of path.
 */
export function pathProxy<T, O>(recorded: RecordedPath): PathProxy<T, O>;
export function pathProxy(recorded: RecordedPath): object {
  const proxy = new Proxy(() => undefined, new Recorder(recorded));
  recordings.set(proxy, recorded);
  return proxy;
}

/** The recorded path of a proxy; undefined for any other value. */
function recordedIn(value: unknown): RecordedPath | undefined {
  const isReference = typeof value === "function" || (typeof value === "object" && value !== null);
  return isReference ? recordings.get(value) : undefined;
}

/** True for the proxy of a recorded path. */
export function isTypedPath(value: unknown): value is TypedPath {
  return recordedIn(value) !== undefined;
}

/** The recorded path of a proxy; throws a TypeError for any other value. */
export function recordedPathOf(place: unknown): RecordedPath {
  const recorded = recordedIn(place);
  if (recorded !== undefined) return recorded;
  throw new TypeError(`${describedValue(place)} is not a path: write it as v1.spec.x or v2.spec.x`);
}

function describedValue(value: unknown): string {
  return typeof value === "object" && value !== null
    ? "an object"
    : (JSON.stringify(value) ?? "undefined");
}

/** The path of every value of a map with free keys, written `{}` in conversion.yaml: `every(v1.spec.pools).size`. */
export function every<T, O>(map: PathArgument<T, O>): EveryValueProxy<ValueOf<T>, ValueOf<O>> {
  const path = placeBelow<ValueOf<T>, ValueOf<O>>(map, eachValue);
  if (!isEvery(path)) throw new TypeError("the path does not end with {}");
  return path;
}

/** A type guard: true for a path whose last step is `{}`. */
function isEvery<P extends object>(path: P): path is P & EveryValueMark {
  return recordedIn(path)?.path.at(-1) === eachValue;
}

/** The path of a member whose name can't be read as a property: `field(v1.spec, "each")`, `field(v1.metadata.labels, "k")`. */
export function field<T, O, K extends keyof T & string>(
  map: PathArgument<T, O>,
  name: K,
): PathProxy<T[K], K extends keyof O ? O[K] : unknown> {
  return placeBelow(map, name);
}

function placeBelow<T, O>(place: PathArgument, step: PathStep): PathProxy<T, O> {
  const recorded = recordedPathOf(place);
  return pathProxy({ ...recorded, path: [...recorded.path, step] });
}

/** A path as messages show it, after its version: `v1beta1 spec.x`. */
export function recordedText({ scope, side, path }: RecordedPath): string {
  return `${scope.versions[side]} ${pathText(path)}`;
}

class Recorder implements ProxyHandler<() => undefined> {
  readonly #recorded: RecordedPath;

  constructor(recorded: RecordedPath) {
    this.#recorded = recorded;
  }

  get(_target: unknown, key: string | symbol): unknown {
    if (typeof key === "symbol")
      return this.#refuse("is not a value and cannot be converted to text");
    const step = key === "each" ? eachItem : key;
    return pathProxy({ ...this.#recorded, path: [...this.#recorded.path, step] });
  }

  apply(): never {
    return this.#refuse("is not a function and cannot be called");
  }

  construct(): never {
    return this.#refuse("is not a class");
  }

  set(): never {
    return this.#refuse("cannot be set: write a rule for it");
  }

  defineProperty(): never {
    return this.#refuse("cannot be set: write a rule for it");
  }

  deleteProperty(): never {
    return this.#refuse("cannot be deleted: use drop(path, reason)");
  }

  has(): never {
    return this.#refuse("cannot be searched for members: rules are built without an object");
  }

  ownKeys(): never {
    return this.#refuse(
      "cannot be iterated, since rules are built without an object: use each(path, rules)",
    );
  }

  getOwnPropertyDescriptor(): never {
    return this.#refuse("cannot be searched for members: rules are built without an object");
  }

  getPrototypeOf(): never {
    return this.#refuse("is not an instance of a class");
  }

  setPrototypeOf(): never {
    return this.#refuse("is not an instance of a class");
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
