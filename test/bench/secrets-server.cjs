// AWS Secrets Manager as far as GetSecretValue goes, and the Parameters and Secrets extension, in a process of its own: it responds to
// every request with the secret whose text is its argument, and prints its port.
const { createServer } = require("node:http");

const answer = JSON.stringify({
  ARN: "arn:aws:secretsmanager:eu-central-1:111122223333:secret:bench-AbCdEf",
  Name: "bench",
  VersionId: "01234567-89ab-cdef-0123-456789abcdef",
  VersionStages: ["AWSCURRENT"],
  CreatedDate: 1767225600,
  SecretString: process.argv[2],
});

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    const { url, headers } = request;
    const isAsked =
      headers["x-amz-target"] === "secretsmanager.GetSecretValue" ||
      (url === "/secretsmanager/get?secretId=bench" &&
        headers["x-aws-parameters-secrets-token"] === "bench");
    response.writeHead(isAsked ? 200 : 400, { "Content-Type": "application/x-amz-json-1.1" });
    response.end(isAsked ? answer : "{}");
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
