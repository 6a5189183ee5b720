// A REST API serves what its last deployment holds, and CloudFormation makes a new one only under a new name: here the name
// follows from all that a deployment holds, so a new route, alias or address is in force after `osls deploy`.
const { createHash } = require("node:crypto");

module.exports = async ({ resolveVariable }) => {
  const api = await resolveVariable("file(infra/gateway-rest.yml):api");
  const hash = createHash("sha256").update(JSON.stringify(api)).digest("hex");
  const name = `RestDeployment${hash.slice(0, 12)}`;
  const Properties = { RestApiId: { Ref: "RestApi" } };
  return { name, resources: { [name]: { Type: "AWS::ApiGateway::Deployment", Properties } } };
};
