// Runs on both profiles: locks and races differ.
import { TriggerOccurrenceEntity } from '@app/entities';
import { HoldDesk } from '../factories/hold-desk';
import { MINUTE_MS, useHolds } from '../factories/use-holds';

const lost = () => Promise.reject(new Error('The lease is lost.'));

describe('races of triggers that follow values over time', () => {
  const shared = useHolds();
  const {
    clock,
    manager,
    restart,
    watching,
    change,
    tick,
    wait,
    measured,
    take,
    started,
    values,
    takeAll,
    holds,
  } = shared;
  const config = { above: 26, forMs: MINUTE_MS };

  const crowd = (value: number) =>
    Array.from({ length: 100 }, (_, index) => measured(value, { code: `T${index}` }));

  it('triggers start each execution only once if a value arrives at the moment when the delay of the trigger ends', async () => {
    await watching(config);
    for (let round = 0; round < 10; round++) {
      await take(20);
      await take(27);
      wait(60);
      const value = measured(27 + round);
      const works = [
        () => tick(),
        () => shared.desk.values.accept([value], undefined, shared.desk.evaluator.follower),
      ];
      await Promise.all((round % 2 ? works : works.toReversed()).map((work) => work()));
      expect(await started()).toHaveLength(1);
    }
  });

  it('triggers start each execution only once if a worker that has lost the lease still evaluates values', async () => {
    await watching(config);
    await take(27);
    wait(60);
    const old = shared.desk;
    await expect(old.evaluator.tick(lost)).rejects.toThrow('The lease is lost.');
    await restart();
    expect(await values()).toEqual([27]);
    await expect(old.evaluator.tick(lost)).rejects.toThrow('The lease is lost.');
    expect(await values()).toEqual([]);
  });

  it('triggers start each execution only once if the process dies before or after the commit', async () => {
    await watching(config);
    await take(27);
    wait(60);
    const record = jest.spyOn(shared.desk.occurrences, 'record').mockRejectedValueOnce(new Error('killed'));
    await expect(tick()).rejects.toThrow('killed');
    record.mockRestore();
    expect(await manager().count(TriggerOccurrenceEntity)).toBe(0);
    await restart();
    expect(await manager().count(TriggerOccurrenceEntity)).toBe(1);
    const accept = jest.spyOn(shared.desk.intake, 'acceptMany').mockRejectedValueOnce(new Error('killed'));
    await expect(shared.desk.startAll()).rejects.toThrow('killed');
    accept.mockRestore();
    await restart();
    expect(await values()).toEqual([27]);
  });

  it('triggers start an execution only once if a transaction with the same value has failed before', async () => {
    await watching({ above: 26 });
    await take(20);
    wait(1);
    const value = measured(27);
    await expect(shared.desk.values.accept([value], lost, shared.desk.evaluator.follower)).rejects.toThrow(
      'lease',
    );
    expect(await values()).toEqual([]);
    await shared.desk.values.accept([value], undefined, shared.desk.evaluator.follower);
    await tick();
    expect(await values()).toEqual([27]);
  });

  it('triggers start each execution only once if the trigger is changed during its evaluation, and then follow the changed trigger', async () => {
    const { id } = await watching(config);
    await take(27);
    wait(60);
    const found = await shared.desk.values.lastValues();
    let changed: Promise<unknown> | undefined;
    jest.spyOn(shared.desk.values, 'lastValues').mockImplementationOnce(() => {
      const trigger = { type: 'state_change', config: { watch: ['T*'], below: 20 } };
      changed = change(id, { trigger });
      return Promise.resolve(found);
    });
    await tick();
    await changed;
    expect(await manager().count(TriggerOccurrenceEntity)).toBe(1);
    expect(await holds()).toEqual([]);
    expect(await values()).toEqual([27]);
    await tick();
    expect(await takeAll(28, 19)).toEqual([19]);
  });

  it('triggers start each execution only once if the evaluator forgets its state while a value is being stored', async () => {
    await watching(config);
    await take(20);
    const found = await shared.desk.values.lastValues();
    jest.spyOn(shared.desk.values, 'lastValues').mockImplementationOnce(() => {
      shared.desk.evaluator.forget();
      return Promise.resolve(found);
    });
    await take(27);
    expect(await holds()).toEqual([['above', 'T1', 2]]);
    wait(60);
    await tick();
    expect(await values()).toEqual([27]);
  });

  it('triggers start each execution only once with any number of workers', async () => {
    await watching({ above: 26 });
    const other = new HoldDesk(shared.database, clock);
    const many = Array.from({ length: 100 }, (_, index) => measured(30, { code: `T${index}` }));
    await shared.desk.values.accept(many, undefined, shared.desk.evaluator.follower);
    await Promise.all([shared.desk.startAll(), other.startAll(), shared.desk.startAll()]);
    expect(await started()).toHaveLength(100);
  });

  it('triggers with forMs start one execution per point if the delays of 100 points end at once in two workers and one worker fails', async () => {
    await watching(config);
    const other = new HoldDesk(shared.database, clock);
    await other.evaluator.tick(undefined);
    await shared.desk.values.accept(crowd(27), undefined, shared.desk.evaluator.follower);
    wait(60);
    jest.spyOn(shared.desk.occurrences, 'record').mockRejectedValueOnce(new Error('killed'));
    const ends = await Promise.allSettled([
      tick(),
      other.evaluator.tick(undefined),
      shared.desk.values.accept(crowd(28), undefined, shared.desk.evaluator.follower),
      other.values.accept(crowd(29), undefined, other.evaluator.follower),
    ]);
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    await tick();
    await Promise.all([shared.desk.startAll(), other.startAll(), shared.desk.startAll()]);
    const starts = await started();
    expect(starts).toHaveLength(100);
    expect(new Set(starts.map(({ code }) => code)).size).toBe(100);
    await tick();
    expect(await started()).toEqual([]);
  });
});
