import { stringify } from "../../../json/write.ts";
import { deadlineOf } from "../../../request/deadline.ts";
import { bodyText } from "../../../request/http-response.ts";
import { isSegment } from "../../../request/path-credentials.ts";
import { replayedLookup } from "../../../service/recording/recorded-lookup.ts";
import type { Recording } from "../../../service/recording/recording.ts";
import { createService } from "../../../service/service.ts";
import { type Command, type Invocation, textOption, UsageError } from "../../command.ts";
import { certificatesIn } from "../../files/certificates.ts";
import { readText } from "../../files/read-file.ts";
import { kindsHelp, kindsOption, loadKinds } from "../../kinds/kinds.ts";
import { coloursFor } from "../../terminal/colours.ts";
import { ProgressBar } from "../../terminal/progress-bar.ts";
import { answerDifferences, type ReplayedAnswer } from "./answer-differences.ts";
import { recordingFiles, recordingIn } from "./recordings.ts";
import { remoteService } from "./remote-service.ts";
import { type Replayed, subjectOf } from "./replayed.ts";
import { reportJson, reportText } from "./report.ts";

export const replay: Command = {
  summary: "send recorded reviews again and show what answers changed",
  help: `usage: customhouse replay DIR [--url URL [--cluster C --key-file FILE] [--ca FILE]] [options]

Sends every recording below DIR to this build, or to a deployed one, and compares each answer with the
recorded one, field by field: what would change for your clusters if this were deployed? DIR is what
customhouse serve --record DIR wrote, or a copy of the recordings' bucket (aws s3 sync s3://BUCKET DIR).

Differences are grouped by what was asked and by field, the most frequent first. Answers are compared by what
they mean: a JSON Patch by the object it makes, uids not at all. Recordings are redacted, and their answers are
those to the redacted reviews: what rests on labels, annotations or undeclared fields is not tried. To this
build look-ups answer as they did then; a deployed one asks its cluster anew.

  --url URL         a deployed service, up to where /convert would follow: https://hooks.example.com
  --cluster C       the cluster's name in the url; wants --key-file
  --key-file FILE   the cluster's key, alone in a file; it is never printed
  --ca FILE         the CA certificate to trust, where it is a private one
  --nearest-valid   this build answers bad objects with their nearest valid shape, as the recorded one did
  --json            all differences as one JSON text
${kindsHelp}

example: customhouse serve --record recordings      (use it, stop it, change a conversion)
         customhouse replay recordings
example: customhouse replay recordings --url https://hooks.example.com --cluster prod --key-file key --json
exit code: 0 all answers as recorded, 1 some differ, 2 wrong usage, nobody answers, or a file is no recording`,
  options: {
    ...kindsOption,
    url: { type: "string" },
    cluster: { type: "string" },
    "key-file": { type: "string" },
    ca: { type: "string" },
    json: { type: "boolean" },
    "nearest-valid": { type: "boolean" },
  },
  run: async (invocation) => {
    const [folder, ...rest] = invocation.words;
    if (folder === undefined || rest.length > 0) {
      throw new UsageError("say one folder of recordings: customhouse replay recordings");
    }
    const files = recordingFiles(folder);
    const answerer = await answererFor(invocation);
    try {
      const different = await replayAll(files, answerer);
      const isJson = invocation.options["json"] === true;
      invocation.out(
        isJson
          ? reportJson(files.length, different)
          : reportText(files.length, different, coloursFor(process.stdout)),
      );
      return different.length === 0 ? 0 : 1;
    } finally {
      answerer.close();
    }
  },
};

/** Answers a recorded review anew. */
interface Answerer {
  answer(recording: Recording): Promise<ReplayedAnswer>;
  close(): void;
}

async function replayAll(
  files: readonly string[],
  answerer: Answerer,
): Promise<readonly Replayed[]> {
  const bar = new ProgressBar(process.stderr);
  const different: Replayed[] = [];
  try {
    for (const [done, file] of files.entries()) {
      bar.draw("replay", {
        done,
        total: files.length,
        now: `${done + 1} of ${files.length}`,
      });
      const recording = recordingIn(file);
      const { cluster, verb, review } = recording;
      const differences = answerDifferences(
        review,
        recording.answer,
        await answerer.answer(recording),
      );
      if (differences.length === 0) continue;
      different.push({ file, cluster, verb, subject: subjectOf(recording), differences });
    }
  } finally {
    bar.clear();
  }
  return different;
}

async function answererFor(invocation: Invocation): Promise<Answerer> {
  const url = textOption(invocation, "url");
  if (url !== undefined) return remoteAnswerer(invocation, url);
  for (const name of ["cluster", "key-file", "ca"]) {
    if (textOption(invocation, name) !== undefined) {
      throw new UsageError(`--${name} belongs to --url, which says where to send the recordings`);
    }
  }
  const kinds = await loadKinds(invocation.options["kinds"]);
  const service = createService({
    kinds,
    lookup: replayedLookup([]),
    nearestValid: invocation.options["nearest-valid"] === true,
    log: () => undefined,
  });
  return {
    answer: async ({ verb, review, lookups }) => {
      const caller = { lookup: replayedLookup(lookups) };
      const answer = await service.answer(verb, stringify(review), deadlineOf(null), caller);
      return { status: answer.status, body: bodyText(answer) };
    },
    close: () => undefined,
  };
}

function remoteAnswerer(invocation: Invocation, url: string): Answerer {
  const ca = certificatesIn(textOption(invocation, "ca"));
  const remote = remoteService({ base: baseOf(invocation, url), ca });
  return {
    answer: ({ verb, review }) => remote.send(verb, stringify(review)),
    close: () => remote.close(),
  };
}

/** The url with cluster and key behind it. Its text is in no message: it may hold a key. */
function baseOf(invocation: Invocation, url: string): URL {
  if (!URL.canParse(url) || new URL(url).protocol !== "https:") {
    throw new UsageError("--url takes an https url such as https://hooks.example.com");
  }
  const cluster = textOption(invocation, "cluster");
  const keyFile = textOption(invocation, "key-file");
  if (cluster === undefined && keyFile === undefined) return new URL(url);
  if (cluster === undefined || keyFile === undefined) {
    throw new UsageError("--cluster and --key-file belong together: both are segments of the url");
  }
  const key = readText(keyFile).trim();
  if (!isSegment(cluster)) throw new UsageError(`--cluster takes ${segmentText}`);
  if (!isSegment(key)) throw new UsageError(`${keyFile} holds no key: a key is ${segmentText}`);
  return new URL(`${url.replace(/\/$/, "")}/${cluster}/${key}`);
}

const segmentText = "letters, digits, -, _ and ~ alone";
