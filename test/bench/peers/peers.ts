import { type Group, median, type Row, row } from "../row.ts";
import { startOwnServer } from "./own-server.ts";
import { type ReviewCase, reviewCases } from "./review-case.ts";
import { cpuUsPerReview, post, type Target, targetsIn } from "./target.ts";

const rounds = 9;
const roundMs = 300;
/**
 * V8 compiles a server of JavaScript again and again for some forty thousand small reviews: until then its own threads take
 * up to a tenth of the time. A busy machine answers them slowly.
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
    measure: async () => {
      const peers = targetsIn(lines);
      if (peers.length === 0) throw new Error("no line `label=http://… pid` came: name a server");
      await using own = await startOwnServer();
      const rows: Row[] = [];
      for (const each of reviewCases) rows.push(...(await rowsOf(each, own.target, peers)));
      return rows;
    },
  };
}

/** The rows of one case. A peer whose answer is wrong is named and left out; where ours is, it throws. */
async function rowsOf(
  review: ReviewCase,
  own: Target,
  peers: readonly Target[],
): Promise<readonly Row[]> {
  if (!(await answersRightly(own, review)))
    throw new Error(`our own answer is wrong: ${review.name}`);
  const right: Target[] = [];
  for (const peer of peers) {
    if (await answersRightly(peer, review)) right.push(peer);
    else console.log(`${peer.label} is left out of ${review.name}: its answer is wrong`);
  }
  const measured = await measure([own, ...right], review);
  const ownTimes = measured.get(own) ?? [];
  for (const [{ label }, times] of measured) {
    console.log(
      `       ${review.name.padEnd(26)} ${label.padEnd(20)} ${median(times).toFixed(1)} µs`,
    );
  }
  return right.map((peer) => {
    const times = measured.get(peer) ?? [];
    const ratio = median(ownTimes.map((time, round) => time / (times[round] ?? Number.NaN)));
    return row(`peers ${review.name}`, ratio, `x ${peer.label}`, review.atMost[peer.label] ?? 1);
  });
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

/** µs of CPU time for one review, by target and round: each round asks all targets, each time another first. */
async function measure(
  targets: readonly Target[],
  review: ReviewCase,
): Promise<ReadonlyMap<Target, readonly number[]>> {
  const times = new Map<Target, number[]>();
  const least = Math.min(warmUpReviews, Math.ceil(warmUpBytes / review.body.length));
  for (const target of targets) {
    await cpuUsPerReview(target, review, warmUpMs, least);
    times.set(target, []);
  }
  for (let round = 0; round < rounds; round++) {
    const first = round % targets.length;
    for (const target of [...targets.slice(first), ...targets.slice(0, first)]) {
      times.get(target)?.push(await cpuUsPerReview(target, review, roundMs));
    }
  }
  return times;
}
