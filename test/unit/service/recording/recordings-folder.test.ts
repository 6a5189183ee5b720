import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type RecordingsFolder,
  recordingsFolder,
} from "../../../../lib/hosts/local/recordings-folder.ts";
import { stringify } from "../../../../lib/json/write.ts";
import { deadlineOf } from "../../../../lib/request/deadline.ts";
import { readRecording } from "../../../../lib/service/recording/recording.ts";
import { recordingService } from "../../../../lib/service/recording/recording-service.ts";
import type { Service } from "../../../../lib/service/review-service.ts";
import { createService } from "../../../../lib/service/service.ts";
import { kinds } from "../../../support/example-kinds.ts";
import { conversionReview, cronTab, uid } from "../../../support/reviews.ts";
import { sampleLookup as lookup } from "../../../support/send-review.ts";

let folder: string;
let faults: string[];
let lines: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "recordings-"));
  faults = [];
  lines = 0;
});

afterEach(() => rm(folder, { recursive: true }));

function recordedIn(path: string): { service: Service; recordings: RecordingsFolder } {
  const create = (log: () => void): Service => createService({ kinds, lookup, log });
  const options = { kinds, lookup, unlogged: () => create(() => undefined) };
  const recordings = recordingsFolder(path, options, (message) => void faults.push(message));
  const service = recordingService(
    create(() => void lines++),
    recordings.record,
  );
  return { service, recordings };
}

const review = stringify(conversionReview("stable.example.com/v1", [cronTab("v1beta1", {})]));

describe("recordingsFolder", () => {
  test("writes a file for each review with a response, for its owner alone, and logs each only once", async () => {
    const { service, recordings } = recordedIn(folder);
    const caller = { cluster: "prod" };
    const answers = [
      await service.answer("convert", review, deadlineOf("30s"), caller),
      await service.answer("convert", "{}", deadlineOf("30s"), caller),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    await recordings.settled();
    const [file = "", ...more] = (await readdir(folder, { recursive: true })).filter((name) =>
      name.endsWith(".json"),
    );
    expect(more).toEqual([]);
    expect(file).toMatch(
      new RegExp(`^prod/convert/\\d{4}-\\d\\d-\\d\\d/\\d{6}\\.\\d{3}-${uid}\\.json$`),
    );
    expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
    expect(readRecording(await readFile(join(folder, file), "utf8"))).toMatchObject({ ok: true });
    expect(faults).toEqual([]);
    expect(lines).toBe(2);
  });

  test("writes two files for two reviews with the same uid in one millisecond", async () => {
    const { recordings } = recordedIn(folder);
    const [deadline, time] = [deadlineOf("30s"), "2026-11-21T18:30:00.123Z"];
    const other = stringify(conversionReview("stable.example.com/v1beta1", [cronTab("v1", {})]));
    for (const body of [review, other]) {
      recordings.record({ verb: "convert", body, deadline, caller: undefined, time });
    }
    await recordings.settled();
    const day = join(folder, "-/convert/2026-11-21");
    expect((await readdir(day)).sort()).toEqual([
      `183000.123-${uid}-2.json`,
      `183000.123-${uid}.json`,
    ]);
  });

  test("responds also if nothing can be written, and logs that once", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    const { service, recordings } = recordedIn(file);
    for (let count = 0; count < 3; count++) {
      expect(await service.answer("convert", review, deadlineOf("30s"))).toMatchObject({
        status: 200,
      });
    }
    await recordings.settled();
    expect(faults).toEqual([`reviews cannot be recorded in ${file}: ENOTDIR`]);
  });

  test("drops reviews that come faster than they can be written", async () => {
    const { service, recordings } = recordedIn(folder);
    const deadline = deadlineOf("30s");
    const body = " ".repeat(6 * 1024 * 1024);
    for (let count = 0; count < 11; count++) {
      recordings.record({ verb: "convert", body, deadline, caller: undefined, time: "" });
    }
    expect(faults).toEqual([
      "reviews arrive faster than they can be recorded: some are not recorded",
    ]);
    await recordings.settled();
    await service.answer("convert", review, deadline);
    await recordings.settled();
    expect(await readdir(folder)).toEqual(["-"]);
  });

  test("logs a fault that is not of the system by its name", async () => {
    const unlogged = () => {
      const service = createService({ kinds, lookup, log: () => undefined });
      return { ...service, answer: () => Promise.reject(new RangeError("x")) };
    };
    const recordings = recordingsFolder(
      folder,
      { kinds, lookup, unlogged },
      (message) => void faults.push(message),
    );
    const deadline = deadlineOf("30s");
    recordings.record({ verb: "convert", body: review, deadline, caller: undefined, time: "" });
    await recordings.settled();
    expect(faults).toEqual([`reviews cannot be recorded in ${folder}: RangeError`]);
  });
});
