// The conversion of the CronJob in the kubebuilder book, written anew: v1 has the schedule as a text, v2 as a map of its five fields.
// As with the Go structs of such an operator, spec and its schedule are always written, empty fields and metadata are not.
import { isObject, type JsonObject, type JsonValue } from "../../../../lib/json/value.ts";
import { mapAt } from "../job-conversion.ts";
import { Refused, type WebhookFault } from "../webhook.ts";

const fields = ["minute", "hour", "dayOfMonth", "month", "dayOfWeek"] as const;

function toText(schedule: JsonObject): JsonValue {
  return fields.map((field) => schedule[field] ?? "*").join(" ");
}

function toFields(schedule: string): JsonObject {
  const parts = schedule.split(" ");
  if (parts.length !== fields.length) throw new Refused("invalid schedule: not five fields");
  const named = fields.map((field, index) => [field, parts[index] ?? "*"] as const);
  return Object.fromEntries(named.filter(([, part]) => part !== "*"));
}

/** The members of a Go struct with omitempty: one that is null or an empty text is left out. */
function asStruct({ suspend, concurrencyPolicy, startingDeadlineSeconds }: JsonObject): JsonObject {
  const members = Object.entries({ suspend, concurrencyPolicy, startingDeadlineSeconds });
  return Object.fromEntries(
    members.flatMap(([name, value = null]) =>
      value === null || value === "" ? [] : [[name, value]],
    ),
  );
}

function convert(object: JsonObject, to: string): JsonObject {
  if (object["apiVersion"] === to) throw new Refused(`${to} is the object's own version`);
  const { metadata, status } = object;
  const spec = mapAt(object, "spec");
  const schedule = spec["schedule"] ?? (to.endsWith("/v1") ? {} : "");
  const isKnown = to.endsWith("/v1") ? isObject(schedule) : typeof schedule === "string";
  if (!isKnown) throw new Refused("cannot unmarshal schedule");
  return {
    apiVersion: to,
    kind: object["kind"] ?? "",
    ...(isObject(metadata) && Object.keys(metadata).length > 0 && { metadata }),
    spec: {
      ...asStruct(spec),
      schedule: isObject(schedule) ? toText(schedule) : toFields(String(schedule)),
    },
    ...(isObject(status) && Object.keys(status).length > 0 && { status }),
  };
}

/** The webhook. As with controller-runtime, the message of a failure has the error without the object's name. */
export const cronJobWebhook: WebhookFault = {
  convert,
  message: "conversion failed: invalid schedule",
};
