import { getEventListeners } from 'node:events';
import { linkedSignal } from './linked-signal';

describe('linkedSignal', () => {
  it.each([0, 1])('is aborted with the reason of source %i when this source is aborted', (which) => {
    const sources = [new AbortController(), new AbortController()];
    const { signal } = linkedSignal(sources.map((source) => source.signal));
    expect(signal.aborted).toBe(false);
    sources[which]?.abort('the reason');
    expect(signal.reason).toBe('the reason');
  });

  it('is aborted at once if a source is already aborted', () => {
    expect(linkedSignal([new AbortController().signal, AbortSignal.abort('before')]).signal.reason).toBe(
      'before',
    );
  });

  it('removes its listeners when it is released, and can no longer be aborted', () => {
    const source = new AbortController();
    const linked = linkedSignal([source.signal]);
    expect(getEventListeners(source.signal, 'abort')).toHaveLength(1);
    linked.release();
    expect(getEventListeners(source.signal, 'abort')).toHaveLength(0);
    source.abort();
    expect(linked.signal.aborted).toBe(false);
  });
});
