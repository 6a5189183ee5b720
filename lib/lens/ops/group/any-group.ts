/** What is wrong with the group `*` among the versions of a reference. */
export const anyGroupText = "* is not a group; say version for all groups that are not named";
