import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { convertJob, mapAt } from "./job-conversion.ts";
import { Refused, type WebhookFault } from "./webhook.ts";

/** A text that {@link givenJobs} hold in many places, as a value and as a name. */
export const secret = "hunter2";

/** Jobs as a user passes them with `--samples`. All their numbers of several digits are repetitions of 42. */
export const givenJobs: readonly JsonObject[] = [
  {
    apiVersion: "example.com/v1",
    kind: "Job",
    metadata: {
      name: `job-${secret}`,
      namespace: `team-${secret}`,
      labels: { [`${secret}/app`]: secret },
      annotations: { "example.com/note": `${secret} is the password` },
    },
    spec: {
      containerImage: `registry/${secret}:1`,
      paused: false,
      mode: "Fast",
      replicas: 424,
      quota: 4_242_424,
      note: secret,
      labels: { [secret]: `${secret}-label`, other: secret },
      steps: [
        { name: `${secret}-1`, command: `run ${secret}`, retries: 0 },
        { name: `${secret}-2`, command: "", retries: 424 },
      ],
      priority: 4_242_425,
    },
    status: { phase: secret, replicas: 424 },
  },
];

/** All that a report shows, as one text. */
export function shownText(report: unknown): string {
  return JSON.stringify(report, (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
}

/** A webhook that refuses some objects. */
export function failsIf(test: (object: JsonObject) => boolean, message = "refused"): WebhookFault {
  return {
    convert: (object, to) => {
      if (test(object)) throw new Refused(message);
      return convertJob(object, to);
    },
  };
}

export function noteOf(object: JsonObject): JsonValue | undefined {
  return mapAt(object, "spec")["note"];
}
