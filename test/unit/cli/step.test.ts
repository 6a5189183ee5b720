import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { confirmStep } from "../../../lib/cli/verbs/step/confirm-step.ts";
import { progressFile } from "../../../lib/cli/verbs/step/progress-file.ts";
import { stepCommand } from "../../../lib/cli/verbs/step/step.ts";
import type { StepAction } from "../../../lib/evolve/step/step-action.ts";
import { type ClusterResponses, clusterStandIn } from "../../support/cluster-stand-in.ts";
import { runCommand } from "../../support/run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "customhouse-step-"));
afterAll(() => rmSync(folder, { recursive: true }));

const name = "boxes.example.com";
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const steps: readonly StepAction[] = [
  {
    type: "set-deprecated",
    version: "v1",
    deprecated: true,
    warning: { from: null, to: "use v2" },
  },
  { type: "set-served", version: "v1", served: false },
];

let made = 0;

/** Writes a plan to a file of its own. */
function planFile(actions: readonly StepAction[] = steps): string {
  const file = join(folder, `plan-${++made}.json`);
  const plan = {
    format: 3,
    cluster: { uid: "k", kubeApiServer: "v1.36.3", context: "prod" },
    definition: { name, uid: "d", generation: 4 },
    quietDays: 7,
    preflight: {},
    estimate: {},
    steps: actions.map((action) => ({ action, first: [] })),
  };
  writeFileSync(file, JSON.stringify(plan));
  return file;
}

interface Facts {
  readonly generation?: number;
  readonly deprecated?: boolean;
  readonly served?: boolean;
  readonly uid?: string;
  readonly labels?: object;
}

function definition({
  generation = 4,
  deprecated = false,
  served = true,
  uid = "d",
  labels = {},
}: Facts = {}) {
  return {
    metadata: { name, uid, generation, labels },
    spec: {
      group: "example.com",
      names: { kind: "Box", plural: "boxes" },
      versions: [
        { name: "v1", served, storage: false, deprecated },
        { name: "v2", served: true, storage: true },
      ],
    },
    status: { storedVersions: ["v2"] },
  };
}

async function run(file: string, words: readonly string[], facts: Facts, more = {}) {
  const responses: ClusterResponses = {
    "/version": { body: { gitVersion: "v1.36.3" } },
    "/api/v1/namespaces/kube-system": { body: { metadata: { uid: "k" } } },
    [`${definitions}/${name}`]: { body: definition(facts) },
    "/apis/example.com/v1/boxes": { body: { items: [] } },
    "/apis/example.com/v2/boxes": { body: { items: [] } },
    ...more,
  };
  const standIn = clusterStandIn(responses);
  try {
    return await runCommand(stepCommand, [file, ...words, "--kubectl", standIn.kubectl]);
  } finally {
    standIn.remove();
  }
}

test("the current cluster must be the one of the plan's context, and a message shows both", async () => {
  const { code, out } = await run(planFile(), ["--dry-run"], {});
  expect(code).toBe(0);
  expect(out.split("\n")).toEqual([
    "boxes.example.com in prod (https://10.0.0.1:6443)",
    "step 1 of 2: deprecate v1",
    "      undo: mark v1 as not deprecated (--undo)",
    "ok    nothing was found against this step",
    `      PATCH ${definitions}/${name}?fieldManager=customhouse`,
    '        application/json-patch+json: [{"op":"test","path":"/metadata/uid","value":"d"},{"op":"test","path":"/metadata/generation","value":4},{"op":"test","path":"/spec/versions/0/name","value":"v1"},{"op":"add","path":"/spec/versions/0/deprecated","value":true},{"op":"add","path":"/spec/versions/0/deprecationWarning","value":"use v2"}]',
  ]);
});

test("--role prints the role of the next step, after the steps that are done", async () => {
  const file = planFile();
  const first = await run(file, ["--rbac"], {});
  expect(first.out).not.toContain("/metrics");
  expect(first.out).toContain("  - customresourcedefinitions\n  resourceNames:\n");
  const second = await run(file, ["--rbac"], { deprecated: true, generation: 5 });
  expect(second.out).toContain("- nonResourceURLs:\n  - /metrics\n");
  expect(second.out.match(/^ {2}- list$/gm)).toHaveLength(1);
  const none = await run(file, ["--rbac"], { deprecated: true, served: false, generation: 6 });
  expect(none.out).toContain("ok    all 2 steps are done");
});

test("without the right to list objects, a definition is not changed", async () => {
  const file = planFile();
  const forbidden = { status: 403, body: { message: "boxes is forbidden" } };
  const { code, out } = await run(file, ["--yes"], {}, { "/apis/example.com/v2/boxes": forbidden });
  expect(code).toBe(1);
  expect(out).toContain(
    "FAIL  GET /apis/example.com/v2/boxes: 403 boxes is forbidden: customhouse step --rbac prints the role that the step needs",
  );
  expect(existsSync(`${file}.progress`)).toBe(false);
});

test.each<StepAction>([
  { type: "rewrite", version: "v2" },
  { type: "set-stored-versions", from: ["v1", "v2"], to: ["v2"] },
])("without a conversion, $type sends no write that would drop fields", async (action) => {
  const live = definition();
  const [v1, v2] = live.spec.versions;
  const schema = { openAPIV3Schema: { properties: { hostPort: {} } } };
  const crd = {
    ...live,
    spec: { ...live.spec, versions: [{ ...v1, schema }, v2], conversion: { strategy: "None" } },
    status: { storedVersions: ["v1", "v2"] },
  };
  const path = `${definitions}/${name}`;
  const patch = `${path}/status?fieldManager=customhouse&dryRun=All`;
  const more = { [path]: { body: crd }, [patch]: { body: crd } };
  const { code, out } = await run(planFile([action]), ["--yes"], {}, more);
  expect(out).toContain("a rewrite would drop fields that v2 lacks");
  expect(code).toBe(1);
});

describe("an API server that stops during a change", () => {
  const down = { status: 502, body: "Bad Gateway" };
  test.each([
    {
      name: "and made the change",
      facts: { deprecated: true, generation: 5 },
      next: "step 2 of 2: stop",
    },
    { name: "and did not make the change", facts: {}, next: "step 1 of 2: deprecate" },
  ])("$name: the next run continues", async ({ facts, next }) => {
    const file = planFile();
    const edit = `${definitions}/${name}?fieldManager=customhouse`;
    const first = await run(file, ["--yes"], {}, { [edit]: down });
    expect(first.code).toBe(1);
    expect(first.out).toContain(
      `FAIL  the change of ${name} failed with 502: Bad Gateway: run this again to see whether the change was made`,
    );
    expect((await run(file, ["--yes"], facts)).out).toContain(next);
  });
});

test("a connection that ends during a change is reported, and the next run continues", async () => {
  const file = planFile();
  const edit = `${definitions}/${name}?fieldManager=customhouse`;
  const broken = await run(file, ["--yes"], {}, { [edit]: { body: "", breaksOff: true } });
  expect(broken.error).toMatch(/^the connection of kubectl proxy ended \(.+\): run this again$/);
  expect(broken.code).toBe(2);
  const { out } = await run(file, ["--yes"], { deprecated: true, generation: 5 });
  expect(out).toContain("step 2 of 2: stop");
});

test("a change by another client is found, also where a run ended while it sent its own", async () => {
  const file = planFile();
  const edit = `${definitions}/${name}?fieldManager=customhouse`;
  await run(file, ["--yes"], {}, { [edit]: { status: 502, body: "Bad Gateway" } });
  const { code, out } = await run(file, ["--yes"], { generation: 5 });
  expect(out).toContain(
    `FAIL  ${name} was changed by somebody else: its generation is 5, not 4: plan again`,
  );
  expect(code).toBe(1);
});

describe("a cluster that does not fit the plan is refused", () => {
  test.each<{ name: string; facts: Facts; more?: object; error: string }>([
    {
      name: "after a change by another client",
      facts: { generation: 6, deprecated: true },
      error: `${name} was changed by somebody else: its generation is 6, not 5: plan again`,
    },
    {
      name: "after the definition was deleted and created again",
      facts: { uid: "e" },
      error: `${name} was deleted and created again since the plan was made: plan again`,
    },
    {
      name: "after the definition was deleted",
      facts: {},
      more: { [`${definitions}/${name}`]: { status: 404, body: {} } },
      error: `the cluster no longer has the definition ${name}`,
    },
    {
      name: "if it is another cluster",
      facts: {},
      more: { "/api/v1/namespaces/kube-system": { body: { metadata: { uid: "other" } } } },
      error:
        "this is not the cluster that the plan was made for (context prod): the UID of its namespace kube-system is other, not k",
    },
    {
      name: "if a permission is missing",
      facts: {},
      more: { [`${definitions}/${name}`]: { status: 403, body: { message: "forbidden" } } },
      error: `GET ${definitions}/${name}: 403 forbidden: customhouse step --rbac prints the role that the step needs`,
    },
  ])("$name", async ({ facts, more, error }) => {
    const ran = await run(planFile(), ["--yes"], facts, more);
    expect(ran.code).toBe(1);
    expect(ran.out.split("\n")).toContain(`FAIL  ${error}`);
    const role = await run(planFile(), ["--rbac"], facts, more);
    expect(role.code).toBeGreaterThan(0);
  });

  test.each([
    { words: ["--undo", "--wait"], error: "give only one of --undo, --wait" },
    { words: ["more"], error: "give one file with a plan" },
  ])("$words", async ({ words, error }) => {
    expect(await run(planFile(), words, {})).toMatchObject({ code: 2, error });
  });

  test("a file that is not a plan is refused with its line", async () => {
    const file = join(folder, "broken.json");
    writeFileSync(file, '{\n  "format": 2,\n  oops\n}\n');
    expect((await run(file, [], {})).error).toMatch(
      /broken\.json:3: not a plan, because it is not JSON: /,
    );
    writeFileSync(file, '{ "format": 1 }');
    expect((await run(file, [], {})).error).toMatch(
      /broken\.json is not a plan that customhouse plan -o wrote: format is not 3/,
    );
  });
});

test("a definition that a program applies is not changed", async () => {
  const facts = { labels: { "app.kubernetes.io/managed-by": "ops" } };
  const file = planFile();
  const { code, out } = await run(file, ["--yes"], facts);
  expect(code).toBe(1);
  expect(out).toContain(
    "mark v1 as deprecated in the manifest of ops (label app.kubernetes.io/managed-by=ops)",
  );
  expect(out).toContain(
    "FAIL  nothing was changed: make the change above in that manifest; with --wait this command waits for it and verifies it",
  );
  const come = { ...facts, deprecated: true, served: false, generation: 9 };
  expect(
    await run(file, ["--wait"], come, { "/apis/example.com/v1/boxes": { status: 404, body: {} } }),
  ).toMatchObject({ code: 0 });
  const own = await run(planFile(), ["--wait"], {});
  expect(own.out).toContain(
    "FAIL  no other program applies what this step changes: leave out --wait",
  );
});

test("a step without an undo reports it, and without a step there is nothing to undo", async () => {
  const file = planFile([{ type: "backup", version: "v2" }, ...steps]);
  expect((await run(file, ["--undo"], {})).out).toContain(
    "FAIL  no step has changed the cluster: there is nothing to undo",
  );
  const done = await run(file, ["--yes"], {});
  expect(done.out).toContain("no undo: it only wrote files: remove them");
  expect(done.out).toMatch(/plan-\d+\.json\.backup\.json is a backup of 0 objects; to restore: \(/);
  for (const written of ["backup.json", "definition.json", "progress"]) {
    expect(statSync(`${file}.${written}`).mode & 0o777).toBe(0o600);
  }
  expect((await run(file, ["--undo", "--yes"], {})).out).toContain(
    "FAIL  no step has changed the cluster: there is nothing to undo",
  );
});

describe("on a terminal", () => {
  const question = { plain: `rewrite? [y/N] `, typed: `type ${name} to store at v2: ` };
  test.each([
    { isTyped: false, isAsked: true, answer: "y", asks: [question.plain], is: true },
    { isTyped: false, isAsked: true, answer: "", asks: [question.plain], is: false },
    { isTyped: false, isAsked: false, answer: "", asks: [], is: true },
    { isTyped: true, isAsked: true, answer: "y", asks: [question.typed], is: false },
    { isTyped: true, isAsked: false, answer: "yes", asks: [question.typed], is: false },
    { isTyped: true, isAsked: false, answer: name, asks: [question.typed], is: true },
  ])("typed: $isTyped, asked: $isAsked, answer: $answer", async ({ isTyped, isAsked, ...row }) => {
    const asked: string[] = [];
    const step = { title: isTyped ? "store at v2" : "rewrite", definition: name, isTyped };
    const is = await confirmStep(step, isAsked, async (text) => {
      asked.push(text);
      return row.answer;
    });
    expect({ is, asked }).toEqual({ is: row.is, asked: row.asks });
  });
});

describe("the progress file beside a plan", () => {
  test("can be read again, with the plan that it belongs to", () => {
    const file = join(folder, "p.progress");
    const progress = { generation: 3, writing: 1, done: [0] };
    progressFile(file, "one").write(progress);
    expect(progressFile(file, "one").read()).toMatchObject(progress);
    expect(progressFile(file, "other").read()).toBeUndefined();
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ plan: "one", ...progress });
  });

  test.each(["", "[]", "{}", '{"plan":"p","generation":1,"writing":1,"done":["0"]}'])(
    "is refused if it is %s",
    (text) => {
      const file = join(folder, "q.progress");
      writeFileSync(file, text);
      chmodSync(file, 0o600);
      expect(() => progressFile(file, "p").read()).toThrow(
        /q\.progress is not a progress file of customhouse step: restore it, or remove it/,
      );
    },
  );
});
