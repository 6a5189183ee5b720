import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../../lib/json/value.ts";
import { conversionReview, cronTab, pizza, type Source } from "../reviews.ts";
import { admissionReview, pizzaWith } from "./admission-reviews.ts";
import type { Posted } from "./target.ts";

/** A review for all targets, the expected response, and the cost limit of ours in relation to each. */
export interface ReviewCase extends Posted {
  readonly name: string;
  /** True for a response with the expected meaning. */
  readonly isRight: (answer: Answer) => boolean;
  /** Our CPU time as a multiple of a target's, by its label; 1 at most beside any other. */
  readonly atMost: Readonly<Record<string, number>>;
  /** What ours may cost as a multiple of plain Node, after the cost of an empty handler is subtracted from both. */
  readonly aboveEmpty?: number;
}

/** The checked members of a response. */
export interface Answer {
  readonly response?: {
    readonly result?: { readonly status?: string };
    readonly convertedObjects?: readonly JsonObject[];
    readonly allowed?: boolean;
    readonly patch?: string;
  };
}

const aboveEmpty = 0.7;
const single = { "controller-runtime": 0.285, "node-http": 0.85, "rust-axum": 0.9 };
const list = { "controller-runtime": 0.05, "node-http": 0.35, "rust-axum": 0.12 };
const margherita = [{ name: "tomato", quantity: 1 }];

/** The cases, each with its expected response. */
export const reviewCases: readonly ReviewCase[] = [
  conversionCase(cronTab, 1, single),
  conversionCase(cronTab, 100, list),
  conversionCase(pizza, 1, single),
  conversionCase(pizza, 100, list),
  {
    name: "mutate with change",
    ...admissionReview("/mutate", { object: pizzaWith([]) }),
    isRight: ({ response }) =>
      addedNames(response?.patch).join() === "tomato,mozzarella,salami" &&
      response?.allowed === true,
    atMost: { "node-http": 1 },
  },
  {
    name: "mutate without change",
    ...admissionReview("/mutate", { object: pizzaWith(margherita) }),
    isRight: isAllowed,
    atMost: { "node-http": 0.8 },
  },
  {
    name: "validate, spec as it was",
    ...admissionReview("/validate", { object: pizzaWith(margherita), old: pizzaWith(margherita) }),
    isRight: isAllowed,
    atMost: { "node-http": 1 },
  },
  {
    name: "validate, spec changed",
    ...admissionReview("/validate", {
      object: pizzaWith([...margherita, { name: "salami", quantity: 2 }]),
      old: pizzaWith(margherita),
    }),
    isRight: isAllowed,
    atMost: { "node-http": 1.3 },
  },
];

function isAllowed({ response }: Answer): boolean {
  return response?.allowed === true && response.patch === undefined;
}

/** The names of all toppings that a patch brings, by whatever operations. */
function addedNames(patch = ""): readonly unknown[] {
  const text = Buffer.from(patch, "base64").toString() || "[]";
  const operations: readonly { readonly value: unknown }[] = JSON.parse(text);
  return operations.flatMap(({ value }) => value).map((topping) => Object(topping).name);
}

function conversionCase(source: Source, count: number, atMost: ReviewCase["atMost"]): ReviewCase {
  const body = Buffer.from(conversionReview(source, count));
  const { objects }: { readonly objects: readonly JsonObject[] } = JSON.parse(
    body.toString(),
  ).request;
  const expected = objects.map((object) => seen({ ...object, ...convertedBody(source, object) }));
  const isRight = ({ response }: Answer): boolean =>
    response?.result?.status === "Success" &&
    isDeepStrictEqual((response.convertedObjects ?? []).map(seen), expected);
  const own = { name: `${source.kind} N=${count}`, path: "/convert", body, isRight, atMost };
  return count === 1 ? { ...own, aboveEmpty } : own;
}

/** What the API server uses of a converted object: of its metadata it reads labels and annotations, and restores the rest. */
function seen({ metadata, ...rest }: JsonObject): JsonObject {
  const { name, namespace, uid, labels, annotations } = Object(metadata);
  return { ...rest, metadata: { name, namespace, uid, labels, annotations } };
}

/** The members that a conversion changes, written for these two kinds alone. */
function convertedBody({ kind, group, to }: Source, { spec }: JsonObject): JsonObject {
  const apiVersion = `${group}/${to}`;
  const { hostPort, toppings, ...rest } = Object(spec);
  if (kind === "CronTab") {
    const [host, port] = String(hostPort).split(":");
    return { apiVersion, spec: { ...rest, host, port } };
  }
  const names = [...toppings].flatMap(({ name, quantity }) => Array(quantity).fill(name));
  return { apiVersion, spec: { ...rest, toppings: names } };
}
