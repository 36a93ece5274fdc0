import { QUALITIES } from '@app/contracts';
import { PointValueEntity } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { DataSource, In, Like } from 'typeorm';
import { isPattern } from './name-pattern';
import type { StateChange } from './occurrence';

/**
 * The text before the first `*` of a pattern. The text also ends before the first backslash, because `LIKE` would treat
 * it as an escape character.
 */
const BEGINNING = /^[^*\\]*/;

export interface CurrentValue {
  payload: StateChange;
  occurredAtMs: number;
}

/** The current values of points, in the same form as recorded changes. */
@Injectable()
export class CurrentValuesService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * The last values of points whose codes may match one of the names. Only the
   * beginning of a pattern is compared, so the caller must match the codes itself.
   * @param take maximum number of values
   */
  async find(names: readonly string[], take?: number): Promise<CurrentValue[]> {
    const patterns = names.filter(isPattern).map((name) => ({ code: Like(`${BEGINNING.exec(name)?.[0]}%`) }));
    const codes = { code: In(names.filter((name) => !isPattern(name))) };
    const rows = await this.dataSource.manager.find(PointValueEntity, { where: [codes, ...patterns], take });
    return rows.map(toCurrentValue);
  }
}

/** A stored value as a change whose previous value is not known. */
export function toCurrentValue({ code, value, quality, measuredAt }: PointValueEntity): CurrentValue {
  return {
    payload: {
      code,
      value: value ?? null,
      previous: null,
      quality: QUALITIES[quality] ?? 'bad',
      timestamp: measuredAt.toISOString(),
    },
    occurredAtMs: measuredAt.getTime(),
  };
}
