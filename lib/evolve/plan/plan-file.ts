import { err, ok, type Result } from "../../json/result.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import type {
  ActionType,
  AddVersionAction,
  ChangedValue,
  StepAction,
} from "../step/step-action.ts";
import type { PlannedStep } from "./plan-steps.ts";
import { type ExecutablePlan, planFormat, type VersionPlan } from "./version-plan.ts";

/** The content of the plan file. */
export function planJson(plan: VersionPlan): JsonObject {
  const { preflight, estimate, steps } = plan;
  const { objects, readAt, isTriedInMemory, dropped } = preflight;
  return {
    format: planFormat,
    cluster: { ...plan.cluster },
    definition: { ...plan.definition },
    quietDays: plan.quietDays,
    preflight: { objects, readAt, isTriedInMemory, dropped: dropped.map((each) => ({ ...each })) },
    estimate: { ...estimate },
    steps: steps.map(({ action, first }) => ({ action: { ...action }, first })),
  };
}

/** Reads the content that {@link planJson} returns. Error: the first member that is missing or wrong, and why. */
export function readPlan(value: JsonValue): Result<ExecutablePlan, string> {
  const faults: string[] = [];
  const plan = planIn(new PlanMap(value, "the plan", faults));
  const [fault] = faults;
  return fault === undefined ? ok(plan) : err(fault);
}

function planIn(map: PlanMap): ExecutablePlan {
  const format = map.number("format");
  if (format !== planFormat) {
    map.fault(
      "format",
      `is not ${planFormat}: make the plan again with this version of customhouse`,
    );
  }
  const [cluster, definition] = [map.map("cluster"), map.map("definition")];
  // These members are only for readers of the file: what the plan found and costs.
  map.object("preflight");
  map.object("estimate");
  const plan: ExecutablePlan = {
    cluster: {
      uid: cluster.text("uid"),
      kubeApiServer: cluster.text("kubeApiServer"),
      context: cluster.textOrNull("context"),
    },
    definition: {
      name: definition.text("name"),
      uid: definition.text("uid"),
      generation: definition.number("generation"),
    },
    quietDays: map.number("quietDays"),
    steps: map.maps("steps").map(stepIn),
  };
  if (plan.steps.length === 0) map.fault("steps", "is empty: a plan needs at least one step");
  for (const each of [map, cluster, definition]) each.end();
  return plan;
}

function stepIn(map: PlanMap): PlannedStep {
  const action = map.map("action");
  const step = { action: actionIn(action), first: map.texts("first") };
  action.end();
  map.end();
  return step;
}

function actionIn(map: PlanMap): StepAction {
  const type = map.text("type");
  if (isActionType(type)) return actionReaders[type](map);
  map.fault("type", `is not one of the types of steps: ${Object.keys(actionReaders).join(", ")}`);
  return { type: "backup", version: "" };
}

function isActionType(type: string): type is ActionType {
  return Object.hasOwn(actionReaders, type);
}

const actionReaders: { readonly [Type in ActionType]: (map: PlanMap) => StepAction<Type> } = {
  backup: (map) => ({ type: "backup", version: map.text("version") }),
  "add-version": (map) => ({
    type: "add-version",
    version: map.object("version"),
    index: map.number("index"),
    conversion: conversionIn(map),
  }),
  "set-served": (map) => ({
    type: "set-served",
    version: map.text("version"),
    served: map.flag("served"),
  }),
  "set-storage": (map) => ({
    type: "set-storage",
    version: map.text("version"),
    from: map.text("from"),
  }),
  rewrite: (map) => ({ type: "rewrite", version: map.text("version") }),
  "set-stored-versions": (map) => ({
    type: "set-stored-versions",
    from: map.texts("from"),
    to: map.texts("to"),
  }),
  "set-deprecated": (map) => ({
    type: "set-deprecated",
    version: map.text("version"),
    deprecated: map.flag("deprecated"),
    warning: changeIn(map.map("warning"), (warning, key) => warning.textOrNull(key)),
  }),
  "remove-version": (map) => ({
    type: "remove-version",
    version: map.object("version"),
    index: map.number("index"),
    conversion: conversionIn(map),
  }),
};

function conversionIn(action: PlanMap): AddVersionAction["conversion"] {
  const change = action.mapOrNull("conversion");
  return change && changeIn(change, (conversion, key) => conversion.object(key));
}

function changeIn<T>(map: PlanMap, read: (map: PlanMap, key: string) => T): ChangedValue<T> {
  const change = { from: read(map, "from"), to: read(map, "to") };
  map.end();
  return change;
}

/** Reads the members of one map in a plan. A wrong member adds to `faults` and reads as an empty value, false or 0. */
class PlanMap {
  readonly #value: JsonObject;
  readonly #path: string;
  readonly #faults: string[];
  readonly #read = new Set<string>();

  constructor(value: JsonValue | undefined, path: string, faults: string[]) {
    this.#path = path;
    this.#faults = faults;
    if (value === undefined || !isObject(value)) faults.push(`${path} is not a map`);
    this.#value = value !== undefined && isObject(value) ? value : {};
  }

  fault(key: string, text: string): void {
    this.#faults.push(`${this.#at(key)} ${text}`);
  }

  text(key: string): string {
    return this.textOrNull(key, false) ?? "";
  }

  textOrNull(key: string, mayBeNull = true): string | null {
    const value = this.#member(key);
    if (typeof value === "string" && value !== "") return value;
    if (value !== null || !mayBeNull) this.fault(key, "is not a non-empty string");
    return null;
  }

  flag(key: string): boolean {
    const value = this.#member(key);
    if (typeof value !== "boolean") this.fault(key, "is neither true nor false");
    return value === true;
  }

  /** An integer of 0 or more. */
  number(key: string): number {
    const value = this.#member(key);
    if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value;
    this.fault(key, "is not an integer of 0 or more");
    return 0;
  }

  texts(key: string): readonly string[] {
    const value = this.#list(key);
    const texts = value.filter((each) => typeof each === "string");
    if (texts.length < value.length) this.fault(key, "is not a list of strings");
    return texts;
  }

  object(key: string): JsonObject {
    const value = this.#member(key);
    if (value !== undefined && isObject(value)) return value;
    this.fault(key, "is not a map");
    return {};
  }

  map(key: string): PlanMap {
    return new PlanMap(this.#member(key), this.#at(key), this.#faults);
  }

  mapOrNull(key: string): PlanMap | null {
    return this.#member(key) === null ? null : this.map(key);
  }

  maps(key: string): readonly PlanMap[] {
    return this.#list(key).map(
      (each, index) => new PlanMap(each, `${this.#at(key)}[${index}]`, this.#faults),
    );
  }

  /** Adds a fault for the first member that none of the other methods has read. */
  end(): void {
    const unknown = Object.keys(this.#value).find((key) => !this.#read.has(key));
    if (unknown !== undefined) this.fault(unknown, "is not a member of a plan");
  }

  #list(key: string): readonly JsonValue[] {
    const value = this.#member(key);
    if (isArray(value)) return value;
    this.fault(key, "is not a list");
    return [];
  }

  #member(key: string): JsonValue | undefined {
    this.#read.add(key);
    return member(this.#value, key);
  }

  #at(key: string): string {
    return this.#path === "the plan" ? key : `${this.#path}.${key}`;
  }
}
