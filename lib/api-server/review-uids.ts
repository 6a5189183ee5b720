/** Makes the uids of a request's reviews, the same for each run. */
export function reviewUids(): () => string {
  let reviews = 0;
  return () => {
    reviews += 1;
    return `00000000-0000-4000-8000-${String(reviews).padStart(12, "0")}`;
  };
}
