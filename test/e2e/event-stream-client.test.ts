import { FaultFollower } from '../factories/fault-follower';
import { RunningApi } from '../factories/running-api';
import { waitFor } from '../harness';

jest.setTimeout(60_000);

describe('a client that follows the event stream as documented', () => {
  let first: RunningApi;
  let second: RunningApi;
  let token: string;
  const followers: FaultFollower[] = [];

  beforeAll(async () => {
    first = await RunningApi.start();
    second = await first.another();
    token = await first.signIn();
  });

  afterEach(() => {
    for (const follower of followers.splice(0)) follower.close();
  });

  afterAll(async () => {
    await second.stopProcess();
    await first.stop();
  });

  async function follow(api: RunningApi): Promise<FaultFollower> {
    const follower = new FaultFollower(api.address, token);
    followers.push(follower);
    await waitFor(() => follower.reads > 0, { what: 'the state' });
    return follower;
  }

  async function report(api: RunningApi, title: string): Promise<void> {
    const { status } = await api.call('POST', '/api/faults', { token, body: { title, severity: 'minor' } });
    expect(status).toBe(201);
  }

  it('gets each event of every api exactly once, even after the api of its stream was killed', async () => {
    const near = await follow(first);
    const far = await follow(second);
    await report(first, 'A');
    await report(second, 'B');
    await waitFor(() => near.received.length === 2 && far.received.length === 2, {
      what: 'the first faults',
    });

    await first.killProcess();
    await waitFor(() => near.failures > 1, { what: 'a failed attempt' });
    await report(second, 'C');
    await waitFor(() => far.received.length === 3, { what: 'the fault during the outage' });
    const restarted = await first.another({ PORT: Number(new URL(first.address).port) });
    try {
      await waitFor(() => near.titles.length === 3, { what: 'the state after the restart' });
      await report(restarted, 'D');
      await report(second, 'E');
      await waitFor(() => near.received.length === 4 && far.received.length === 5, {
        what: 'the last faults',
      });
    } finally {
      await restarted.stopProcess();
    }

    // The events of two apis may arrive in a different order than they were published.
    expect(near.received.toSorted()).toEqual(['A', 'B', 'D', 'E']);
    expect(far.received.toSorted()).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(near.titles).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(far.titles).toEqual(near.titles);
    expect(far.tokens).toHaveLength(1);
    expect(new Set(near.tokens).size).toBe(near.tokens.length);
    expect(near.tokens.length).toBeGreaterThan(1);
  });
});
