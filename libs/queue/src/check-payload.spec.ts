import 'reflect-metadata';
import { defineJob } from '@app/contracts';
import { DomainError } from '@app/kernel';
import { Type } from 'class-transformer';
import { IsInt, IsString, ValidateNested } from 'class-validator';
import { checkPayload } from './check-payload';

class Window {
  @IsString() from: string;
}

class BackfillPayload {
  @IsInt() meterId: number;
  @ValidateNested({ each: true }) @Type(() => Window) windows: Window[];
}

class NoPayload {}

const backfill = defineJob({ name: 'backfill-meter', queue: 'energy', payload: BackfillPayload });
const rollUp = defineJob({ name: 'roll-up', queue: 'energy', payload: NoPayload });

function faultOf(payload: unknown): DomainError {
  try {
    checkPayload(backfill, payload);
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  throw new Error('The payload was accepted although it is invalid.');
}

describe('checkPayload', () => {
  it('returns an instance of the payload class, without unknown fields', () => {
    const payload = checkPayload(backfill, { meterId: 3, windows: [{ from: 'a', x: 1 }], secret: 'y' });
    expect(payload).toBeInstanceOf(BackfillPayload);
    expect(payload).toEqual({ meterId: 3, windows: [{ from: 'a' }] });
  });

  it('accepts a payload without fields', () => {
    expect(checkPayload(rollUp, {})).toEqual({});
  });

  it('lists each problem with its path', () => {
    const fault = faultOf({ meterId: '3', windows: [{ from: 'a' }, { from: 7 }] });
    expect(fault.kind).toBe('invalid');
    expect(fault.details).toMatchObject([
      { path: 'meterId', message: 'must be a whole number' },
      { path: 'windows[1].from', message: 'must be a text' },
    ]);
  });

  it.each([null, undefined, 'text', [1]])('refuses %p', (payload) => {
    expect(faultOf(payload).message).toBe(
      'The payload of the job backfill-meter is not valid: must be an object.',
    );
  });

  it("uses the job's own check if it has one", () => {
    const quick = defineJob({ ...backfill, isRight: (payload) => 'known' in payload });
    const known = { known: true };
    expect(checkPayload(quick, known)).toBe(known);
    expect(() => checkPayload(quick, { meterId: 'one' })).toThrow('must be a whole number');
  });
});
