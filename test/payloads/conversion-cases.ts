import { type JsonObject, member } from "../../lib/json/value.ts";
import { cronTab, metadataOf, objectIn, pizza, printedCronTab } from "../cluster/support/kinds.ts";
import { at, conversion, named, type RecordedCase, whole } from "./scenario.ts";

/** v1beta1 is stored of all kinds but Pizza, whose v1alpha1 is; reviews are v1 for CronTab and v1beta1 for the others. */
export const conversionCases: readonly RecordedCase[] = [
  {
    name: "convert-create-to-storage",
    how: "create a CronTab in v1",
    act: ({ cron }) => cron.v1.create(objectIn(cronTab, "v1", "created")),
    is: conversion("v1beta1", named("created")),
  },
  {
    name: "convert-create-answer",
    how: "create a CronTab in v1; what was stored is shown in v1 again",
    act: ({ cron }) => cron.v1.create(objectIn(cronTab, "v1", "created-too")),
    is: conversion("v1", named("created-too")),
  },
  {
    name: "convert-read",
    how: "get a CronTab in v1",
    act: ({ cron }) => cron.v1.get("created"),
    is: conversion("v1", named("created")),
  },
  {
    name: "convert-update",
    how: "update a CronTab in v1",
    act: async ({ cron }) => {
      const now = await cron.v1.get("created");
      return cron.v1.update({ ...now, spec: { host: "updated.example.com", port: "8080" } });
    },
    is: conversion("v1beta1", (object) => at(object, "spec", "host") === "updated.example.com"),
  },
  {
    name: "convert-json-patch",
    how: "JSON patch of a CronTab in v1",
    act: ({ cron }) =>
      cron.v1.patch("created", "json", [{ op: "replace", path: "/spec/port", value: "8081" }]),
    is: conversion("v1beta1", (object) => at(object, "spec", "port") === "8081"),
  },
  {
    name: "convert-merge-patch",
    how: "merge patch of a CronTab in v1",
    act: ({ cron }) => cron.v1.patch("created", "merge", { spec: { port: "8082" } }),
    is: conversion("v1beta1", (object) => at(object, "spec", "port") === "8082"),
  },
  {
    name: "convert-status",
    how: "merge patch of the status of a CronTab in v1",
    act: ({ cron }) => cron.v1.sub("status").patch("created", "merge", { status: { replicas: 2 } }),
    is: conversion("v1beta1", (object) => at(object, "status", "replicas") === 2),
  },
  {
    name: "convert-scale",
    how: "merge patch of the scale of a CronTab in v1",
    act: ({ cron }) => cron.v1.sub("scale").patch("created", "merge", { spec: { replicas: 7 } }),
    is: conversion("v1beta1", (object) => at(object, "spec", "replicas") === 7),
  },
  {
    name: "convert-metadata",
    how: "create a CronTab in v1 with labels, annotations, a finalizer and an owner",
    act: ({ cron }) => cron.v1.create({ ...objectIn(cronTab, "v1", "x"), metadata: richMetadata }),
    is: conversion("v1beta1", named("rich")),
  },
  {
    name: "convert-lone-host",
    how: "create a CronTab in v1 with a host and no port",
    act: ({ cron }) =>
      cron.v1.create(whole(cronTab, "v1", { name: "lone" }, { spec: { host: "localhost" } })),
    is: conversion("v1beta1", named("lone")),
  },
  {
    name: "convert-lone-host-back",
    how: "get that CronTab in v1: the preserved value comes back from its annotation",
    act: ({ cron }) => cron.v1.get("lone"),
    is: conversion("v1", named("lone")),
  },
  {
    name: "convert-delete",
    how: "delete a CronTab in v1",
    act: ({ cron }) => cron.v1.delete("created-too"),
    is: conversion("v1", named("created-too")),
  },
  {
    name: "convert-unreadable-host-port",
    how: "create a CronTab in v1beta1 with a hostPort without a colon, get it in v1",
    act: async ({ cron }) => {
      const spec = { hostPort: "nocolon" };
      await cron.v1beta1.create(whole(cronTab, "v1beta1", { name: "unreadable" }, { spec }));
      await cron.v1.get("unreadable").catch(() => undefined);
      await cron.v1beta1.delete("unreadable");
    },
    is: conversion("v1", named("unreadable")),
  },
  {
    name: "convert-root-fields",
    how: "create a CronTab of example.com, its fields at the root, in v1",
    act: ({ printed }) => printed.v1.create(objectIn(printedCronTab, "v1", "root")),
    is: conversion("v1beta1", named("root")),
  },
  {
    name: "convert-pizza",
    how: "create a Pizza in v1alpha1, get it in v1beta1",
    act: async ({ pizza: pizzas }) => {
      await pizzas.v1alpha1.create(objectIn(pizza, "v1alpha1", "margherita"));
      return pizzas.v1beta1.get("margherita");
    },
    is: conversion("v1beta1", named("margherita")),
  },
  {
    name: "convert-pizza-interleaved",
    how: "create a Pizza in v1alpha1 with ham, cheese, ham; get it in v1beta1",
    act: async ({ pizza: pizzas }) => {
      const spec = { toppings: ["ham", "cheese", "ham"] };
      await pizzas.v1alpha1.create(whole(pizza, "v1alpha1", { name: "interleaved" }, { spec }));
      return pizzas.v1beta1.get("interleaved");
    },
    is: conversion("v1beta1", named("interleaved")),
  },
  {
    name: "convert-int64",
    how: "merge patch of the status of a Pizza in v1beta1: cost 2^53+1",
    act: ({ pizza: pizzas }) =>
      pizzas.v1beta1
        .sub("status")
        .patch("margherita", "merge", { status: { cost: 9007199254740993n } }),
    is: conversion("v1alpha1", (object) => at(object, "status", "cost") === 9007199254740993n),
  },
];

const richMetadata: JsonObject = {
  name: "rich",
  labels: { app: "cron", "example.com/tier": "back" },
  annotations: { "example.com/note": 'says "ü", <&> and \u2028', empty: "" },
  finalizers: ["example.com/finalizer"],
  ownerReferences: [
    {
      apiVersion: "v1",
      kind: "ConfigMap",
      name: "owner",
      uid: "9f0f4ac2-4b1f-4d3a-8f3c-0f6a4f5e7d11",
    },
  ],
};

/** Server-side apply by owners in two versions: the API server sends parts of objects. */
export const applyCases: readonly RecordedCase[] = [
  {
    name: "apply-host-alone",
    how: "server-side apply in v1 of a host, nothing else",
    act: ({ cron }) => cron.v1.apply(applied("v1", { host: "h" }), { fieldManager: "host-owner" }),
    is: conversion("v1beta1", named("applied")),
  },
  {
    name: "apply-both-versions",
    how: "server-side apply in v1beta1 of an image, by another manager",
    act: ({ cron }) =>
      cron.v1beta1.apply(applied("v1beta1", { image: "i" }), { fieldManager: "image-owner" }),
    is: conversion("v1", named("applied")),
  },
  {
    name: "apply-half-with-uid",
    how: "the same manager applies another image: a part of the object with all of its metadata",
    act: async ({ cron }) => {
      await cron.v1.apply(applied("v1", { port: "1" }), { fieldManager: "port-owner" });
      return cron.v1beta1.apply(applied("v1beta1", {}), { fieldManager: "image-owner" });
    },
    is: conversion(
      "v1",
      (object) => at(object, "spec", "cronSpec") === undefined && hasUid(object),
    ),
  },
  {
    name: "apply-name-alone",
    how: "a manager gives up what it applied, labels too: a part with a name and no more metadata",
    act: async ({ cron }) => {
      const owner = { fieldManager: "image-owner" };
      const labelled = applied("v1beta1", { image: "j" }, { image: "j" });
      await cron.v1beta1.apply(labelled, owner);
      return cron.v1beta1.apply(applied("v1beta1", {}), owner);
    },
    is: conversion("v1", (object) => Object.keys(metadataOf(object)).join() === "name"),
  },
  {
    name: "apply-null-spec",
    how: "the last of two owners gives up its half: a part with a spec of null",
    act: async ({ cron }) => {
      await cron.v1.apply(applied("v1", {}), { fieldManager: "host-owner" });
      return cron.v1.apply(applied("v1", {}), { fieldManager: "port-owner" });
    },
    is: conversion("v1beta1", (object) => member(object, "spec") === null),
  },
];

function applied(version: string, spec: JsonObject, labels?: JsonObject): JsonObject {
  const metadata = { name: "applied", ...(labels === undefined ? {} : { labels }) };
  return whole(cronTab, version, metadata, { spec });
}

function hasUid(object: JsonObject): boolean {
  return member(metadataOf(object), "uid") !== undefined;
}
