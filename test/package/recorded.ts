import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { routeOf, type Verb } from "../../lib/request/routes.ts";
import { root } from "./run.ts";

/** A recorded review: its Lambda event, and the response as text. */
export interface Recorded {
  readonly name: string;
  readonly verb: Verb;
  readonly event: { readonly rawPath: string };
  readonly response: string;
}

/** The recorded reviews of one verb. Throws where recordings lack a verb: a test of nothing would pass. */
export function recordedReviews(verb: Verb): readonly Recorded[] {
  const folder = join(root, "test/payloads");
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, "event.json")));
  const own = names.map(readCase).filter((recorded) => recorded.verb === verb);
  if (own.length === 0) throw new Error(`no recorded review in ${folder} is for ${verb}`);
  return own;
}

function readCase(name: string): Recorded {
  const [event = "", response = ""] = ["event", "response"].map((part) =>
    readFileSync(join(root, "test/payloads", name, `${part}.json`), "utf8"),
  );
  const read: Recorded["event"] = JSON.parse(event);
  const verb = routeOf(read.rawPath)?.verb;
  if (verb === undefined) throw new Error(`${name}/event.json has a path that is not served`);
  return { name, verb, event: read, response };
}
