import { NotSimulated } from "../../../api-server/served-kind.ts";
import { errorText } from "../../../request/log.ts";
import { type Command, type Invocation, textOption, UsageError } from "../../command.ts";
import { readLocatedObjects } from "../../files/located-objects.ts";
import { embeddedLookup, objectsHelp, objectsOption } from "../../kinds/embedded-lookup.ts";
import { allowsCode, kindsHelp, kindsOption, loadKindsInFolders } from "../../kinds/kinds.ts";
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

/** Shows what the API server would do with objects; the exit code is the decision. */
export const admit: Command = {
  summary: "show what the API server would do with a manifest, offline",
  help: `usage: customhouse admit -f FILE... [--old FILE] [options]

Does with every object in the files what kube-apiserver 1.36 would do, with the webhooks that customhouse manifests
registers: decodes it, sets defaults, has it mutated, sets defaults again, validates it by metadata, schema and rules,
has it validated, converts it to the storage version, and reads it back in every served version. Prints the decision and
the warnings as kubectl create, replace or delete would, what the mutating webhook changed, and the object as it is
stored and in every other version. Nothing is sent anywhere.

  -f, --file FILE   a file, a folder (its .yaml, .yml and .json files), or - for standard input; may be given again
  --old FILE        the objects as they are stored: one of the same kind, namespace and name makes the request an
                    update; may be given again
  --operation OP    create, update or delete, whatever --old holds (default: update where --old has the object). For a
                    delete, the object of FILE is the stored one where --old has none; admission webhooks are not
                    called, and an object with finalizers stays, marked as being deleted
  --subresource S   status: an update of /status, as kubectl replace --subresource=status. Needs --old; only webhooks that
                    are registered for /status are called, and of the object the status alone counts
  -n, --namespace NS
                    for objects without one (default: default)
  --user NAME       who sends the request (default: kubernetes-admin)
  --group GROUP     a group of the user; may be given again (default: system:authenticated, and for the default user
                    kubeadm:cluster-admins)
  --dry-run         as kubectl --dry-run=server
  --validate HOW    strict refuses unknown fields, warn warns of them, ignore drops them (default: strict, as kubectl)
${objectsHelp}
  -o, --output FORM text (default), or json: a list of {file, line, kind, name, operation, subresource, allowed, text,
                    status, warnings, patch, storedVersion, versions}
${kindsHelp}

What a server makes up is left out: uid, resourceVersion, creationTimestamp, managedFields; a generateName ends in xxxxx.

example: customhouse admit -f kinds/pizza/samples
         customhouse admit -f new.yaml --old stored.yaml --user ada --group restaurant-staff -o json
exit code: 0 every object allowed; 1 one denied; 2 wrong usage, or a file that is not a manifest of your kinds`,
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
    const form = outputForm(invocation.options, textOrJson);
    const found = await loadKindsInFolders(
      invocation.options["kinds"],
      "refused",
      allowsCode(invocation.options),
    );
    const kinds = found.map(({ kind }) => kind);
    const objects = readLocatedObjects(listOption(invocation, "file"));
    const old = listOption(invocation, "old");
    const stored = old.length === 0 ? [] : readLocatedObjects(old);
    const admissions = admissionsOf(objects, stored, found.map(servedKind), settings);
    const webhook = embeddedWebhook(
      kinds,
      embeddedLookup(kinds, textOption(invocation, "objects")),
    );
    const admitted: AdmittedObject[] = [];
    for (const admission of admissions) {
      admitted.push(await simulated(() => admitObject(admission, webhook.ask)));
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
  const files = listOption(invocation, "file");
  if (files.length === 0) throw new UsageError("name the files with -f FILE (- is standard input)");
  if ([...files, ...listOption(invocation, "old")].filter((file) => file === "-").length > 1) {
    throw new UsageError("standard input (-) can be given only once");
  }
  const user = textOption(invocation, "user");
  const groups = listOption(invocation, "group");
  return {
    ...requestOf(invocation),
    fieldValidation: chosen(invocation, "validate", ["strict", "warn", "ignore"]) ?? "strict",
    namespace: textOption(invocation, "namespace") ?? "default",
    isDryRun: invocation.options["dry-run"] === true,
    userInfo: userInfoOf(user, groups),
    now: new Date().toISOString().replace(/\.\d+Z$/, "Z"),
  };
}

function requestOf(invocation: Invocation): Pick<AdmitSettings, "operation" | "subresource"> {
  const operation = chosen(invocation, "operation", ["create", "update", "delete"]);
  const subresource = chosen(invocation, "subresource", ["status"]);
  if (subresource === undefined || operation === undefined || operation === "update") {
    return { operation, subresource };
  }
  throw new UsageError(
    `--operation ${operation} does not go with --subresource ${subresource}: the server takes updates alone there`,
  );
}

function userInfoOf(user: string | undefined, groups: readonly string[]) {
  const own = user === undefined ? ["kubeadm:cluster-admins"] : [];
  return {
    username: user ?? "kubernetes-admin",
    groups: groups.length > 0 ? groups : [...own, "system:authenticated"],
  };
}

function chosen<Choice extends string>(
  { options }: Invocation,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const given = options[name];
  const choice = choices.find((each) => each === given);
  if (given === undefined || choice !== undefined) return choice;
  throw new UsageError(`--${name} takes ${choices.join(" or ")}, not ${JSON.stringify(given)}`);
}

function listOption({ options }: Invocation, name: string): readonly string[] {
  const given = options[name];
  return Array.isArray(given) ? given.map(String) : [];
}

/** Turns the error that a registration can't be simulated into a fault of the input. */
async function simulated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof NotSimulated) throw new UsageError(fault.message, { cause: fault });
    throw fault;
  }
}
