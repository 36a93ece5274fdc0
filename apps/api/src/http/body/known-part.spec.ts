import { say } from '@app/kernel';
import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { PartialType } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsInt, IsOptional, IsString } from 'class-validator';
import { AsSent } from '../fields/as-sent.decorator';
import { Nested, NestedList } from '../fields/nested.decorators';
import { knownPartOf } from './known-part';
import { checked } from './request.pipe';

class FreeDto {}
class PartDto {
  @IsString() name: string;
}
class SentDto {
  @AsSent() @IsArray() rows: unknown[];
}
class WholeDto {
  @IsInt({ each: true }) @ArrayMaxSize(3) ids: number[];
  @NestedList(PartDto, { max: 2 }) parts: PartDto[];
  @Nested(PartDto) main: PartDto;
}
class ChangesDto extends PartialType(WholeDto) {
  @IsOptional() @IsString() note?: string;
}

describe.each([WholeDto, ChangesDto])('knownPartOf a body of %p', (dto) => {
  it('keeps only the names of properties without rules, also in nested objects', () => {
    const body = { ids: [1], x: [{}], main: { name: 'a', x: null }, parts: [{ name: 'b', x: {} }] };
    expect(knownPartOf(dto, body)).toEqual({
      ids: [1],
      x: true,
      main: { name: 'a', x: null },
      parts: [{ name: 'b', x: true }],
    });
  });

  it('keeps the names of at most 100 properties without rules', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x${index}`, index]));
    const { main, ...part } = knownPartOf(dto, { main: { name: 'a', ...many }, ...many });
    expect(Object.keys(main as object)).toHaveLength(101);
    expect(part).toEqual({});
  });

  it('keeps one item more than a list may have, so that the list is refused', () => {
    const many = Array.from({ length: 100_000 }, () => ({}));
    expect(knownPartOf(dto, { ids: many, main: {} })).toEqual({ ids: [{}, {}, {}, {}], main: {} });
    const { details } = checked(dto as Type<object>, { ids: [1, 2, 3, 4], parts: [], main: { name: 'a' } });
    expect(details.map(({ message }) => message)).toEqual(['must have at most 3 elements']);
  });

  it('refuses a list with too many objects, and names its path', () => {
    class OuterDto {
      @NestedList(dto as Type<object>, { max: 9 }) all: object[];
    }
    const refused = () => knownPartOf(OuterDto, { all: [{}, { parts: [{}, {}, {}] }] });
    const fault = say('too_many_items', { most: 2 });
    expect(refused).toThrow(`all[1].parts ${fault.message}.`);
    expect(refused).toThrow(expect.objectContaining({ details: [{ path: 'all[1].parts', ...fault }] }));
  });

  it('keeps values of other types, and a property that is refused', () => {
    const body = { ids: 'a', parts: null, main: [1], constructor: 1 };
    expect(knownPartOf(dto, body)).toEqual(body);
  });
});

describe('knownPartOf', () => {
  it('keeps all properties of a class without rules, and of values that are not converted', () => {
    expect(knownPartOf(FreeDto, { a: { b: 1 } })).toEqual({ a: { b: 1 } });
    expect(knownPartOf(SentDto, { rows: [{ a: 1 }] })).toEqual({ rows: [{ a: 1 }] });
  });
});
