import type { PageRequest } from '@app/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { QueryInteger } from './query.decorators';

export const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 200;

/** The page of a list. */
export class PageQuery implements PageRequest {
  /** Page number, from 1. */
  @ApiProperty({ required: false, default: 1 })
  @QueryInteger({ min: 1, max: 1_000_000 })
  page: number = 1;

  /** Items per page. */
  @ApiProperty({ required: false, default: DEFAULT_LIMIT })
  @QueryInteger({ min: 1, max: MAX_LIMIT })
  limit: number = DEFAULT_LIMIT;
}
