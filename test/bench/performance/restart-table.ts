const objectCounts = [500, 5000, 50_000];
const latenciesMs = [5, 25, 100];

/** Objects that the API server decodes at once: one, or ten with `ConcurrentWatchObjectDecode`. */
const inFlight = [1, 10];

/** How long etcd keeps the revision that a filling cache reads. */
const compactionS = 300;

/**
 * Time until lists work after a restart, as a Markdown table: objects x latency / calls in flight, for one served
 * version that is not stored. Bold where that is longer than etcd keeps what is read.
 */
export function restartTable(): string {
  const head = `| objects | ${latenciesMs.map((ms) => inFlight.map((n) => `${ms} ms, ${n} at a time`).join(" | ")).join(" | ")} |`;
  const line = `| --: |${" --: |".repeat(latenciesMs.length * inFlight.length)}`;
  const rows = objectCounts.map((count) => {
    const cells = latenciesMs.flatMap((ms) => inFlight.map((n) => cell((count * ms) / 1000 / n)));
    return `| ${count.toLocaleString("en")} | ${cells.join(" | ")} |`;
  });
  return [head, line, ...rows].join("\n");
}

function cell(seconds: number): string {
  const text = duration(seconds);
  return seconds > compactionS ? `**${text}**` : text;
}

function duration(seconds: number): string {
  if (seconds < 60) return `${Number(seconds.toPrecision(2))} s`;
  const whole = Math.round(seconds);
  const [h, min, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const parts = [h > 0 ? `${h} h` : "", min > 0 ? `${min} min` : "", s > 0 ? `${s} s` : ""];
  return parts.filter((part) => part !== "").join(" ");
}
