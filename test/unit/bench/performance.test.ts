import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compared, onThisMachine } from "../../bench/performance/budget.ts";
import { chartOf } from "../../bench/performance/chart.ts";
import { madeDocument } from "../../bench/performance/document.ts";
import { type Figure, type Figures, withRun } from "../../bench/performance/figures.ts";
import { chartFile, documentFile, figuresFile } from "../../bench/performance/files.ts";
import { medianOf, medianTimes } from "../../bench/performance/medians.ts";
import { restartTable } from "../../bench/performance/restart-table.ts";
import { row, time } from "../../bench/row.ts";

const committed: Figures = JSON.parse(readFileSync(figuresFile, "utf8"));
const remedy = "stale: run npm run bench:publish";

describe("docs/performance.md and its figure", () => {
  test("performance.md has the tables of performance.json", () => {
    const text = readFileSync(documentFile, "utf8");
    expect(madeDocument(text, committed) === text, remedy).toBe(true);
  });

  test("performance.svg is drawn from performance.json", () => {
    expect(readFileSync(chartFile, "utf8") === chartOf(committed.times), remedy).toBe(true);
  });

  test("performance.md has every table for which performance.json has results", () => {
    const text = readFileSync(documentFile, "utf8");
    const lines = committed.rows.map(({ name, value, unit }) => `| ${name} | ${value} | ${unit} |`);
    expect(lines.filter((line) => !text.includes(line))).toEqual([]);
  });
});

function figure(name: string, value: number, unit = "x floor"): Figure {
  return { name, value, unit, target: 1, measured: "2026-01-01" };
}

const figures: Figures = {
  machine: "a machine",
  rows: [
    figure("conversion a", 0.4),
    figure("peers a", 0.5, "x one"),
    figure("peers a", 2, "x two"),
  ],
  times: [time("peers a", "one", 60, "µs"), time("cold-start", "one", 50, "ms")],
};

describe("withRun", () => {
  test("replaces the sets that were measured, and keeps the others", () => {
    const run = {
      machine: "another",
      day: "2026-01-02",
      rows: [row("peers b", 3, "x one", 1)],
      times: [time("peers b", "one", 70.04, "µs")],
    };
    expect(withRun(figures, run)).toEqual({
      machine: "another",
      rows: [
        figure("conversion a", 0.4),
        { name: "peers b", value: 3, unit: "x one", target: 1, measured: "2026-01-02" },
      ],
      times: [time("cold-start", "one", 50, "ms"), time("peers b", "one", 70, "µs")],
    });
  });
});

describe("medianOf", () => {
  test("takes each row's median over the runs that have it", () => {
    const runs = [5, 1, 2].map((value) => [row("a", value, "x one", 9)]);
    expect(medianOf([...runs, [row("a", 100, "x two", 9)]])).toMatchObject([
      { value: 2 },
      { value: 100 },
    ]);
    expect(medianOf([])).toEqual([]);
  });

  test("takes each subject's median time", () => {
    const runs = [5, 1, 2].map((value) => [time("a", "one", value, "µs")]);
    const other = time("a", "two", 100, "µs");
    expect(medianTimes([...runs, [other]])).toEqual([time("a", "one", 2, "µs"), other]);
  });
});

describe("madeDocument", () => {
  test("replaces the text between the marks, and nothing else", () => {
    const text = "a\n<!-- made: figures conversion -->\nold\n<!-- end -->\nb\n";
    const made = madeDocument(text, figures);
    expect(made).toContain("| conversion a | 0.4 | x floor | 1 | met | 2026-01-01 |");
    expect(made).not.toContain("old");
    expect(made).toMatch(/^a\n<!-- made.*<!-- end -->\nb\n$/s);
    expect(madeDocument(made, figures)).toBe(made);
  });

  test("reports missing figures, and names marks that nothing replaces", () => {
    const made = (what: string) => madeDocument(`<!-- made: ${what} -->\n<!-- end -->`, figures);
    expect(made("figures none")).toContain("No figures yet.");
    expect(() => made("figure")).toThrow('nothing makes "figure"');
  });
});

describe("restartTable", () => {
  test("multiplies the number of objects by the latency, and marks durations beyond etcd's retention", () => {
    const lines = restartTable().split("\n");
    expect(lines[2]).toBe("| 500 | 2.5 s | 0.25 s | 13 s | 1.3 s | 50 s | 5 s |");
    expect(lines[3]).toBe("| 5,000 | 25 s | 2.5 s | 2 min 5 s | 13 s | **8 min 20 s** | 50 s |");
    expect(lines[4]).toBe(
      "| 50,000 | 4 min 10 s | 25 s | **20 min 50 s** | 2 min 5 s | **1 h 23 min 20 s** | **8 min 20 s** |",
    );
  });
});

describe("chartOf", () => {
  const bars = /<rect class="(own|other)" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/g;
  const drawn = (chart: string) =>
    [...chart.matchAll(bars)].map(([, whose, , length]) => ({ whose, length: Number(length) }));

  test("draws a bar for each subject, the shortest first, with a scale for each panel", () => {
    const chart = chartOf([
      time("peers a", "<other>", 50, "µs"),
      time("peers a", "customhouse", 25, "µs"),
      time("peers b", "customhouse", 4000, "µs"),
      time("cold-start", "hello world", 30, "ms"),
    ]);
    const whole = drawn(chart)[1]?.length ?? 0;
    expect(drawn(chart)).toEqual([
      { whose: "own", length: whole / 2 },
      { whose: "other", length: whole },
      { whose: "own", length: whole },
      { whose: "other", length: whole },
    ]);
    expect(chart).toContain("&lt;other&gt;");
    expect(chart).toContain(">4,000 µs<");
    expect(chart).toContain(">25.0 µs<");
  });

  test("draws two panels side by side", () => {
    const chart = chartOf([1, 2, 3].map((each) => time(`peers ${each}`, "one", each, "µs")));
    const places = [...chart.matchAll(bars)].map(([, , x]) => Number(x));
    expect(places[1]).toBeGreaterThan(places[0] ?? Number.NaN);
    expect(places[2]).toBe(places[0]);
  });
});

describe("compared", () => {
  test.each([
    { name: "as committed", value: 0.4, isLost: false },
    { name: "25 % more", value: 0.5, isLost: false },
    { name: "26 % more", value: 0.504, isLost: true },
    { name: "less", value: 0.1, isLost: false },
  ])("$name: lost $isLost", ({ value, isLost }) => {
    expect(compared(figures, [[row("conversion a", value, "x floor", 1)]])).toMatchObject([
      { isLost },
    ]);
  });

  test("a row far within its target is not a loss, whatever its increase", () => {
    expect(compared(figures, [[row("conversion a", 0.8, "x floor", 1.6)]])).toMatchObject([
      { ratio: 2, isLost: false },
    ]);
  });

  test("compares a row with the committed figure in the same unit, and a new row with none", () => {
    const rows = [row("peers a", 2, "x two", 1), row("conversion new", 9, "x floor", 1)];
    expect(compared(figures, [rows])).toMatchObject([
      { ratio: 1, isLost: false },
      { ratio: undefined, isLost: false },
    ]);
  });

  test("a row that is slower in every run is a loss, and one slower in two of three runs is not", () => {
    const runs = (...values: readonly number[]) =>
      values.map((value) => [row("conversion a", value, "x floor", 1)]);
    expect(compared(figures, runs(0.6, 0.4, 0.41))).toMatchObject([{ isLost: false }]);
    expect(compared(figures, runs(0.6, 0.4, 0.59))).toMatchObject([{ isLost: false }]);
    expect(compared(figures, runs(0.6, 0.52, 0.59))).toMatchObject([{ isLost: true }]);
  });
});

describe("onThisMachine", () => {
  test("raises figures to what the same code takes here, and lowers none", () => {
    const rows = [row("conversion a", 0.5, "x floor", 1), row("peers a", 1, "x two", 1)];
    expect(onThisMachine(figures, rows).rows.map(({ value }) => value)).toEqual([0.5, 0.5, 2]);
  });

  test("what is dearer than both is a loss", () => {
    const here = onThisMachine(figures, [row("conversion a", 0.5, "x floor", 1)]);
    const lossOf = (value: number) => compared(here, [[row("conversion a", value, "x floor", 1)]]);
    expect(lossOf(0.62)).toMatchObject([{ isLost: false }]);
    expect(lossOf(0.63)).toMatchObject([{ isLost: true }]);
  });
});
