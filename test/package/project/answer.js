// Prints, as one JSON map, the review's answer by each of the package's three doors.
import { readFile } from "node:fs/promises";
import { createService, deadlineOf, fixedLookup } from "customhouse";
import { lambdaHandler } from "customhouse/lambda";
import { everybody, openCertificateAuthority, startGateway } from "customhouse/node";
import { kind } from "./kinds/widget/kind.js";

const service = createService({ kinds: [kind], lookup: fixedLookup([], []), log: () => undefined });
const review = await readFile("review.json", "utf8");

const { body } = await service.answer("convert", review, deadlineOf("30s"));

const event = {
  version: "2.0",
  rawPath: "/convert",
  rawQueryString: "timeout=30s",
  headers: {},
  requestContext: { http: { method: "POST" } },
  body: review,
  isBase64Encoded: false,
};
const lambda = await lambdaHandler("convert", { service, callers: everybody })(event, {});

const authority = await openCertificateAuthority("ca");
const { cert, key } = await authority.issue(["localhost"]);
const gateway = await startGateway({ service, callers: everybody, cert, key, port: 0 });
await gateway.close();

console.log(JSON.stringify({ body, lambda: lambda.body, listened: gateway.port > 0 }));
