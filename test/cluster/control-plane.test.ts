import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ControlPlane, startControlPlane } from "./support/control-plane.ts";
import { openResource } from "./support/resource.ts";

let plane: ControlPlane;

beforeAll(async () => {
  plane = await startControlPlane();
});

afterAll(() => plane.stop());

describe("startControlPlane", () => {
  test("starts a control plane that kubectl can use", async () => {
    const run = await plane.kubectl(["get", "namespaces", "default", "-o", "name"]);
    expect(run).toEqual({ code: 0, stdout: "namespace/default\n", stderr: "" });
  });

  test("keeps its objects over a restart with other flags", async () => {
    const maps = openResource(plane.client, {
      group: "",
      version: "v1",
      plural: "configmaps",
      namespace: "default",
    });
    await maps.create({ metadata: { name: "kept" }, data: { a: "1" } });
    const watch = await maps.watch();
    expect(await watch.next()).toMatchObject({ type: "ADDED", object: { metadata: {} } });
    watch.close();
    await plane.restart(["--feature-gates=ConcurrentWatchObjectDecode=true"]);
    expect(await maps.get("kept")).toMatchObject({ data: { a: "1" } });
  });

  test("includes the server's own message in errors", async () => {
    const run = await plane.kubectl(["get", "namespace", "nowhere"]);
    expect(run).toMatchObject({
      code: 1,
      stderr: 'Error from server (NotFound): namespaces "nowhere" not found\n',
    });
  });
});
