import { stringify } from "../../../json/write.ts";
import { deadlineOf } from "../../../request/deadline.ts";
import { bodyText } from "../../../request/http-response.ts";
import { replayedLookup } from "../../../service/recording/recorded-lookup.ts";
import type { Recording } from "../../../service/recording/recording.ts";
import { createService } from "../../../service/service.ts";
import { type Command, type Invocation, UsageError } from "../../command.ts";
import { kindsHelp, kindsOption } from "../../kinds/kinds.ts";
import { requestedKinds } from "../../kinds/requested-kinds.ts";
import { outputForm, outputOption, textOrJson } from "../../output-form.ts";
import { remoteHelp, remoteOptions, remoteServiceIn } from "../../server/remote-service.ts";
import { coloursFor } from "../../terminal/colours.ts";
import { ProgressBar } from "../../terminal/progress-bar.ts";
import { type ChangedResponse, reviewSubject } from "./changed-response.ts";
import { recordingFiles, recordingIn } from "./recordings.ts";
import { reportJson, reportText } from "./report.ts";
import { type ReplayedResponse, responseDifferences } from "./response-differences.ts";

/** The command `replay`: compares recorded responses with those of this build or of a deployed service. */
export const replay: Command = {
  help: `usage: customhouse replay DIR [--url URL [--cluster C --key-file FILE] [--ca FILE]] [options]

Sends every recorded review below DIR to this build, or to a deployed service, and compares each response with the
recorded one, field by field. This shows what a deployment would change for your clusters. DIR is a folder that
customhouse serve --record DIR wrote, or a copy of the recordings' bucket (aws s3 sync s3://BUCKET DIR).

Differences are grouped by subject and field, the most frequent first. Instead of JSON Patches, the patched objects are
compared; uids are not compared. Recordings are redacted, and their response is that to the redacted review: behaviour that
depends on labels, annotations or undeclared fields is not compared. In this build, lookups return the recorded results; a
deployed service asks its cluster again.

${remoteHelp}
  --nearest-valid   convert as serve --nearest-valid does: give this option if the recorded service did so
  -o, --output FORM text (default), or json: all differences
${kindsHelp}

example: customhouse serve --record recordings      (use it, stop it, change a conversion)
         customhouse replay recordings
example: customhouse replay recordings --url https://hooks.example.com --cluster prod --key-file key -o json
exit code: 0 all responses as recorded; 1 a response differs; 2 wrong usage, no response, or a file that is not a recording`,
  forms: textOrJson,
  options: {
    ...kindsOption,
    ...remoteOptions,
    ...outputOption,
    "nearest-valid": { type: "boolean" },
  },
  run: async (invocation) => {
    const [folder, ...rest] = invocation.words;
    if (folder === undefined || rest.length > 0) {
      throw new UsageError("name one folder of recordings: customhouse replay recordings");
    }
    const form = outputForm(invocation, textOrJson);
    const files = recordingFiles(folder);
    const target = await replayTarget(invocation);
    try {
      const different = await replayAll(files, target, new ProgressBar(invocation.progress.bar));
      invocation.out(
        form === "json"
          ? reportJson(files.length, different)
          : reportText(files.length, different, coloursFor(process.stdout)),
      );
      return different.length === 0 ? 0 : 1;
    } finally {
      target.close();
    }
  },
};

/** The receiver of the recorded reviews: this build, or a deployed service. */
interface ReplayTarget {
  send(recording: Recording): Promise<ReplayedResponse>;
  close(): void;
}

async function replayAll(
  files: readonly string[],
  target: ReplayTarget,
  bar: ProgressBar,
): Promise<readonly ChangedResponse[]> {
  const different: ChangedResponse[] = [];
  try {
    for (const [done, file] of files.entries()) {
      bar.draw("replay", {
        done,
        total: files.length,
        current: `${done + 1} of ${files.length}`,
      });
      const recording = recordingIn(file);
      const { cluster, verb, review } = recording;
      const differences = responseDifferences(
        review,
        recording.answer,
        await target.send(recording),
      );
      if (differences.length === 0) continue;
      different.push({ file, cluster, verb, subject: reviewSubject(recording), differences });
    }
  } finally {
    bar.clear();
  }
  return different;
}

async function replayTarget(invocation: Invocation): Promise<ReplayTarget> {
  const remote = remoteServiceIn(invocation);
  if (remote !== undefined) {
    return {
      send: ({ verb, review }) => remote.send(verb, stringify(review)),
      close: () => remote.close(),
    };
  }
  const kinds = (await requestedKinds(invocation)).map(({ kind }) => kind);
  const service = createService({
    kinds,
    lookup: replayedLookup([]),
    nearestValid: invocation.options["nearest-valid"] === true,
    log: () => undefined,
  });
  return {
    send: async ({ verb, review, lookups }) => {
      const caller = { lookup: replayedLookup(lookups) };
      const response = await service.answer(verb, stringify(review), deadlineOf(null), caller);
      return { status: response.status, body: bodyText(response) };
    },
    close: () => undefined,
  };
}
