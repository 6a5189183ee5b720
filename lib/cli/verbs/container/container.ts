import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { replaceFile } from "../../../hosts/local/atomic-file.ts";
import { dns1123LabelFaults } from "../../../schema/metadata/names.ts";
import { bundledKinds } from "../../bundle/bundled-kinds.ts";
import { containerBundle } from "../../bundle/container-bundle.ts";
import { type Command, type Invocation, textOption, UsageError } from "../../command.ts";
import { checkWritable, isFolder, makeFolder, readText } from "../../files/read-file.ts";
import { allowsCode, kindsHelp, kindsOption } from "../../kinds/kinds.ts";
import { type ContainerFile, containerFiles, isGeneratedFile } from "./container-files.ts";
import { clustersSecret, tlsSecretName, type WorkloadOptions, workloadName } from "./workload.ts";

const defaultFolder = "container";
const defaultNamespace = "customhouse";
const defaultImage = "customhouse";

/** The command `container`: writes the files with which the kinds run as a container in a cluster. */
export const containerCommand: Command = {
  help: `usage: customhouse container [--dir DIR] [options]

Writes the files with which your kinds run as pods in a cluster, instead of functions in AWS:

  customhouse.cjs   the program: your kinds and the service in one file
  Dockerfile        an image of customhouse.cjs for linux/amd64 and linux/arm64: distroless Node 24, no shell, not root
  base/             a kustomize base: a Namespace that enforces the Pod Security profile restricted, a Deployment of two
                    pods with probes, a Service, a PodDisruptionBudget and a ServiceAccount without permissions
  cert-manager/     a kustomize component: an Issuer and the Service's Certificate
  monitoring/       a kustomize component: a PodMonitor and a PrometheusRule

The pods need two Secrets: ${tlsSecretName} (tls.crt and tls.key for the DNS name SERVICE.NAMESPACE.svc; the component
cert-manager creates it) and ${clustersSecret.name} (the file ${clustersSecret.file}, which customhouse keys --secrets writes). Both
may change while the pods run. Build the image with your own tools, such as docker buildx. This command needs esbuild:
npm install --save-dev --save-exact esbuild

A later run replaces these files; it refuses to replace a file that this command did not write. Put your changes in a
kustomization of your own that lists base/ in its resources.

  --dir DIR         the folder to write to (default: ${defaultFolder})
  --image NAME      the image of the Deployment (default: ${defaultImage}, which the images field of your kustomization can replace)
  --namespace NS    the namespace (default: ${defaultNamespace})
  --no-key          write a Deployment without the Secret of keys: everybody who reaches the Service may call it, and
                    lookups fail
${kindsHelp}

example: customhouse container --image registry.example.com/customhouse:1
         docker buildx build --platform linux/amd64,linux/arm64 --tag registry.example.com/customhouse:1 --push container
         kubectl apply -k container/base
exit code: 0 written; 2 wrong usage, a conversion that does not compile, or an existing file that this command did not write`,
  options: {
    ...kindsOption,
    dir: { type: "string" },
    image: { type: "string" },
    namespace: { type: "string" },
    "no-key": { type: "boolean" },
  },
  run: async (invocation) => {
    const options = workloadOptions(invocation);
    const folder = textOption(invocation, "dir") ?? defaultFolder;
    const kinds = await bundledKinds(invocation.options["kinds"], allowsCode(invocation.options));
    const { text: bundle, warnings } = await containerBundle(kinds);
    for (const warning of warnings) invocation.error(warning.trimEnd());
    const files = containerFiles(bundle, options);
    checkTargets(folder, files);
    for (const { path, text } of files) {
      await replaceFile(join(folder, path), text, 0o644);
      invocation.progress.out(`wrote ${join(folder, path)}`);
    }
    for (const line of nextSteps(folder, options)) invocation.progress.out(line);
    return 0;
  },
};

function workloadOptions(invocation: Invocation): WorkloadOptions {
  const [word] = invocation.words;
  if (word !== undefined) {
    throw new UsageError(
      `unexpected argument ${JSON.stringify(word)}: container takes options only`,
    );
  }
  const namespace = textOption(invocation, "namespace") ?? defaultNamespace;
  const [fault] = dns1123LabelFaults(namespace);
  if (fault !== undefined) {
    throw new UsageError(`--namespace ${JSON.stringify(namespace)}: ${fault}`);
  }
  const image = textOption(invocation, "image") ?? defaultImage;
  if (!/^[a-zA-Z0-9][a-zA-Z0-9._:/@-]*$/.test(image)) {
    throw new UsageError(`--image takes the name of an image, not ${JSON.stringify(image)}`);
  }
  return { namespace, image, isKeyless: invocation.options["no-key"] === true };
}

/** Creates the folders. Throws {@link UsageError} if a file can't be written, or exists and was not written by `container`. */
function checkTargets(folder: string, files: readonly ContainerFile[]): void {
  const paths = files.map(({ path }) => join(folder, path));
  const foreign = paths.filter(
    (path) => existsSync(path) && !isFolder(path) && !isGeneratedFile(readText(path)),
  );
  if (foreign.length > 0) {
    throw new UsageError(
      `${foreign.join(", ")} was not written by customhouse container: remove it, or name another folder with --dir. Nothing was written`,
    );
  }
  for (const path of new Set(paths.map((each) => dirname(each)))) makeFolder(path);
  for (const path of paths) checkWritable(path);
}

/** The next commands for the user to run, a line each. */
function nextSteps(
  folder: string,
  { namespace, image, isKeyless }: WorkloadOptions,
): readonly string[] {
  const secret = `kubectl create secret -n ${namespace}`;
  const base = join(folder, "base");
  const caller = isKeyless ? "--no-key" : "--cluster NAME --key-file NAME.key";
  return [
    "next:",
    `  docker buildx build --platform linux/amd64,linux/arm64 --tag ${image} --push ${folder}`,
    `  kubectl apply -f ${join(base, "namespace.yaml")}`,
    `  ${secret} tls ${tlsSecretName} --cert tls.crt --key tls.key`,
    ...(isKeyless
      ? []
      : [
          `  npx customhouse keys new --cluster NAME --secrets ${clustersSecret.file} --key-file NAME.key`,
          `  ${secret} generic ${clustersSecret.name} --from-file ${clustersSecret.file}`,
        ]),
    `  kubectl apply -k ${base}`,
    `  npx customhouse manifests --service ${namespace}/${workloadName} --ca tls.crt ${caller}`,
  ];
}
