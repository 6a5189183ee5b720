import { withoutChangingMetadata } from "../../../api-server/request-metadata.ts";
import type { Result } from "../../../json/result.ts";
import { isArray, type JsonObject, member } from "../../../json/value.ts";
import { metadataOf } from "../../../protocol/object-metadata.ts";
import { manifestJson } from "../../files/manifest-json.ts";
import {
  acceptedText,
  deletedText,
  kubectlErrorText,
  kubectlName,
} from "../../server/kubectl-text.ts";
import { objectYaml } from "../../server/object-yaml.ts";
import { nameOrPrefix, namespaceOf } from "../../server/served-object.ts";
import type { Colours } from "../../terminal/colours.ts";
import { lineDiff } from "../../terminal/line-diff.ts";
import type { AdmittedObject } from "./admissions.ts";

/** The decision, the warnings, the mutation and the object in every version, as text. */
export function admittedText(admitted: AdmittedObject, colours: Colours): string {
  const { subject, outcome } = admitted;
  const { storageVersion } = subject.kind.resource;
  const { mutation, stored } = outcome;
  const decision = decisionText(admitted);
  const others = [...outcome.versions].filter(([version]) => version !== storageVersion);
  return [
    [
      ...outcome.warnings.map((text) => `Warning: ${text}`),
      outcome.failure === undefined ? colours.good(decision) : colours.bad(decision),
    ],
    ...(mutation === undefined
      ? []
      : [
          [
            colours.strong(`changed by the mutating webhook, at ${subject.version}:`),
            ...lineDiff(objectYaml(mutation.before), objectYaml(mutation.after), colours),
          ],
        ]),
    ...(stored === undefined
      ? []
      : [objectLines(storedTitle(admitted), { ok: true, value: stored }, colours)]),
    ...others.map(([version, object]) => objectLines(`at ${version}:`, object, colours)),
  ]
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

function storedTitle({ subject, operation, outcome }: AdmittedObject): string {
  const { storageVersion } = subject.kind.resource;
  if (operation !== "delete") return `stored at ${storageVersion}:`;
  const finalizers = member(metadataOf(outcome.stored ?? {}), "finalizers");
  const names = isArray(finalizers) ? finalizers.map(String).join(", ") : "";
  return `stored at ${storageVersion} until these finalizers are removed: ${names}`;
}

function objectLines(
  title: string,
  object: Result<JsonObject, string>,
  { strong, bad }: Colours,
): readonly string[] {
  if (!object.ok) return [strong(title), bad(`  can't be read: ${object.error}`)];
  const lines = objectYaml(object.value).trimEnd().split("\n");
  return [strong(title), ...lines.map((line) => `  ${line}`)];
}

/** The line that kubectl would print for the decision. */
function decisionText({ located, subject, operation, settings, outcome }: AdmittedObject): string {
  const command = operation === "update" ? "replace" : operation;
  const source = located.file === "-" ? "STDIN" : located.file;
  if (outcome.failure !== undefined) return kubectlErrorText(outcome.failure, command, source);
  const { kind, group } = subject.kind.resource;
  const name = nameOrPrefix(outcome.stored ?? subject.object);
  return command === "delete"
    ? deletedText(
        { kind, group, name },
        namespaceOf(subject, settings.namespace),
        settings.isDryRun,
      )
    : acceptedText(kubectlName(kind, group, name), command, settings.isDryRun);
}

/** The results of all objects as JSON, in their order. */
export function admittedJson(admitted: readonly AdmittedObject[]): string {
  return manifestJson(admitted.map(jsonOf));
}

function jsonOf(admitted: AdmittedObject): JsonObject {
  const { located, subject, operation, settings, outcome } = admitted;
  const { failure, mutation, stored } = outcome;
  return {
    file: located.file,
    line: located.line,
    apiVersion: `${subject.kind.resource.group}/${subject.version}`,
    kind: subject.kind.resource.kind,
    name: nameOrPrefix(stored ?? subject.object),
    operation,
    ...(settings.subresource !== undefined && { subresource: settings.subresource }),
    allowed: failure === undefined,
    text: decisionText(admitted),
    ...(failure !== undefined && {
      status: {
        code: failure.code,
        reason: failure.reason,
        message: failure.message,
        step: failure.step,
        ...(failure.invalid !== undefined && { causes: failure.invalid.causes }),
      },
    }),
    warnings: outcome.warnings,
    patch: mutation?.patch.map((operation) => ({ ...operation })) ?? [],
    ...(stored !== undefined && {
      storedVersion: subject.kind.resource.storageVersion,
      versions: Object.fromEntries(
        [...outcome.versions].map(([version, object]) => [
          version,
          object.ok ? withoutChangingMetadata(object.value) : { error: object.error },
        ]),
      ),
    }),
  };
}
