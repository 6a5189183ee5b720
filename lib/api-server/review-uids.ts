/** Returns a function that creates uids for reviews by counting, so that every run has the same uids. */
export function reviewUids(): () => string {
  let reviews = 0;
  return () => {
    reviews += 1;
    return `00000000-0000-4000-8000-${String(reviews).padStart(12, "0")}`;
  };
}
