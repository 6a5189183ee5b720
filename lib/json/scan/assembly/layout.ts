// The memory of the module, in bytes: two stacks in its first 4 kB, a selection and its pieces, the text, then what the caller
// puts behind it.

/** Levels of lists and maps that a text may nest. */
export const maxDepth: i32 = 512;

/** A byte for each level: 1 where a map is open there, 0 where a list is. */
export const kindsAt: usize = memory.data(513);

/** Four bytes for each level that is listed: the index of the token that opens it. */
export const opensAt: usize = memory.data(2052);

// From 4,096 to 20,480 the caller keeps plans of selections, and texts to copy.

/** Where a selection's pieces are written: 16 bytes each. */
export const piecesAt: usize = 20_480;

/** Where the text begins: behind 64 bytes that stay zeros, as what its first bytes follow. */
export const textAt: usize = 28_736;

/** Spaces that are written behind the text: a block of 64 may begin at its last byte, and the next 16 bytes are looked at. */
export const paddingBytes: u32 = 80;
