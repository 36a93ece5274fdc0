import { LIST_REACH, type PageRequest, Rule, say } from '@app/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { Omittable } from './omittable.decorator';
import { QueryInteger } from './query.decorators';

export const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 200;

/** The page of a list to return. */
export class PageQuery implements PageRequest {
  /** Page number, from 1. The page must begin within the first 10,000 items. `after` reaches the others. */
  @Omittable()
  @ApiProperty({ default: 1 })
  @QueryInteger({ min: 1 })
  @IsWithinReach()
  page?: number;

  /**
   * Cursor from the `next` link of an earlier page, instead of `page`. It works to the end of any list. Items that are
   * added or deleted meanwhile do not move the others to another page. Keep the other parameters.
   */
  @Omittable()
  @IsString()
  @MaxLength(2000)
  @IsInsteadOfPage()
  after?: string;

  /** Items per page. */
  @ApiProperty({ required: false, default: DEFAULT_LIMIT })
  @QueryInteger({ min: 1, max: MAX_LIMIT })
  limit: number = DEFAULT_LIMIT;
}

/**
 * Refuses pages that begin after the first 10,000 items, because the database has to read all items before the page.
 */
function IsWithinReach(): PropertyDecorator {
  return Rule(
    'isWithinReach',
    (page: unknown, where) => {
      const { limit } = (where?.object ?? {}) as Partial<PageQuery>;
      // An invalid page or limit causes an error of its own, so this check accepts it.
      const isPage = isFrom1To(page, Number.MAX_SAFE_INTEGER) && isFrom1To(limit, MAX_LIMIT);
      return !isPage || (page - 1) * limit < LIST_REACH;
    },
    say('page_too_far', { most: LIST_REACH }),
  );
}

function IsInsteadOfPage(): PropertyDecorator {
  return Rule(
    'isInsteadOfPage',
    (_after, where) => ((where?.object ?? {}) as Partial<PageQuery>).page === undefined,
    say('after_with_page'),
  );
}

function isFrom1To(value: unknown, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
}
