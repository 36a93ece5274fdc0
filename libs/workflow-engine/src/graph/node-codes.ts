/**
 * What is known of a node in a frame. From `FOLLOWED` on: it is done, and the edges of branch `code - FOLLOWED` are
 * live, its others dead. Edges have no state of their own.
 */
export const UNDECIDED = 0;
/** Handed out, or waiting to be, or a loop that goes round, or broken off by the execution's failure. */
export const ACTIVE = 1;
/** No live edge leads to it. */
export const DEAD = 2;
/** It ended and no edge is followed: it failed and jumped. */
export const ENDED = 3;
export const FOLLOWED = 4;
