import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Attacked, openAttacked, versions } from "./support/attacked.ts";
import { attacks, lasting } from "./support/attacks.ts";

let attacked: Attacked;

beforeAll(async () => {
  attacked = await openAttacked();
});

afterAll(() => attacked?.world.stop());

test("a tenant may not write a status", async () => {
  expect(await attacked.statusWrite()).toBe(403);
});

describe.each(versions)(
  "stored in %s, a list of all namespaces does not fail because of",
  (storage) => {
    beforeAll(() => attacked.store(storage));

    afterEach(() => attacked.clear());

    const rows = attacks.filter(({ storages = versions }) => storages.includes(storage));

    test.each(rows)("$name", async (attack) => {
      expect(await attacked.harmBy(attack)).toEqual([]);
    });
  },
);

test("attacks of several kinds together, while the storage version is changed and changed back", async () => {
  await attacked.store("v1");
  for (const attack of lasting) await attacked.harmBy(attack);
  for (const storage of ["v2", "v3", "v1"]) {
    await attacked.store(storage);
    expect(await attacked.harm(lasting)).toEqual([]);
    expect(await attacked.migrate(storage)).toEqual([]);
    expect(await attacked.harm(lasting)).toEqual([]);
  }
});

test("no conversion had a failed response", () => {
  const answers = attacked.world.relay.exchanges
    .filter(({ path }) => path.endsWith("/convert"))
    .map(({ response }) => response);
  const failed = answers.filter((answer) => !answer.includes('"status":"Success"'));
  expect(failed.map((answer) => answer.slice(0, 300))).toEqual([]);
});
