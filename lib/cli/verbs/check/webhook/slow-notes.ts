/**
 * The longest median time of a review, in milliseconds, that needs no note: half of the 40 ms that TCP may wait if header and
 * body are sent separately.
 */
const longMs = 20;

/** A note if the median time of a review is longer than {@link longMs}; otherwise empty. */
export function slowNotes(medianMs: number): readonly string[] {
  return medianMs <= longMs
    ? []
    : [
        `${Math.round(medianMs)} ms for each review (median): about 40 ms is typical of a webhook that writes header and body separately, or does not set TCP_NODELAY`,
      ];
}
