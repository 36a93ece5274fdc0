/**
 * These codes store the state of a node in a frame. If the code is at least `FOLLOWED`, the node is done: its edges of
 * the branch `code - FOLLOWED` are live, and its other edges are dead. Edges have no state of their own.
 */
export const UNDECIDED = 0;
/**
 * The node is queued, waiting or running, or it was interrupted when the execution failed. A loop stays active until
 * its last round ends.
 */
export const ACTIVE = 1;
/** No live edge leads to the node. */
export const DEAD = 2;
/** The node failed and its handler jumped, so no edge is followed. */
export const ENDED = 3;
export const FOLLOWED = 4;
