import 'reflect-metadata';
import { plainToInstance, Type } from 'class-transformer';
import { IsEmail, IsInt, IsString, Min, ValidateNested, validateSync } from 'class-validator';
import { validationDetails } from './validation-details';

class Recipient {
  @IsEmail() email: string;
}

class Order {
  @Min(10) @IsInt() count: number;
  @IsString({ each: true }) tags: string[];
  @ValidateNested({ each: true }) @Type(() => Recipient) recipients: Recipient[];
}

const detailsOf = (order: object) => validationDetails(validateSync(plainToInstance(Order, order)));

describe('validationDetails', () => {
  it('reports the path of a nested property', () => {
    const recipients = [{ email: 'a@example.org' }, { email: 'nobody' }];
    expect(detailsOf({ count: 10, tags: [], recipients })).toMatchObject([
      { path: 'recipients[1].email', message: 'must be an e-mail address' },
    ]);
  });

  it('reports each invalid item of a list', () => {
    expect(detailsOf({ count: 10, tags: ['a', 1, 'b', 2], recipients: [] })).toMatchObject([
      { path: 'tags[1]', message: 'must be a text' },
      { path: 'tags[3]', message: 'must be a text' },
    ]);
  });

  it.each([
    ['ten', 'must be a whole number'],
    [9, 'must be at least 10'],
  ])('reports only the first error of a property, for the value %j: %s', (count, message) => {
    expect(detailsOf({ count, tags: [], recipients: [] })).toMatchObject([{ path: 'count', message }]);
  });
});
