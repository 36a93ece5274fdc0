/**
 * The state of a node in a frame. A node with a code from `FOLLOWED` on is done: its edges of branch `code - FOLLOWED`
 * are live, and its other edges are dead. Edges have no state of their own.
 */
export const UNDECIDED = 0;
/** The node is active or queued, is an active loop, or was interrupted by the failure of the execution. */
export const ACTIVE = 1;
/** No live edge leads to the node. */
export const DEAD = 2;
/** The node failed and its handler jumped, so no edge is followed. */
export const ENDED = 3;
export const FOLLOWED = 4;
