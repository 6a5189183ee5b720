import { expect, test } from "vitest";
import { ownerReferences } from "../../../lib/evolve/owner-references.ts";

test("Kubernetes' events are not read, custom resources with that plural are", async () => {
  const group = (name: string) => ({
    metadata: { name },
    versions: [{ version: "v1", resources: [{ resource: "events", verbs: ["list"] }] }],
  });
  const owner = { apiVersion: "example.com/v1beta1", kind: "Box", uid: "u" };
  const lists: Readonly<Record<string, readonly object[]>> = {
    "/api": [group("")],
    "/apis": [group("events.k8s.io"), group("clubs.example.com")],
    "/apis/clubs.example.com/v1/events": [
      { metadata: { name: "party", ownerReferences: [owner] } },
    ],
  };
  const paths: string[] = [];
  const reader = {
    get: async (path: string) => {
      const [plain = ""] = path.split("?");
      paths.push(plain);
      return { status: 200, body: JSON.parse(JSON.stringify({ items: lists[plain] ?? [] })) };
    },
  };
  const { owned } = await ownerReferences(reader, new Set(["example.com"]));
  expect(owned).toMatchObject([{ name: "party", version: "v1beta1" }]);
  expect(paths).toEqual(Object.keys(lists));
});
