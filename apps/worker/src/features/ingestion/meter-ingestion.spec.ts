import type { Environment } from '@app/config';
import type { AlertRuleEvaluator, AreaCardsService, MeterHistoryService } from '@app/domain';
import type { ListedGateway } from '@app/gateway-client';
import type { Lease } from '@app/leases';
import { Logger } from '@nestjs/common';
import { IngestionTurn } from './ingestion-turn';
import { MeterIngestion } from './meter-ingestion';
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('MeterIngestion', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['succeeds', () => Promise.resolve(), ['forget', 'read', 'evaluated', 'tried']],
    ['fails', () => Promise.reject(new Error('The gateway does not answer.')), ['forget', 'read', 'tried']],
  ])(
    'lets time change the rules of areas only after a first attempt that %s',
    async (_how, read, expected) => {
      jest.spyOn(Logger.prototype, 'warn').mockImplementation();
      const ended = new AbortController();
      const steps: string[] = [];
      const history = {
        forget: () => void steps.push('forget'),
        readLive: () => read().finally(() => steps.push('read')),
        readTrailing: () => Promise.resolve(),
      };
      const rules = {
        evaluateAreas: () => Promise.resolve(void steps.push('evaluated')),
        areasTried: () => {
          steps.push('tried');
          ended.abort();
        },
      };
      const cards = { refresh: () => Promise.resolve([]) };
      const ingestion = new MeterIngestion(
        history as unknown as MeterHistoryService,
        cards as unknown as AreaCardsService,
        rules as unknown as AlertRuleEvaluator,
        { GATEWAY_POLL_SECONDS: 1 } as Environment,
      );
      const turn = new IngestionTurn({} as Lease, ended.signal, new Logger());
      ingestion.begin();
      await ingestion.follow({ settings: { name: 'Main' } } as ListedGateway, turn, turn.signal);
      expect(steps).toEqual(expected);
    },
  );

  it('evaluates the areas once for the readings of several gateways that arrive during an evaluation', async () => {
    const ended = new AbortController();
    const release: (() => void)[] = [];
    const cards = {
      refresh: jest.fn(() => new Promise<never[]>((resolve) => release.push(() => resolve([])))),
    };
    const history = {
      forget: jest.fn(),
      readLive: () => Promise.resolve(),
      readTrailing: () => Promise.resolve(),
    };
    const rules = { evaluateAreas: () => Promise.resolve(), areasTried: () => undefined };
    const ingestion = new MeterIngestion(
      history as unknown as MeterHistoryService,
      cards as unknown as AreaCardsService,
      rules as unknown as AlertRuleEvaluator,
      { GATEWAY_POLL_SECONDS: 3600 } as Environment,
    );
    const turn = new IngestionTurn({} as Lease, ended.signal, new Logger());
    ingestion.begin();
    const follow = (name: string) =>
      ingestion.follow({ settings: { name } } as ListedGateway, turn, turn.signal);
    const first = follow('Main');
    await nextTurn();
    const others = [follow('North'), follow('South')];
    await nextTurn();
    expect(cards.refresh).toHaveBeenCalledTimes(1);
    release.shift()?.();
    await nextTurn();
    expect(cards.refresh).toHaveBeenCalledTimes(2);
    release.shift()?.();
    ended.abort();
    await Promise.all([first, ...others]);
    expect(cards.refresh).toHaveBeenCalledTimes(2);
  });
});
