const goUnits = new Map<string, bigint>([
  ["ns", 1n],
  ["us", 1_000n],
  ["\u00b5s", 1_000n],
  ["\u03bcs", 1_000n],
  ["ms", 1_000_000n],
  ["s", 1_000_000_000n],
  ["m", 60_000_000_000n],
  ["h", 3_600_000_000_000n],
]);

/** Units of the other spelling: the first ones as they are, the long one also with anything behind it (`weeks`). */
const unit = /^(?:ns|us|\u00b5s|ms|s|m|h|hr|d|w|wk|(?:nano|micro|milli|sec|min|hour|day|week).*)$/i;

const maxInt64 = 2n ** 63n - 1n;

/**
 * True for a duration of Go (`1h30m`, `-1.5h`, `0`), and for any text that holds a number with a unit (`3 hours`,
 * `P1D`, `1h30`).
 * Source: k8s.io/kube-openapi@v0.0.0-20260317180543-43fb72c5454a pkg/validation/strfmt/duration.go, ParseDuration.
 */
export function isDuration(text: string): boolean {
  return isGoDuration(text) || holdsAmount(text);
}

/** Source: go1.26 src/time/format.go, ParseDuration. */
function isGoDuration(text: string): boolean {
  const amounts = text.replace(/^[-+]/, "");
  if (amounts === "0") return true;
  if (amounts === "") return false;
  let total = 0n;
  let end = 0;
  for (const match of amounts.matchAll(/(\d*)(?:\.(\d*))?([^\d.]+)/gy)) {
    const [all, whole = "", fraction = "", name = ""] = match;
    const size = goUnits.get(name);
    if (size === undefined || whole + fraction === "" || whole.length > 20) return false;
    total += BigInt(whole === "" ? 0 : whole) * size;
    total += BigInt(Math.trunc(Number(`0.${fraction}`) * Number(size)));
    end += all.length;
  }
  return end === amounts.length && total <= (text.startsWith("-") ? maxInt64 + 1n : maxInt64);
}

function holdsAmount(text: string): boolean {
  let found = false;
  // Only from the start of a run of digits: from within it, a long run would take quadratic time.
  for (const [, digits = "", name = ""] of text.matchAll(
    /(?<!\d)(\d+)[\t\n\f\r ]*([A-Za-z\u00b5]+)/g,
  )) {
    if (digits.replace(/^0+/, "").length > 19 || BigInt(digits) > maxInt64) return false;
    found ||= unit.test(name);
  }
  return found;
}
