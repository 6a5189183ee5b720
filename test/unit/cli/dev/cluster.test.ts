import { describe, expect, test } from "vitest";
import { newCredentials, onlyCaller } from "../../../../lib/cli/verbs/dev/cluster/dev-caller.ts";
import {
  hostSeenFrom,
  isNearby,
  isNearbyServer,
} from "../../../../lib/cli/verbs/dev/cluster/local-cluster-host.ts";
import { dev } from "../../../../lib/cli/verbs/dev/dev.ts";
import { deadlineOf } from "../../../../lib/request/deadline.ts";
import { runCommand } from "../../../support/run-command.ts";

describe("the address at which a cluster reaches this machine", () => {
  test.each<{ context: string; linux: string | undefined; mac: string | undefined }>([
    { context: "kind-kind", linux: undefined, mac: "host.docker.internal" },
    { context: "kind-two", linux: undefined, mac: "host.docker.internal" },
    { context: "k3d-dev", linux: "host.k3d.internal", mac: "host.k3d.internal" },
    { context: "minikube", linux: "host.minikube.internal", mac: "host.minikube.internal" },
    { context: "docker-desktop", linux: "host.docker.internal", mac: "host.docker.internal" },
    { context: "arn:aws:eks:eu-west-1:1:cluster/prod", linux: undefined, mac: undefined },
    { context: "minikube-of-prod", linux: undefined, mac: undefined },
  ])("$context", ({ context, linux, mac }) => {
    expect(hostSeenFrom(context, "linux")).toBe(linux);
    expect(hostSeenFrom(context, "darwin")).toBe(mac);
  });
});

describe("isNearby", () => {
  test.each([
    { address: "127.0.0.1", is: true },
    { address: "10.1.2.3", is: true },
    { address: "172.16.0.1", is: true },
    { address: "172.31.255.255", is: true },
    { address: "192.168.49.2", is: true },
    { address: "::1", is: true },
    { address: "fd00::1", is: true },
    { address: "fe80::1", is: true },
    { address: "172.32.0.1", is: false },
    { address: "11.0.0.1", is: false },
    { address: "203.0.113.1", is: false },
    { address: "2001:db8::1", is: false },
    { address: "::ffff:203.0.113.1", is: false },
    { address: "0.0.0.0", is: false },
    { address: "10.1", is: false },
  ])("$address: $is", ({ address, is }) => {
    expect(isNearby(address)).toBe(is);
  });

  test.each([
    { server: "https://127.0.0.1:6443", is: true },
    { server: "https://[::1]:6443", is: true },
    { server: "https://localhost:6443", is: true },
    { server: "https://203.0.113.1", is: false },
    { server: "https://nowhere.invalid", is: false },
    { server: "not a url", is: false },
  ])("$server: $is", async ({ server, is }) => {
    expect(await isNearbyServer(server)).toBe(is);
  });
});

describe("the key of a start", () => {
  const known = newCredentials();
  const ask = (credentials: typeof known | undefined) =>
    onlyCaller(known).identify({
      verb: "convert",
      credentials,
      source: "127.0.0.1",
      deadline: deadlineOf(null),
      requestId: undefined,
    });

  test("is different each time, and has a path of its own", async () => {
    expect(newCredentials().key).not.toBe(known.key);
    expect(known.key).toMatch(/^[\w-]{48}$/);
    expect(await ask(known)).toMatchObject({ ok: true, value: { cluster: "dev" } });
  });

  test.each([
    { name: "no key", credentials: undefined },
    { name: "another key", credentials: { ...known, key: newCredentials().key } },
    { name: "another cluster", credentials: { ...known, cluster: "prod" } },
  ])("$name: not found", async ({ credentials }) => {
    expect(await ask(credentials)).toMatchObject({ ok: false, error: { status: 404 } });
  });
});

test.each(["--address=a", "--take-over", "--i-know", "--kubectl=k", "--kubeconfig=k"])(
  "%s without --cluster is refused",
  async (word) => {
    const ran = await runCommand(dev, ["--kinds", "test/unit/cli/kinds", word]);
    expect(ran.code).toBe(2);
    expect(ran.error).toMatch(/needs --cluster$/);
  },
);
