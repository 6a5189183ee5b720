import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { metricEntry } from "../../lib/hosts/lambda/metrics.ts";
import { routeOf } from "../../lib/request/routes.ts";
import { emptyFolder } from "../package/run.ts";
import { ofType, type Packaged, packageTo } from "./packaged.ts";
import { extensionLayer, profiles } from "./profiles.ts";
import { lint } from "./tools.ts";

const folder = await emptyFolder();
const packaged = new Map<string, Packaged>();

/** A profile's template. */
function templateOf(name: (typeof profiles)[number]["name"]): Packaged {
  const found = packaged.get(name);
  if (found === undefined) throw new Error(`no profile is called ${name}`);
  return found;
}

/** The routes of a template, as `/{cluster}/{key}/convert`, each with the function it leads to. */
function routesOf(template: Packaged): Readonly<Record<string, string>> {
  const text = JSON.stringify(Object.values(ofType(template, "AWS::ApiGatewayV2::Route")));
  const http = [...text.matchAll(/"RouteKey":"ANY ([^"]+)".*?HttpApiIntegration(\w+?)"/g)];
  const rest = Object.values(ofType(template, "AWS::ApiGateway::RestApi")).flatMap(
    ({ Properties }) => {
      const { paths } = Properties["Body"] as { readonly paths: Readonly<Record<string, unknown>> };
      return Object.entries(paths).map(([path, method]) => {
        const [, name] = /"(Convert|Mutate|Validate)\w*"/.exec(JSON.stringify(method)) ?? [];
        return [path, path, name];
      });
    },
  );
  return Object.fromEntries([...http, ...rest].map(([, path, name]) => [path, name]));
}

/** All that a template's roles allow, as `action resource`. */
function allowedIn(template: Packaged): readonly string[] {
  const documents = Object.values(ofType(template, "AWS::IAM::")).flatMap(({ Properties }) => {
    const { Policies = [], PolicyDocument } = Properties as RoleProperties;
    return [...Policies.map((policy) => policy.PolicyDocument), PolicyDocument];
  });
  const statements = documents.flatMap((document) => document?.Statement ?? []);
  return statements
    .flatMap(({ Action, Resource }) =>
      [Action].flat().map((action) => `${action} ${JSON.stringify(Resource)}`),
    )
    .sort();
}

interface PolicyDocument {
  readonly Statement: readonly { readonly Action: string | string[]; readonly Resource: unknown }[];
}

interface RoleProperties {
  readonly Policies?: readonly { readonly PolicyDocument: PolicyDocument }[];
  readonly PolicyDocument?: PolicyDocument;
}

interface FunctionEnvironment {
  readonly Variables: Readonly<Record<string, unknown>>;
}

beforeAll(async () => {
  for (const [index, { name, words }] of profiles.entries()) {
    packaged.set(name, await packageTo(join(folder.path, `${index}`), words));
  }
});

afterAll(() => folder[Symbol.asyncDispose]());

describe.each(profiles)("$name", ({ name }) => {
  test("is a template in which cfn-lint finds no fault", async () => {
    expect(await lint(templateOf(name).file)).toBe("");
  });

  test("serves only paths below a cluster and its key, each with the function of its verb", () => {
    const routes = Object.entries(routesOf(templateOf(name)));
    expect(routes).toHaveLength(7);
    for (const [path, functionName] of routes) {
      const words = { cluster: "prod", key: "k3y", version: "v1", kind: "pizza" };
      const asked = path.replace(/\{(\w+)\}/g, (_, name: keyof typeof words) => words[name]);
      const credentials = { cluster: "prod", key: "k3y" };
      expect(routeOf(asked)).toMatchObject({ verb: functionName.toLowerCase(), credentials });
    }
  });

  test("logs no path and traces no gateway, because both would reveal keys", () => {
    const text = JSON.stringify(Object.values(ofType(templateOf(name), "AWS::ApiGateway")));
    expect(text).toMatch(/\$context\.(routeKey|resourcePath)/);
    expect(text).not.toMatch(/\$context\.(path|http\.path|domainName|identity)|TracingEnabled/);
    expect(text).not.toMatch(/"DataTraceEnabled":true|"LoggingLevel":"(?!OFF)/);
  });

  test("shows a url without a key", () => {
    expect(JSON.stringify(templateOf(name).outputs["WebhookUrl"])).toContain("<cluster>/<key>/");
  });
});

describe("roles", () => {
  const everybodys = ["logs:CreateLogStream", "logs:PutLogEvents", "secretsmanager:GetSecretValue"];

  test("let a function read one secret and write its own log, and nothing else", () => {
    const allowed = allowedIn(templateOf("production"));
    expect([...new Set(allowed.map((line) => line.split(" ")[0]))]).toEqual(everybodys);
    expect(allowed.filter((line) => line.includes('"*"'))).toEqual([]);
    expect(
      allowed.filter((line) => line.includes("customhouse/prod/clusters-??????")),
    ).toHaveLength(3);
    for (const name of ["Convert", "Mutate", "Validate"]) {
      const own = `logs:PutLogEvents {"Fn::GetAtt":["${name}LogGroup","Arn"]}`;
      expect(allowed.filter((line) => line === own)).toHaveLength(1);
    }
  });

  test("let a function record and trace only if that is on, and read no recording", () => {
    const actions = new Set(allowedIn(templateOf("all on")).map((line) => line.split(" ")[0]));
    expect([...actions].filter((action) => !everybodys.includes(`${action}`))).toEqual([
      "s3:PutObject",
      "xray:PutTelemetryRecords",
      "xray:PutTraceSegments",
    ]);
  });
});

describe("the rehearsal", () => {
  test("leaves out what moto does not support", () => {
    const types = Object.values(templateOf("the rehearsal").resources).map(({ Type }) => Type);
    expect(types).toContain("AWS::SecretsManager::Secret");
    expect(
      types.filter((type) => /Alias|CodeDeploy|Alarm|DomainName|Certificate|Route53/.test(type)),
    ).toEqual([]);
  });
});

describe("the secrets extension", () => {
  const functionsIn = (name: (typeof profiles)[number]["name"]) =>
    Object.values(ofType(templateOf(name), "AWS::Lambda::Function")).map(({ Properties }) => ({
      layers: Properties["Layers"],
      variables: (Properties["Environment"] as FunctionEnvironment).Variables,
    }));
  const added = {
    CUSTOMHOUSE_SECRETS_EXTENSION: "on",
    SECRETS_MANAGER_TTL: "0",
    SECRETS_MANAGER_TIMEOUT_MILLIS: "2000",
  };

  test.each([
    { name: "the secrets extension", usual: "an unnamed stage" },
    { name: "the secrets extension, recording", usual: "all on" },
  ] as const)("is a layer of every function, without a cache of its own ($name)", (row) => {
    const functions = functionsIn(row.name);
    expect(functions).toHaveLength(3);
    for (const { layers, variables } of functions) {
      expect(layers).toEqual([extensionLayer]);
      expect(variables).toMatchObject(added);
    }
    const [{ variables: usual } = { variables: {} }] = functionsIn(row.usual);
    expect(Object.keys(functions[0]?.variables ?? {}).toSorted()).toEqual(
      [...Object.keys(usual), ...Object.keys(added)].toSorted(),
    );
  });

  test("is absent unless a parameter names it", () => {
    const text = JSON.stringify(templateOf("all on").resources);
    expect(text).not.toMatch(/"Layers"|SECRETS_/);
  });
});

describe("a canary", () => {
  test.each([
    { name: "production", provisioned: { Ref: "AWS::NoValue" } },
    { name: "all on", provisioned: { ProvisionedConcurrentExecutions: 1 } },
  ] as const)("shifts every alias ($name)", ({ name, provisioned }) => {
    const aliases = Object.values(ofType(templateOf(name), "AWS::Lambda::Alias"));
    expect(aliases).toHaveLength(3);
    for (const { Properties, UpdatePolicy } of aliases) {
      expect(UpdatePolicy).toHaveProperty("CodeDeployLambdaAliasUpdate");
      expect(Properties["ProvisionedConcurrencyConfig"]).toEqual(provisioned);
    }
  });

  test("is stopped by alarms, unless this is turned off", () => {
    const enabled = (name: "production" | "a canary that does not roll back") =>
      Object.values(ofType(templateOf(name), "AWS::CodeDeploy::DeploymentGroup")).map(
        ({ Properties }) => Properties["AlarmConfiguration"],
      );
    expect(enabled("production")).toHaveLength(3);
    for (const alarms of enabled("production")) expect(alarms).toHaveProperty("Enabled", true);
    for (const alarms of enabled("a canary that does not roll back")) {
      expect(alarms).toHaveProperty("Enabled", false);
    }
  });
});

describe("alarms", () => {
  test.each([
    { name: "ConvertFailed", line: { verb: "convert", outcome: "failed", status: 200 } },
    { name: "MutateUnavailable", line: { verb: "mutate", outcome: "unavailable", status: 503 } },
    { name: "CallersRefused", line: { outcome: "refused", status: 404 } },
    { name: "SecretUnavailable", line: { outcome: "unavailable", status: 503 } },
  ] as const)("$name reads metrics that the functions write", ({ name, line }) => {
    const { Properties } = templateOf("production").resources[name] ?? {};
    const entry = metricEntry(line, 0, "Customhouse/customhouse/prod");
    expect(entry[`${Properties?.["MetricName"]}`]).toBe(1);
    expect(Properties?.["Dimensions"]).toEqual([{ Name: "Verb", Value: entry["Verb"] }]);
    expect(JSON.stringify(entry["_aws"])).toContain(`"Namespace":"${Properties?.["Namespace"]}"`);
  });
});

describe("a REST API's deployment", () => {
  const nameIn = (name: (typeof profiles)[number]["name"]) =>
    Object.keys(ofType(templateOf(name), "AWS::ApiGateway::Deployment")).join();

  test.each([
    { change: "some addresses, REST", same: false },
    { change: "aliases, REST", same: false },
    { change: "alarms, REST", same: true },
  ] as const)("has another name if its contents changed ($change)", ({ change, same }) => {
    expect(nameIn(change) === nameIn("an unnamed stage, REST")).toBe(same);
  });
});

describe("the resources that are kept when a stack is deleted", () => {
  test("are the secret, the recordings and the account's log role", () => {
    const kept = Object.entries(templateOf("all on, REST").resources).filter(
      ([, { DeletionPolicy }]) => DeletionPolicy === "Retain",
    );
    expect(kept.map(([name]) => name).sort()).toEqual([
      "Recordings",
      "RestLogAccount",
      "RestLogRole",
      "Secret",
    ]);
  });
});
