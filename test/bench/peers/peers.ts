import { type Group, median, type Row, row, type Time, time } from "../row.ts";
import { type ReviewCase, reviewCases } from "./review-case.ts";
import { startServer } from "./started-server.ts";
import { cpuUsPerReview, type Posted, post, type Target, targetsIn } from "./target.ts";

const rounds = 9;
const roundMs = 300;
/**
 * V8 compiles a server of JavaScript again and again for some forty thousand small reviews: until then its own threads take
 * up to a tenth of the time. A busy machine is slow.
 */
const warmUpMs = 2500;
const warmUpReviews = 40_000;
const warmUpBytes = 100_000_000;

/**
 * Our server beside others over plain HTTP/1.1, one review after another: the CPU time of the server's process, ours as a
 * multiple of theirs. `lines` name the others, as `label=url pid`.
 */
export function peersNamedIn(lines: string): Group {
  return {
    name: "peers",
    measure: async (note) => {
      const peers = targetsIn(lines);
      if (peers.length === 0) throw new Error("no line `label=http://… pid` came: name a server");
      await using own = await startServer("customhouse", new URL("server.ts", import.meta.url));
      await using empty = await startServer(
        "empty-handler",
        new URL("empty-server.ts", import.meta.url),
      );
      const servers = { own: own.target, empty: empty.target, peers };
      const rows: Row[] = [];
      for (const each of reviewCases) rows.push(...(await rowsOf(each, servers, note)));
      return rows;
    },
  };
}

interface Servers {
  readonly own: Target;
  /** Responds with as many bytes as ours, whatever it gets. */
  readonly empty: Target;
  readonly peers: readonly Target[];
}

/** The peer of which the cost of an empty handler can be subtracted, since it is written for the same `node:http`. */
const plainNode = "node-http";

/** The rows of one case. A peer with a wrong response is named and left out; a wrong one of ours throws. */
async function rowsOf(
  review: ReviewCase,
  { own, empty, peers }: Servers,
  note: (time: Time) => void,
): Promise<readonly Row[]> {
  if (!(await answersRightly(own, review)))
    throw new Error(`our own answer is wrong: ${review.name}`);
  const right: Target[] = [];
  for (const peer of peers) {
    if (await answersRightly(peer, review)) right.push(peer);
    else console.log(`${peer.label} is left out of ${review.name}: its answer is wrong`);
  }
  const { length } = await post(own, review);
  const measured = await measure(
    [
      { target: own, posted: review },
      { target: empty, posted: { ...review, path: `/${length}` } },
      ...right.map((target) => ({ target, posted: review })),
    ],
    review.body.length,
  );
  const ownTimes = measured.get(own) ?? [];
  for (const [{ label }, times] of measured) {
    note(time(`peers ${review.name}`, label, median(times), "µs"));
  }
  const rows = right.map((peer) => {
    const times = measured.get(peer) ?? [];
    const ratio = median(ownTimes.map((own, round) => own / (times[round] ?? Number.NaN)));
    return row(`peers ${review.name}`, ratio, `x ${peer.label}`, review.atMost[peer.label] ?? 1);
  });
  const plain = right.find(({ label }) => label === plainNode);
  if (plain === undefined || review.aboveEmpty === undefined) return rows;
  // Of medians: the difference of two rounds can be close to zero.
  const [ours, theirs, nothing] = [own, plain, empty].map((it) => median(measured.get(it) ?? []));
  const ratio = (Number(ours) - Number(nothing)) / (Number(theirs) - Number(nothing));
  const unit = `x ${plainNode}, an empty handler subtracted from both`;
  return [...rows, row(`peers ${review.name}`, ratio, unit, review.aboveEmpty)];
}

/** False also for a target that does not serve the path. */
async function answersRightly(target: Target, review: ReviewCase): Promise<boolean> {
  try {
    const answer = await post(target, review);
    return review.isRight(JSON.parse(answer.toString()));
  } catch {
    return false;
  }
}

interface Asked {
  readonly target: Target;
  readonly posted: Posted;
}

/** µs of CPU time for one review, by target and round: each round calls all targets, each time another first. */
async function measure(
  all: readonly Asked[],
  bytes: number,
): Promise<ReadonlyMap<Target, readonly number[]>> {
  const times = new Map<Target, number[]>();
  const least = Math.min(warmUpReviews, Math.ceil(warmUpBytes / bytes));
  for (const { target, posted } of all) {
    await cpuUsPerReview(target, posted, warmUpMs, least);
    times.set(target, []);
  }
  for (let round = 0; round < rounds; round++) {
    const first = round % all.length;
    for (const { target, posted } of [...all.slice(first), ...all.slice(0, first)]) {
      times.get(target)?.push(await cpuUsPerReview(target, posted, roundMs));
    }
  }
  return times;
}
