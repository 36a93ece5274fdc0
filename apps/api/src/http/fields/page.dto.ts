import { LIST_REACH, type PageRequest } from '@app/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { QueryInteger } from './query.decorators';

export const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 200;

/** The page of a list to return. */
export class PageQuery implements PageRequest {
  /** Page number, from 1. The page must begin within the first 10,000 items. */
  @ApiProperty({ required: false, default: 1 })
  @QueryInteger({ min: 1, max: LIST_REACH })
  @IsWithinReach()
  page: number = 1;

  /** Items per page. */
  @ApiProperty({ required: false, default: DEFAULT_LIMIT })
  @QueryInteger({ min: 1, max: MAX_LIMIT })
  limit: number = DEFAULT_LIMIT;
}

/**
 * Refuses pages that begin after the first 10,000 items, because the database has to read all items before the page.
 */
function IsWithinReach(): PropertyDecorator {
  return ValidateBy({
    name: 'isWithinReach',
    validator: {
      validate: (page: unknown, where) => {
        const { limit } = (where?.object ?? {}) as Partial<PageQuery>;
        // An invalid page or limit causes an error of its own, so this check accepts it.
        const isPage = isIn(page, 1, LIST_REACH) && isIn(limit, 1, MAX_LIMIT);
        return !isPage || (page - 1) * limit < LIST_REACH;
      },
      defaultMessage: () =>
        `page must begin within the first ${LIST_REACH} items: use filters to shorten the list`,
    },
  });
}

function isIn(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}
