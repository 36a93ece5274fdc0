import type { PageRequest } from '@app/kernel';
import { QueryInteger } from './query.decorators';

export const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 200;

/** Which page of a list is asked for. */
export class PageQuery implements PageRequest {
  /** The page, from 1. */
  @QueryInteger({ min: 1, max: 1_000_000 }) page: number = 1;

  /** How many items a page has. */
  @QueryInteger({ min: 1, max: MAX_LIMIT }) limit: number = DEFAULT_LIMIT;
}
