import { streamLimits } from './stream-limits';

describe('streamLimits', () => {
  it('reads the queue length, the time limits and the streams per user from the environment', () => {
    const environment = {
      LIMIT_STREAM_QUEUE: 12,
      LIMIT_STREAM_STALL_MS: 5000,
      LIMIT_STREAM_BEHIND_MS: 70_000,
      LIMIT_STREAMS_PER_USER: 7,
    };
    expect(streamLimits(environment, 60)).toMatchObject({
      heartbeatMs: 60,
      queue: { length: 12 },
      stallMs: 5000,
      behindMs: 70_000,
      streamsPerUser: 7,
    });
  });
});
