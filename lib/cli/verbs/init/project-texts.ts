import type { CiSystem, ProjectHost } from "./choices.ts";

/** The facts that the texts of a project's files depend on. */
export interface ProjectFacts {
  readonly name: string;
  /** The kinds with their groups: `CronTab.stable.example.com`. */
  readonly kinds: readonly string[];
  readonly host: ProjectHost;
  readonly ci: CiSystem;
}

/** The texts of a project's files, by path, without its kinds and package.json. */
export function projectTexts(facts: ProjectFacts): Readonly<Record<string, string>> {
  const { name, host, ci } = facts;
  return {
    ...(host === "container" ? {} : { "serverless.yml": serverlessText(name) }),
    "tsconfig.json": tsconfig,
    ".gitignore": host === "lambda" ? gitignore : `${gitignore}container/customhouse.cjs\n`,
    ...ciTexts[ci](bundlingCommands(host)),
    "README.md": readmeText(facts),
  };
}

/** The npm scripts of a project, for its developers and its hosts. `osls` is the command that runs osls. */
export function projectScripts(host: ProjectHost, osls: string): Readonly<Record<string, string>> {
  const lambda = {
    package: `customhouse build && ${osls} package`,
    deploy: `customhouse build && ${osls} deploy`,
  };
  return {
    dev: "customhouse dev",
    check: "customhouse check",
    test: "customhouse test",
    ...(host === "container" ? {} : lambda),
    ...(host === "lambda" ? {} : { container: "customhouse container" }),
  };
}

/** A project's serverless.yml: it includes the package's fragments, and has the settings that a project may change. */
export function serverlessText(service: string): string {
  const infra = "node_modules/customhouse/infra";
  const part = (name: string): string => `${name}: \${file(${infra}/service.yml):${name}}`;
  return `service: ${service}
frameworkVersion: ">=4.3 <5"
configValidationMode: error

custom:
  infra: ${infra} # the folder of the included files
  region: eu-central-1
  params: {} # replace defaults of the included files, for all stages

params:
  default: \${file(${infra}/params.cjs):default}
  prod: { alarms: on, canary: on, logRetentionDays: 30 }
${["provider", "package", "functions", "resources"].map(part).join("\n")}
`;
}

const tsconfig = `{
  "compilerOptions": {
    "target": "es2023",
    "module": "nodenext",
    "strict": true,
    "noEmit": true,
    "allowImportingTsExtensions": true,
    "erasableSyntaxOnly": true,
    "verbatimModuleSyntax": true,
    "types": []
  },
  "include": ["kinds"]
}
`;

const gitignore = `node_modules
dist
.serverless
.local
*.key
clusters.json
`;

/** The commands of a pipeline that bundle the kinds for each host, so that it fails for a kind that can't be bundled. */
function bundlingCommands(host: ProjectHost): readonly string[] {
  return [
    ...(host === "container" ? [] : ["npx customhouse build"]),
    ...(host === "lambda" ? [] : ["npm run container"]),
  ];
}

/** The workflow of GitHub Actions. Actions are pinned by commit; the comment beside each names its release. */
const github = (bundling: readonly string[]): string => `name: check
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0
        with:
          persist-credentials: false
      - uses: actions/setup-node@a0853c24544627f65ddf259abe73b1d18a591444 # v5.0.0
        with:
          node-version: 24
      - run: npm ci
      - run: npm run check
      - run: npm test -- -o github
${bundling.map((command) => `      - run: ${command}\n`).join("")}`;

const gitlab = (bundling: readonly string[]): string => `check:
  image: node:24
  script:
    - npm ci
    - npm run check
    - npx customhouse test -o junit > report.xml
${bundling.map((command) => `    - ${command}\n`).join("")}  artifacts:
    when: always
    reports:
      junit: report.xml
`;

/**
 * A function for each CI system that returns the pipeline's files by path. `bundling` are commands that the pipeline runs last.
 */
const ciTexts: Readonly<
  Record<CiSystem, (bundling: readonly string[]) => Readonly<Record<string, string>>>
> = {
  github: (bundling) => ({ ".github/workflows/check.yml": github(bundling) }),
  gitlab: (bundling) => ({ ".gitlab-ci.yml": gitlab(bundling) }),
  none: () => ({}),
};

const scriptLines: Readonly<Record<"lambda" | "container", string>> = {
  lambda: "    npm run deploy    # bundle, and deploy to AWS; -- --stage prod for another stage",
  container:
    "    npm run container # write a bundle, a Dockerfile and a kustomize base to container/",
};

function readmeText({ name, kinds, host }: ProjectFacts): string {
  const hosts = (["lambda", "container"] as const).filter((each) => [each, "both"].includes(host));
  return `# ${name}

Conversion and admission${kinds.length === 0 ? "" : ` for ${kinds.join(", ")}`}, by Customhouse.

    npm run dev       # serve on loopback; each save is checked and served
    npm run check     # test the laws of conversion
    npm test          # run the cases in kinds/*/tests; with -- --update, write their expected results
${hosts.map((each) => scriptLines[each]).join("\n")}

\`npx customhouse new --crd crd.yaml\` adds a kind; \`npx customhouse manifests\` prints what registers all kinds in a cluster.
`;
}
