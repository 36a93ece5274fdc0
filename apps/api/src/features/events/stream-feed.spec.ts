import type { EventBus } from '@app/events';
import { FixedClock } from '@app/kernel';
import { StreamFeed } from './stream-feed';
import { StreamHub } from './stream-hub';

class FakeBus {
  readonly connected = new Set<() => void>();

  subscribe(): () => void {
    return () => undefined;
  }

  onConnected(handler: () => void): () => void {
    this.connected.add(handler);
    return () => this.connected.delete(handler);
  }

  reconnect(): void {
    for (const handler of this.connected) handler();
  }
}

describe('StreamFeed', () => {
  it('ends all streams each time the bus connects again, because events may have been lost', () => {
    const bus = new FakeBus();
    const clock = new FixedClock(0);
    const users = { rolesOf: () => Promise.resolve([]) };
    const queue = { length: 10, bytes: 1000 };
    const hub = new StreamHub(users, clock, {
      queue,
      streamsPerUser: 1,
      heartbeatMs: 30_000,
      stallMs: 60_000,
      behindMs: 300_000,
    });
    const endAll = jest.spyOn(hub, 'endAll');
    const feed = new StreamFeed(bus as unknown as EventBus, clock, hub);

    feed.onModuleInit();
    expect(endAll).not.toHaveBeenCalled();
    bus.reconnect();
    bus.reconnect();
    expect(endAll).toHaveBeenCalledTimes(2);

    feed.onModuleDestroy();
    expect(bus.connected.size).toBe(0);
  });
});
