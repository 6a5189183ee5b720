/** The median of milliseconds for a review beyond which there is a note. */
const longMs = 20;

/** A note if the webhook's responses take most of the time of a check; otherwise empty. */
export function slowNotes(medianMs: number): readonly string[] {
  return medianMs <= longMs
    ? []
    : [
        `${Math.round(medianMs)} ms for each review (median): about 40 ms is typical of a webhook that writes header and body apart, or does not set TCP_NODELAY`,
      ];
}
