// A REST API serves its last deployment, and CloudFormation creates a new one only under a new name. The name is a hash of
// all that a deployment captures, so a new route, alias or address takes effect after `osls deploy`.
const { createHash } = require("node:crypto");

module.exports = async ({ resolveVariable }) => {
  const infra = await resolveVariable("self:custom.infra");
  const api = await resolveVariable(`file(${infra}/gateway-rest.yml):api`);
  const hash = createHash("sha256").update(JSON.stringify(api)).digest("hex");
  const name = `RestDeployment${hash.slice(0, 12)}`;
  const Properties = { RestApiId: { Ref: "RestApi" } };
  return { name, resources: { [name]: { Type: "AWS::ApiGateway::Deployment", Properties } } };
};
