// The memory of the module, in bytes: two stacks in its first 4 kB, a selection and its pieces, the text, then what the caller
// puts behind it.

/** The most levels of lists and maps in a text. */
export const maxDepth: i32 = 512;

/** The address of one byte for each level: 1 if a map is open at that level, 0 if a list is. */
export const kindsAt: usize = memory.data(513);

/** Four bytes for each level that is listed: the index of the token that opens it. */
export const opensAt: usize = memory.data(2052);

// From 4,096 to 20,480 the caller keeps plans of selections, and texts to copy.

/** The address of a selection's pieces: 16 bytes each. */
export const piecesAt: usize = 20_480;

/** The address of the text. The 64 bytes before it are always zero, as the context of its first bytes. */
export const textAt: usize = 28_736;

/**
 * The number of spaces after the text: a block of 64 bytes may begin at its last byte, and the 16 bytes after a block
 * are read too.
 */
export const paddingBytes: u32 = 80;
