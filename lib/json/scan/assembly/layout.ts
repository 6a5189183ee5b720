// The layout of the module's memory, in bytes: two stacks in the first 4 kB, a selection and its pieces, the text, and
// then tokens and output, which the caller places.

/**
 * The most levels of lists and maps in a text. The number is a choice: at five bytes for each level both stacks fit into the
 * first 4 kB, and a deeper text is parsed.
 */
export const maxDepth: i32 = 512;

/** The address of one byte for each level: 1 if a map is open at the level, 0 if a list is open. */
export const kindsAt: usize = memory.data(513);

/** The address of four bytes for each listed level: the index of the token that opens it. */
export const opensAt: usize = memory.data(2052);

// The bytes from 4,096 to 20,480 are for the encoded selection, which the caller writes.

/** The address of a selection's pieces, 16 bytes for each. */
export const piecesAt: usize = 20_480;

/**
 * The address of the text. The 64 bytes before it are always zero, because the first bytes of the text are checked
 * together with those before them.
 */
export const textAt: usize = 28_736;

/**
 * The number of spaces after the text. A block of 64 bytes may begin at the last byte of the text, and the 16 bytes
 * after a block are read too.
 */
export const paddingBytes: u32 = 80;
