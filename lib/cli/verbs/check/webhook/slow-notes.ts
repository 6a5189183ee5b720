/** Milliseconds for a review from which on a note says so. */
const longMs = 20;

/** The note where most of the time of a check is spent waiting for the webhook. */
export function slowNotes(medianMs: number): readonly string[] {
  return medianMs <= longMs
    ? []
    : [
        `${Math.round(medianMs)} ms for each review (median): about 40 ms is typical of a webhook that writes header and body apart, or does not set TCP_NODELAY`,
      ];
}
