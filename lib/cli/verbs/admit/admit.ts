import { NotSimulated } from "../../../api-server/served-kind.ts";
import { errorText } from "../../../request/log.ts";
import { type Command, type Invocation, textOption, UsageError } from "../../command.ts";
import { readLocatedObjects } from "../../files/located-objects.ts";
import { embeddedLookup, objectsHelp, objectsOption } from "../../kinds/embedded-lookup.ts";
import { kindsHelp, kindsOption } from "../../kinds/kinds.ts";
import { requestedKinds } from "../../kinds/requested-kinds.ts";
import { choiceOption, textsOption } from "../../option-values.ts";
import { outputForm, outputOption, textOrJson } from "../../output-form.ts";
import { servedKind } from "../../server/served-kinds.ts";
import { embeddedWebhook } from "../../server/webhook-client.ts";
import { coloursFor } from "../../terminal/colours.ts";
import {
  type AdmitSettings,
  type AdmittedObject,
  admissionsOf,
  admitObject,
} from "./admissions.ts";
import { admittedJson, admittedText } from "./report.ts";

/** The command `admit`: shows what the API server would do with objects. The exit code says whether it allows all. */
export const admit: Command = {
  help: `usage: customhouse admit -f FILE... [--old FILE] [options]

Simulates what kube-apiserver 1.36 does with each object in the files if the webhooks that customhouse manifests prints
are registered: it decodes the object, sets defaults, calls the mutating webhook, sets defaults again, validates
metadata, schema and CEL rules, calls the validating webhook, converts the object to the storage version, and reads it
in every served version. Prints the decision and the warnings as kubectl create, replace or delete would, what the
mutating webhook changed, and the object as it is stored and in every other version. Nothing is sent anywhere.

  -f, --file FILE   a file, a folder (its .yaml, .yml and .json files), or - for standard input; may be given again
  --old FILE        the stored objects: an object of the same kind, namespace and name in FILE makes the request an
                    update; may be given again
  --operation OP    create, update or delete (default: update if --old has the object, else create). A delete uses the
                    object in --old, else the one in -f; it calls no admission webhook, and an object with finalizers
                    stays, marked as being deleted
  --subresource S   status: an update of /status, as kubectl replace --subresource=status. Needs --old; only webhooks that
                    are registered for /status are called, and only the object's status is used
  -n, --namespace NS
                    the namespace of objects that name none (default: default)
  --user NAME       who sends the request (default: kubernetes-admin)
  --group GROUP     a group of the user; may be given again (default: system:authenticated, and for the default user
                    kubeadm:cluster-admins)
  --dry-run         simulate a dry run, as kubectl --dry-run=server
  --validate HOW    strict refuses unknown fields, warn drops them with a warning, ignore drops them (default: strict)
${objectsHelp}
  -o, --output FORM text (default), or json: a list of {file, line, kind, name, operation, subresource, allowed, text,
                    status, warnings, patch, storedVersion, versions}
${kindsHelp}

Fields that a server generates are left out: uid, resourceVersion, creationTimestamp and managedFields. A name from
generateName ends in xxxxx.

example: customhouse admit -f kinds/pizza/samples
         customhouse admit -f new.yaml --old stored.yaml --user ada --group restaurant-staff -o json
exit code: 0 all objects allowed; 1 an object denied; 2 wrong usage, or a file that is not a manifest of your kinds`,
  forms: textOrJson,
  options: {
    ...kindsOption,
    ...objectsOption,
    ...outputOption,
    file: { type: "string", short: "f", multiple: true },
    old: { type: "string", multiple: true },
    operation: { type: "string" },
    subresource: { type: "string" },
    namespace: { type: "string", short: "n" },
    user: { type: "string" },
    group: { type: "string", multiple: true },
    "dry-run": { type: "boolean" },
    validate: { type: "string" },
  },
  run: async (invocation) => {
    const settings = settingsOf(invocation);
    const form = outputForm(invocation, textOrJson);
    const found = await requestedKinds(invocation);
    const kinds = found.map(({ kind }) => kind);
    const objects = readLocatedObjects(textsOption(invocation, "file"));
    const old = textsOption(invocation, "old");
    const stored = old.length === 0 ? [] : readLocatedObjects(old);
    const admissions = admissionsOf(objects, stored, found.map(servedKind), settings);
    const webhook = embeddedWebhook(
      kinds,
      embeddedLookup(kinds, textOption(invocation, "objects")),
    );
    const admitted: AdmittedObject[] = [];
    for (const admission of admissions) {
      admitted.push(await runSimulation(() => admitObject(admission, webhook.sendReview)));
      for (const thrown of webhook.takeThrown()) invocation.error(errorText(thrown));
    }
    const colours = coloursFor(process.stdout);
    invocation.out(
      form === "json"
        ? admittedJson(admitted)
        : admitted.map((each) => admittedText(each, colours)).join("\n\n"),
    );
    return admitted.every(({ outcome }) => outcome.failure === undefined) ? 0 : 1;
  },
};

function settingsOf(invocation: Invocation): AdmitSettings {
  const [word] = invocation.words;
  if (word !== undefined) throw new UsageError(`use -f ${word} to name the file`);
  const files = textsOption(invocation, "file");
  if (files.length === 0) throw new UsageError("name the files with -f FILE (- is standard input)");
  if ([...files, ...textsOption(invocation, "old")].filter((file) => file === "-").length > 1) {
    throw new UsageError("standard input (-) can be given only once");
  }
  const user = textOption(invocation, "user");
  const groups = textsOption(invocation, "group");
  return {
    ...requestOf(invocation),
    fieldValidation: choiceOption(invocation, "validate", ["strict", "warn", "ignore"]) ?? "strict",
    namespace: textOption(invocation, "namespace") ?? "default",
    isDryRun: invocation.options["dry-run"] === true,
    userInfo: userInfoOf(user, groups),
    now: new Date().toISOString().replace(/\.\d+Z$/, "Z"),
  };
}

function requestOf(invocation: Invocation): Pick<AdmitSettings, "operation" | "subresource"> {
  const operation = choiceOption(invocation, "operation", ["create", "update", "delete"]);
  const subresource = choiceOption(invocation, "subresource", ["status"]);
  if (subresource === undefined || operation === undefined || operation === "update") {
    return { operation, subresource };
  }
  throw new UsageError(
    `--operation ${operation} can't be combined with --subresource ${subresource}: a subresource can only be updated`,
  );
}

function userInfoOf(user: string | undefined, groups: readonly string[]) {
  const own = user === undefined ? ["kubeadm:cluster-admins"] : [];
  return {
    username: user ?? "kubernetes-admin",
    groups: groups.length > 0 ? groups : [...own, "system:authenticated"],
  };
}

/** Runs `work`. If a matchCondition fails or needs a cluster ({@link NotSimulated}), throws {@link UsageError} instead. */
async function runSimulation<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof NotSimulated) throw new UsageError(fault.message, { cause: fault });
    throw fault;
  }
}
