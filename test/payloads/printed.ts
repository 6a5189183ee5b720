import type { JsonObject } from "../../lib/json/value.ts";

/** The review that the Kubernetes documentation prints for a CustomResourceDefinition in two versions, as data. */
export function printedRequest(reviewVersion: string): JsonObject {
  const uid = "705ab4f5-6393-11e8-b7cc-42010a800002";
  const objects = [
    { ...local("v1beta1"), hostPort: "localhost:1234" },
    { ...remote("v1beta1"), hostPort: "example.com:2345" },
  ];
  const request = { uid, desiredAPIVersion: "example.com/v1", objects };
  return { apiVersion: `apiextensions.k8s.io/${reviewVersion}`, kind: "ConversionReview", request };
}

/**
 * The response that it prints. In v1beta1 it prints `Failed` beside converted objects: a slip, since the API server would
 * take no object from it.
 */
export function printedResponse(reviewVersion: string): JsonObject {
  const uid = "705ab4f5-6393-11e8-b7cc-42010a800002";
  const convertedObjects = [
    { ...local("v1"), host: "localhost", port: "1234" },
    { ...remote("v1"), host: "example.com", port: "2345" },
  ];
  const result = { status: reviewVersion === "v1" ? "Success" : "Failed" };
  const response = { uid, result, convertedObjects };
  return {
    apiVersion: `apiextensions.k8s.io/${reviewVersion}`,
    kind: "ConversionReview",
    response,
  };
}

function local(version: string): JsonObject {
  return {
    kind: "CronTab",
    apiVersion: `example.com/${version}`,
    metadata: {
      creationTimestamp: "2019-09-04T14:03:02Z",
      name: "local-crontab",
      namespace: "default",
      resourceVersion: "143",
      uid: "3415a7fc-162b-4300-b5da-fd6083580d66",
    },
  };
}

/** It has no namespace. */
function remote(version: string): JsonObject {
  return {
    kind: "CronTab",
    apiVersion: `example.com/${version}`,
    metadata: {
      creationTimestamp: "2019-09-03T13:02:01Z",
      name: "remote-crontab",
      resourceVersion: "12893",
      uid: "359a83ec-b575-460d-b553-d859cedde8a0",
    },
  };
}
