import { parseGoDuration } from "../../go/duration.ts";
import { maxInt64 } from "../../json/numbers.ts";
import { groupText } from "../../json/text-parts.ts";

/** The units of kube-openapi's own syntax: abbreviations, and words with any ending (`weeks`). Case does not matter. */
const unit = /^(?:ns|us|\u00b5s|ms|s|m|h|hr|d|w|wk|(?:nano|micro|milli|sec|min|hour|day|week).*)$/i;

/**
 * True for a Go duration (`1h30m`, `-1.5h`, `0`), and for any text that contains a number with a unit (`3 hours`,
 * `P1D`, `1h30`), unless such a number exceeds int64.
 * Source: https://github.com/kubernetes/kube-openapi/blob/43fb72c5454a/pkg/validation/strfmt/duration.go,
 * ParseDuration.
 */
export function isDuration(text: string): boolean {
  return parseGoDuration(text) !== undefined || holdsAmount(text);
}

function holdsAmount(text: string): boolean {
  let found = false;
  // Matches only at the start of a sequence of digits: otherwise a long sequence would take quadratic time.
  for (const match of text.matchAll(/(?<!\d)(\d+)[\t\n\f\r ]*([A-Za-z\u00b5]+)/g)) {
    const [digits, name] = [groupText(match, 1), groupText(match, 2)];
    if (digits.replace(/^0+/, "").length > 19 || BigInt(digits) > maxInt64) return false;
    found ||= unit.test(name);
  }
  return found;
}
