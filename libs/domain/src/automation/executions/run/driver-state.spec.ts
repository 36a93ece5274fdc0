import { DriverState } from './driver-state';

const NOTHING = { ready: 0, hasReadyEffect: false, pending: 0 };
const READY = { ...NOTHING, ready: 1 };
const READY_EFFECT = { ...READY, hasReadyEffect: true };
const PENDING = { ...NOTHING, pending: 1 };

describe('DriverState', () => {
  it('requires no write before it runs nodes that only compute', () => {
    const state = new DriverState();
    state.advanced(false);
    expect([NOTHING, READY, PENDING].map((work) => state.mustSaveBefore(work))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('requires a write before an effect starts', () => {
    expect(new DriverState().mustSaveBefore(READY_EFFECT)).toBe(true);
  });

  it('requires a write after an effect, before another node starts or the execution waits', () => {
    const state = new DriverState();
    state.advanced(true);
    expect([NOTHING, READY, PENDING].map((work) => state.mustSaveBefore(work))).toEqual([false, true, true]);
    state.saved('claim');
    expect([NOTHING, READY, PENDING].map((work) => state.mustSaveBefore(work))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('still counts an effect as unsaved after a node that only computes has ended', () => {
    const state = new DriverState();
    state.advanced(true);
    state.advanced(false);
    expect(state.hasUnsavedEffect).toBe(true);
  });

  it('requires no second write before an effect that was already ready when the recovery was saved', () => {
    const state = new DriverState();
    state.saved('recover');
    expect(state.mustSaveBefore(READY_EFFECT)).toBe(false);
    state.starting();
    expect(state.mustSaveBefore(READY_EFFECT)).toBe(true);
  });

  it('counts as untouched until the first report of a node, even if a recovery was saved', () => {
    const state = new DriverState();
    state.saved('recover');
    expect(state.isUntouched).toBe(true);
    state.advanced(false);
    state.saved('claim');
    expect(state.isUntouched).toBe(false);
  });

  it.each<[string, (state: DriverState) => void, boolean, boolean]>([
    ['nothing was written', () => undefined, false, false],
    ['a write claimed the execution', (state) => state.saved('claim'), true, false],
    ['other code wrote the claim', (state) => state.claimed(), true, false],
    ['a write counted a recovery', (state) => state.saved('recover'), true, true],
  ])('reports whether the execution is claimed and recovered: %s', (_, write, isClaimed, isRecovered) => {
    const state = new DriverState();
    write(state);
    expect(state).toMatchObject({ isClaimed, isRecovered, mustSaveToRelease: isClaimed });
  });

  it('still counts as recovered after another claim', () => {
    const state = new DriverState();
    state.saved('recover');
    state.claimed();
    state.saved('claim');
    expect(state.isRecovered).toBe(true);
  });

  it('requires a write before the release of an unclaimed execution only if an effect is unsaved', () => {
    const state = new DriverState();
    state.advanced(false);
    expect(state.mustSaveToRelease).toBe(false);
    state.advanced(true);
    expect(state.mustSaveToRelease).toBe(true);
  });
});
