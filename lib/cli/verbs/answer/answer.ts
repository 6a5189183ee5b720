import { deadlineOf } from "../../../request/deadline.ts";
import { bodyText } from "../../../request/http-response.ts";
import { errorText, type LogLine } from "../../../request/log.ts";
import type { Verb } from "../../../request/routes.ts";
import { createService } from "../../../service/service.ts";
import { type Command, textOption, UsageError } from "../../command.ts";
import { readBytes } from "../../files/read-file.ts";
import { embeddedLookup, objectsHelp, objectsOption } from "../../kinds/embedded-lookup.ts";
import { kindsHelp, kindsOption } from "../../kinds/kinds.ts";
import { requestedKinds } from "../../kinds/requested-kinds.ts";

/** The command `answer`: prints the response to one review, without starting a server. The exit code tells the decision. */
export const answer: Command = {
  help: `usage: customhouse answer convert|mutate|validate [FILE]

Reads one ConversionReview or AdmissionReview (JSON) from FILE or standard input and prints the response: the same
bytes that the service would send.

${objectsHelp}
${kindsHelp}

example: customhouse answer convert request.json
exit code: 0 converted or allowed, 1 conversion failed or request denied, 2 wrong usage, or a review that can't be parsed`,
  firstWords: ["convert", "mutate", "validate"],
  options: { ...kindsOption, ...objectsOption },
  run: async (invocation) => {
    const [verb, file, ...rest] = invocation.words;
    if (!isVerb(verb) || rest.length > 0) {
      throw new UsageError("give convert, mutate or validate, and at most one file");
    }
    const kinds = (await requestedKinds(invocation)).map(({ kind }) => kind);
    const lookup = embeddedLookup(kinds, textOption(invocation, "objects"));
    let logged: LogLine | undefined;
    const service = createService({
      kinds,
      lookup,
      log: (line) => {
        logged = line;
      },
    });
    const response = await service.answer(verb, readBytes(file ?? "-"), deadlineOf(null));
    invocation.out(bodyText(response));
    if (logged?.thrown !== undefined) invocation.error(errorText(logged.thrown));
    return exitCodeOf(response.status, logged?.outcome);
  },
};

function isVerb(word: string | undefined): word is Verb {
  return word === "convert" || word === "mutate" || word === "validate";
}

function exitCodeOf(status: number, outcome: LogLine["outcome"] | undefined): number {
  if (status === 400) return 2;
  return outcome === "converted" || outcome === "allowed" || outcome === "patched" ? 0 : 1;
}
