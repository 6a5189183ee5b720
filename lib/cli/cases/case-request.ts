import type { DeleteRequest } from "../../api-server/handle-delete.ts";
import type { FieldValidation, ObjectRequest } from "../../api-server/handle-request.ts";
import type { ServedKind } from "../../api-server/served-kind.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { UsageError } from "../command.ts";
import { type LocatedObject, readLocatedObjects } from "../files/located-objects.ts";
import { readManifests } from "../files/read-manifests.ts";
import { requireSubresource, type ServedObject, servedObjectOf } from "../server/served-object.ts";
import type { TestCase } from "./case-files.ts";

/**
 * The object of a case. Throws UsageError with file and line if the file does not have exactly one object of one of the kinds,
 * and for an update of /status at a version without that subresource.
 */
export function caseSubject(
  { file, operation }: TestCase,
  kinds: readonly ServedKind[],
): ServedObject {
  const located = onlyObject(file);
  const subject = servedObjectOf(located, kinds);
  if (operation === "status") requireSubresource(located, subject, "status");
  return subject;
}

function onlyObject(file: string): LocatedObject {
  const [first, second] = readLocatedObjects([file]);
  if (second !== undefined) {
    throw new UsageError(`${file}:${second.line}: a second object: put it into a case of its own`);
  }
  if (first !== undefined) return first;
  throw new UsageError(`${file}:1: no object found: write one Kubernetes object`);
}

/** The request of a case, with the settings of its `request.yaml`. Throws UsageError with file and line if a file is wrong. */
export function caseRequest(
  { parts, operation }: TestCase,
  { object, version }: ServedObject,
): ObjectRequest {
  const [old, request] = [parts.get("old"), parts.get("request")];
  return {
    version,
    object,
    old: old === undefined ? undefined : onlyObject(old).object,
    ...defaults,
    ...(request !== undefined && requestPart(request)),
    ...(operation === "status" && { subresource: operation }),
  };
}

/** The time of deletion in all cases; fixed, so that goldens (files of expected results) do not depend on the clock. */
export const deletionTime = "2026-01-01T00:00:00Z";

/** The request to delete the object of a case, from the result of {@link caseRequest}. */
export function caseDeletion({ version, object, namespace }: ObjectRequest): DeleteRequest {
  return { version, old: object, namespace, now: deletionTime };
}

type RequestPart = Pick<ObjectRequest, "namespace" | "userInfo" | "dryRun" | "fieldValidation">;

const defaults: RequestPart = {
  namespace: "default",
  userInfo: {
    username: "kubernetes-admin",
    groups: ["kubeadm:cluster-admins", "system:authenticated"],
  },
  dryRun: false,
  fieldValidation: "strict",
};

/** Reads the `request.yaml` of a case: the settings of the request besides its object. */
function requestPart(file: string): Partial<RequestPart> {
  const [document, ...more] = readManifests([file]).flatMap(({ documents }) => documents);
  if (!isObject(document) || more.length > 0) throw fault(file, "must have one YAML map");
  for (const key of Object.keys(document)) {
    if (!Object.hasOwn(readers, key)) {
      throw fault(
        file,
        `unknown key ${JSON.stringify(key)}: ${Object.keys(readers).join(", ")} are known`,
      );
    }
  }
  const parts = Object.entries(readers).map(([key, read]): Partial<RequestPart> => {
    const value = document[key];
    if (value === undefined) return {};
    const part = read(value);
    if (part === undefined) throw fault(file, `${key} must be ${wanted[key]}`);
    return part;
  });
  return Object.assign({}, ...parts);
}

const readers: Readonly<Record<string, (value: JsonValue) => Partial<RequestPart> | undefined>> = {
  userInfo: (value) => (isUserInfo(value) ? { userInfo: value } : undefined),
  dryRun: (value) => (typeof value === "boolean" ? { dryRun: value } : undefined),
  namespace: (value) => (typeof value === "string" ? { namespace: value } : undefined),
  fieldValidation: (value) => (isFieldValidation(value) ? { fieldValidation: value } : undefined),
};

const wanted: Readonly<Record<string, string>> = {
  userInfo: "a map that has no other members than username, groups, uid and extra",
  dryRun: "true or false",
  namespace: "a string",
  fieldValidation: "strict, warn or ignore",
};

function isUserInfo(value: JsonValue): value is JsonObject {
  const keys = ["username", "groups", "uid", "extra"];
  return isObject(value) && Object.keys(value).every((key) => keys.includes(key));
}

function isFieldValidation(value: JsonValue): value is FieldValidation {
  return value === "strict" || value === "warn" || value === "ignore";
}

function fault(file: string, text: string): UsageError {
  return new UsageError(`${file}:1: ${text}`);
}
