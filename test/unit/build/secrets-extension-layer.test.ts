import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";

interface Variables {
  readonly resolveVariable: (name: string) => Promise<string>;
}

/** What infra/secrets-extension.cjs makes of the parameter. */
const resolve: (variables: Variables) => Promise<unknown> = createRequire(import.meta.url)(
  "../../../infra/secrets-extension.cjs",
);

/** Called as by osls, with the parameter's value and the region of the deployment. */
function resolved(layer: string, region = "eu-central-1"): Promise<unknown> {
  const values = new Map([
    ["param:secretsExtension", layer],
    ["self:provider.region", region],
  ]);
  return resolve({ resolveVariable: async (name) => values.get(name) ?? "" });
}

const extension = "187925254637:layer:AWS-Parameters-and-Secrets-Lambda-Extension";

describe("the parameter secretsExtension", () => {
  test("is off by default: no layer", async () => {
    expect(await resolved("off")).toEqual({ switch: "off", layers: null });
  });

  test.each([
    { layer: `arn:aws:lambda:eu-central-1:${extension}-Arm64:101`, region: "eu-central-1" },
    { layer: `arn:aws-cn:lambda:cn-north-1:${extension}-Arm64:7`, region: "cn-north-1" },
    { layer: "arn:aws:lambda:eu-west-1:123456789012:layer:own-copy:1", region: "eu-west-1" },
  ])("accepts $layer", async ({ layer, region }) => {
    expect(await resolved(layer, region)).toEqual({ switch: "on", layers: [layer] });
  });

  test.each([
    { name: "x86_64", layer: `arn:aws:lambda:eu-central-1:${extension}:101` },
    { name: "another region", layer: `arn:aws:lambda:eu-west-1:${extension}-Arm64:101` },
    { name: "no version", layer: `arn:aws:lambda:eu-central-1:${extension}-Arm64` },
    { name: "a boolean", layer: "on" },
    { name: "nothing", layer: "" },
  ])("refuses $name, and names the source of the right one", async ({ layer }) => {
    await expect(resolved(layer)).rejects.toMatchObject({
      stack: undefined,
      message: `the parameter secretsExtension is ${layer}: it must be off, or the ARN of the extension's layer for arm64 in eu-central-1, which \`aws ssm get-parameter --region eu-central-1 --name /aws/service/aws-parameters-and-secrets-lambda-extension/arm64/latest\` prints`,
    });
  });
});
