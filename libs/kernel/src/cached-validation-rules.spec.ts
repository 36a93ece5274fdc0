import { getMetadataStorage, IsInt, IsString, Min, registerDecorator, validateSync } from 'class-validator';
import { cacheValidationRules } from './cached-validation-rules';

class Named {
  @IsString() name: unknown = 'Hall';
}

class Counted extends Named {
  @IsInt({ groups: ['strict'] }) @Min(1) count = 0;
}

const faultsOf = (value: object, groups?: string[]) =>
  validateSync(value, groups && { groups }).flatMap(({ constraints }) => Object.keys(constraints ?? {}));

describe('cacheValidationRules', () => {
  const storage = getMetadataStorage();
  const findRules = jest.spyOn(storage, 'getTargetValidationMetadatas');

  beforeAll(() => cacheValidationRules(storage));

  it('finds the rules of a class and its superclasses only once', () => {
    const faulty = Object.assign(new Counted(), { name: 7 });

    for (let time = 0; time < 3; time++) expect(faultsOf(faulty).sort()).toEqual(['isString', 'min']);

    expect(findRules.mock.calls.filter(([target]) => target === Counted)).toHaveLength(1);
  });

  it('applies rules that were registered after an earlier validation', () => {
    expect(faultsOf(new Named())).toEqual([]);

    registerDecorator({
      name: 'isLong',
      target: Named,
      propertyName: 'name',
      validator: { validate: () => false },
    });

    expect(faultsOf(new Named())).toEqual(['isLong']);
    expect(faultsOf(new Counted())).toContain('isLong');
  });

  it('looks up the rules of validation groups each time', () => {
    expect(faultsOf(Object.assign(new Counted(), { count: 1.5 }), ['strict'])).toEqual(['isInt']);
  });
});
