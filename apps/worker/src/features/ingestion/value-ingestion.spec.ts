import type { Environment } from '@app/config';
import type { PointValuesService } from '@app/domain';
import type { ListedGateway } from '@app/gateway-client';
import type { Lease } from '@app/leases';
import { Logger } from '@nestjs/common';
import { IngestionTurn, type PointFollowers } from './ingestion-turn';
import { ValueIngestion } from './value-ingestion';

describe('ValueIngestion', () => {
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('lets time change rules and triggers only after the first attempt to read values', async () => {
    jest.useFakeTimers();
    jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const ended = new AbortController();
    const values = {
      forget: jest.fn(),
      poll: () => new Promise<void>((_, reject) => setTimeout(reject, 3500, new Error('No answer.'))),
    };
    const followers = { forget: jest.fn(), tick: jest.fn(() => Promise.resolve()) };
    const ingestion = new ValueIngestion(
      values as unknown as PointValuesService,
      followers as unknown as PointFollowers,
      { GATEWAY_POLL_SECONDS: 60 } as Environment,
    );
    const turn = new IngestionTurn({} as Lease, ended.signal, new Logger());
    ingestion.begin();
    const following = Promise.all([
      ingestion.tick(turn),
      ingestion.follow({ settings: { name: 'Main' } } as ListedGateway, turn, turn.signal),
    ]);
    expect([values.forget, followers.forget].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    await jest.advanceTimersByTimeAsync(3000);
    expect(followers.tick).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(3000);
    expect(followers.tick).toHaveBeenCalledTimes(3);
    ended.abort();
    await jest.advanceTimersByTimeAsync(60_000);
    await following;
  });
});
