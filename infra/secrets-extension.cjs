// Reads the parameter secretsExtension: gives the functions' layers, and `switch` (on or off) for environment.yml. The layer
// differs by region and architecture, and with a wrong one no function starts, so a wrong ARN is refused before the deployment.
module.exports = async ({ resolveVariable }) => {
  const layer = await resolveVariable("param:secretsExtension");
  if (layer === "off") return { switch: "off", layers: null };
  const region = await resolveVariable("self:provider.region");
  const forRegion = new RegExp(`^arn:[\\w-]+:lambda:${region}:\\d{12}:layer:([\\w-]+):\\d+$`);
  const [, name] = forRegion.exec(layer) ?? [];
  if (name !== undefined && name !== "AWS-Parameters-and-Secrets-Lambda-Extension") {
    return { switch: "on", layers: [layer] };
  }
  const path = "/aws/service/aws-parameters-and-secrets-lambda-extension/arm64/latest";
  const fault = new Error(
    `the parameter secretsExtension is ${layer}: it must be off, or the ARN of the extension's layer for arm64 in ${region}, which \`aws ssm get-parameter --region ${region} --name ${path}\` prints`,
  );
  // Without a stack, osls prints only the message: the fault is in the user's parameter.
  throw Object.assign(fault, { stack: undefined });
};
