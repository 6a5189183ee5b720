import { afterEach, describe, expect, test } from "vitest";
import { planCommand } from "../../../lib/cli/verbs/plan/plan.ts";
import { versions } from "../../../lib/cli/verbs/versions/versions.ts";
import {
  type ClusterResponses,
  type ClusterStandIn,
  clusterStandIn,
} from "../../support/cluster-stand-in.ts";
import { runCommand } from "../../support/run-command.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const name = "crontabs.stable.example.com";

let standIn: ClusterStandIn | undefined;
afterEach(() => {
  standIn?.remove();
  standIn = undefined;
});

/** Runs `versions` and `plan` for a definition. Returns what each says is wrong. */
async function errorsOf(responses: ClusterResponses, crd: string): Promise<readonly string[]> {
  standIn = clusterStandIn(responses);
  const kubectl = ["--kubectl", standIn.kubectl];
  const ran = [
    await runCommand(versions, [crd, ...kubectl]),
    await runCommand(planCommand, [crd, "--storage", "v1", ...kubectl]),
  ];
  for (const { code, out } of ran) expect({ code, out }).toEqual({ code: 2, out: "" });
  return ran.map(({ error }) => error);
}

describe("a definition that the cluster does not have", () => {
  const missing = (crd: string): ClusterResponses => ({
    "/version": { body: { gitVersion: "v1.36.3" } },
    [`${definitions}/${crd}`]: { status: 404, body: { reason: "NotFound", message: "not found" } },
    [definitions]: {
      body: { items: [{ metadata: { name } }, { metadata: { name: "boxes.example.com" } }] },
    },
  });

  test.each([
    { crd: "crontab.stable.example.com", hint: `; did you mean ${name}?` },
    { crd: "crontab", hint: `; did you mean ${name}?` },
    { crd: "boxes", hint: "; did you mean boxes.example.com?" },
    { crd: "x.y", hint: ". Its name is PLURAL.GROUP, such as crontabs.stable.example.com" },
  ])("$crd", async ({ crd, hint }) => {
    expect(await errorsOf(missing(crd), crd)).toEqual(
      Array(2).fill(`the cluster has no CustomResourceDefinition ${crd}${hint}`),
    );
  });

  test("without a name, if the definitions can't be listed", async () => {
    const denied = { status: 403, body: { message: "forbidden" } };
    const [error] = await errorsOf({ ...missing("boxes"), [definitions]: denied }, "boxes");
    expect(error).toBe(
      "the cluster has no CustomResourceDefinition boxes. Its name is PLURAL.GROUP, such as crontabs.stable.example.com",
    );
  });
});
