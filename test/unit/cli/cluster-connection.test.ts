import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { planCommand } from "../../../lib/cli/verbs/plan/plan.ts";
import { versions } from "../../../lib/cli/verbs/versions/versions.ts";
import { type ClusterStandIn, clusterStandIn } from "../../support/cluster-stand-in.ts";
import { runCommand } from "../../support/run-command.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const name = "crontabs.stable.example.com";

let standIn: Pick<ClusterStandIn, "kubectl" | "remove"> | undefined;
afterEach(() => {
  standIn?.remove();
  standIn = undefined;
});

/** Runs `versions` and `plan` for a definition. Returns what each says is wrong. */
async function errorsOf(kubectl: string, crd: string, more: readonly string[] = []) {
  const words = ["--kubectl", kubectl, ...more];
  const ran = [
    await runCommand(versions, [crd, ...words]),
    await runCommand(planCommand, [crd, "--storage", "v1", ...words]),
  ];
  for (const { code, out } of ran) expect({ code, out }).toEqual({ code: 2, out: "" });
  return ran.map(({ error }) => error);
}

/** What `kubectl proxy` responds if it gets no connection. */
function notReached(reason: string) {
  return { status: 500, contentType: "text/plain; charset=utf-8", body: `${reason}\n` };
}

describe("a cluster that can't be reached", () => {
  test.each([
    {
      reason: "dial tcp 127.0.0.1:1: connect: connection refused",
      shown: "dial tcp 127.0.0.1:1: connect: connection refused",
    },
    {
      reason: "getting credentials: exec: executable nope not found\n\nIt looks like …",
      shown: "getting credentials: exec: executable nope not found",
    },
  ])("is named by its context, with the reason and a remedy: $shown", async ({ reason, shown }) => {
    const fault = notReached(reason);
    standIn = clusterStandIn({ "/version": fault, [`${definitions}/${name}`]: fault });
    const { kubectl } = standIn;
    const file = ["--kubeconfig", "/etc/k.yaml"];
    const remedy = `Does the cluster run, and is it the right one? ${kubectl} --kubeconfig /etc/k.yaml config get-contexts shows the contexts; --context NAME takes one`;
    expect(await errorsOf(kubectl, name, file)).toEqual(
      Array(2).fill(
        `the cluster of the context current (in /etc/k.yaml) can't be reached: ${shown}. ${remedy}`,
      ),
    );
  });

  test("after it could be reached, it is not a response of an API server", async () => {
    const fault = notReached("dial tcp 127.0.0.1:1: connect: connection refused");
    standIn = clusterStandIn({
      "/version": { body: { gitVersion: "v1.36.3" } },
      [`${definitions}/${name}`]: fault,
    });
    const ran = await runCommand(versions, [name, "--kubectl", standIn.kubectl]);
    expect(ran).toEqual({
      code: 2,
      out: "",
      error: `GET ${definitions}/${name}: the API server can't be reached: dial tcp 127.0.0.1:1: connect: connection refused`,
    });
  });

  test("a failure of the API server has its status", async () => {
    const fault = { status: 500, body: { message: "etcd is away" } };
    standIn = clusterStandIn({ "/version": fault, [`${definitions}/${name}`]: fault });
    expect(await errorsOf(standIn.kubectl, name)).toEqual([
      "GET /version: 500 etcd is away",
      `GET ${definitions}/${name}: 500 etcd is away`,
    ]);
  });
});

describe("a kubectl that doesn't connect", () => {
  /** A program in place of kubectl, which prints to both outputs and ends. */
  function endingKubectl(error: string, output = ""): string {
    const folder = mkdtempSync(join(tmpdir(), "customhouse-kubectl-"));
    const kubectl = join(folder, "kubectl");
    writeFileSync(kubectl, `#!/bin/sh\nprintf '%s' '${output}'\necho '${error}' >&2\nexit 1\n`);
    chmodSync(kubectl, 0o700);
    standIn = { kubectl, remove: () => rmSync(folder, { recursive: true }) };
    return kubectl;
  }

  test("as the context does not exist", async () => {
    const kubectl = endingKubectl('error: context "zz" does not exist');
    expect(await errorsOf(kubectl, name, ["--context", "zz"])).toEqual(
      Array(2).fill(
        `kubectl has no context zz: ${kubectl} config get-contexts shows the contexts; --context NAME takes one`,
      ),
    );
  });

  test.each([
    {
      name: "as its file does not exist",
      error: "error: stat /none.yaml: no such file or directory",
      output: "",
      shown: "stat /none.yaml: no such file or directory",
    },
    {
      name: "as it asks for a user",
      error: "error: EOF",
      output: "Please enter Username: ",
      shown: "Please enter Username: EOF",
    },
  ])("$name", async ({ error, output, shown }) => {
    const kubectl = endingKubectl(error, output);
    expect(await errorsOf(kubectl, name)).toEqual(
      Array(2).fill(
        `kubectl can't connect to the cluster: ${shown}. Are --context and --kubeconfig right?`,
      ),
    );
  });
});
