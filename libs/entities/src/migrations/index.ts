import { FirstSchema1700000000000 } from './1700000000000-first-schema';

/** In the order in which they are applied. */
export const migrations = [FirstSchema1700000000000];
