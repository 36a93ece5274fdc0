import { streamLimits } from './stream-limits';

describe('streamLimits', () => {
  it('takes the length of the queue and the streams per user from the environment', () => {
    expect(streamLimits({ LIMIT_STREAM_QUEUE: 12, LIMIT_STREAMS_PER_USER: 7 })).toMatchObject({
      queue: { length: 12 },
      streamsPerUser: 7,
    });
  });
});
