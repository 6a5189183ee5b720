import type { DrawState } from "./draw.ts";

type TextDraw = (draw: DrawState) => string;

const hex = (draw: DrawState, digits: number): string =>
  Array.from({ length: digits }, () => draw.int(0, 15).toString(16)).join("");

const uuid = (version: string): TextDraw => {
  return (draw) =>
    `${hex(draw, 8)}-${hex(draw, 4)}-${version}${hex(draw, 3)}-a${hex(draw, 3)}-${hex(draw, 12)}`;
};

const twoDigits = (number: number): string => String(number).padStart(2, "0");

const date: TextDraw = (draw) =>
  `${draw.int(1970, 2038)}-${twoDigits(draw.int(1, 12))}-${twoDigits(draw.int(1, 28))}`;

const dateTime: TextDraw = (draw) => {
  const time = `${twoDigits(draw.int(0, 23))}:${twoDigits(draw.int(0, 59))}:${twoDigits(draw.int(0, 59))}`;
  return `${date(draw)}T${time}${draw.pick(["Z", "Z", ".5Z", ".000001Z", "+02:00"])}`;
};

const ipv4: TextDraw = (draw) => `10.${draw.int(0, 255)}.${draw.int(0, 255)}.${draw.int(0, 255)}`;

const ipv6: TextDraw = (draw) => `fd00::${hex(draw, 4)}:${hex(draw, 2)}`;

const label: TextDraw = (draw) => `host-${draw.int(0, 99)}`;

const oneOf =
  (...texts: readonly [string, ...string[]]): TextDraw =>
  (draw) =>
    draw.pick(texts);

/** Durations in Go's notation, canonical or not, some with fractions of a second. */
export const durations: readonly [string, ...string[]] = [
  "0s",
  ...["1s", "1.5s", "300s", "5m0s", "5m", "10m0s", "1h", "1h30m0s", "90m", "250ms"],
];

const drawers: ReadonlyMap<string, TextDraw> = new Map([
  ["bsonobjectid", (draw: DrawState) => hex(draw, 24)],
  ["uri", (draw) => `https://host-${draw.int(0, 99)}.example/path?q=${draw.int(0, 9)}`],
  ["email", (draw) => `user${draw.int(0, 99)}@example.com`],
  ["hostname", (draw) => `${label(draw)}.example.com`],
  ["ipv4", ipv4],
  ["ipv6", ipv6],
  ["cidr", (draw) => `${ipv4(draw)}/${draw.int(8, 32)}`],
  ["mac", (draw) => Array.from({ length: 6 }, () => hex(draw, 2)).join(":")],
  ["uuid", uuid("4")],
  ["uuid3", uuid("3")],
  ["uuid4", uuid("4")],
  ["uuid5", uuid("5")],
  ["isbn", oneOf("0306406152", "9780306406157")],
  ["isbn10", oneOf("0306406152")],
  ["isbn13", oneOf("9780306406157")],
  ["creditcard", oneOf("4111111111111111", "5555555555554444")],
  ["ssn", (draw) => `${draw.int(100, 999)}-${draw.int(10, 99)}-${draw.int(1000, 9999)}`],
  ["hexcolor", (draw) => `#${hex(draw, 6)}`],
  ["rgbcolor", (draw) => `rgb(${draw.int(0, 255)},${draw.int(0, 255)},${draw.int(0, 255)})`],
  ["byte", oneOf("YQ==", "AAAA", "aGVsbG8=", "/+8=", "YWJj")],
  ["date", date],
  ["duration", oneOf(...durations)],
  ["datetime", dateTime],
  ["k8sshortname", label],
  ["k8slongname", (draw) => `${label(draw)}.example`],
]);

/** Returns a function that draws strings of a format; undefined if the server doesn't know or doesn't check the format. */
export function formatDraw(format: string): TextDraw | undefined {
  return drawers.get(format.replaceAll("-", ""));
}
