/** The message for the key `*` in `versions` of a reference. */
export const anyGroupText =
  "* is not a group; set version for all groups that versions does not list";
