import { FixedClock } from '@app/kernel';
import { ConfigurationService } from './configuration.service';
import type { PlatformConfiguration } from './platform-configuration';

describe('ConfigurationService', () => {
  const clock = new FixedClock(0);
  let host: string;
  let reads: number;
  let configuration: ConfigurationService;

  beforeEach(() => {
    host = 'first.example.org';
    reads = 0;
    const findOneBy = () => {
      reads += 1;
      return Promise.resolve({ mail: { host } } as PlatformConfiguration);
    };
    configuration = new ConfigurationService(
      { manager: { findOneBy } } as never,
      {} as never,
      clock,
      {} as never,
    );
  });
  const mailHost = async () => (await configuration.current()).mail.host;

  it('notices within a second that another process has changed the configuration', async () => {
    expect(await mailHost()).toBe('first.example.org');
    host = 'second.example.org';
    clock.advance(999);
    expect(await mailHost()).toBe('first.example.org');
    clock.advance(1);
    expect(await mailHost()).toBe('second.example.org');
    expect(reads).toBe(2);
  });

  it('reads the current settings again on request', async () => {
    await mailHost();
    host = 'second.example.org';
    expect((await configuration.reread()).mail.host).toBe('second.example.org');
    expect(await mailHost()).toBe('second.example.org');
    expect(reads).toBe(2);
  });
});
