// Runs in the full check only: it needs tshark of Debian.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FixedClock } from '@app/kernel';
import { ObjectType } from '@bacnet-js/client';
import pino from 'pino';
import { BacnetConnection } from '../../apps/bridge/src/bacnet/bacnet-connection';
import { aBacnetPoint } from '../factories/a-bacnet-point';
import { noCommands } from '../factories/bacnet-device';
import { Readings } from '../factories/readings';
import { RecordedLine } from '../factories/recorded-line';
import { startBacnetProcess } from '../servers/bacnet-process';
import { requireProgram } from '../servers/programs';
import { waitFor } from '../harness';

const INSTANCE = 1207;
const LOG = 3;
const INPUT = 'analog-input:2';
const DAMPER = 'analog-output:1';

/** Returns the values of lines that begin with this text. */
const valuesIn = (text: string, beginning: string) =>
  text.split('\n').flatMap((line) => {
    const [before, value] = line.split(beginning);
    return before?.trim() === '' && value !== undefined ? [value.trim()] : [];
  });

/** The device and the bridge use the same library. If it read and wrote a wrong format, the other tests would not fail. */
describe('the frames of the bridge, as tshark reads them', () => {
  let folder: string;

  beforeAll(async () => {
    const device = await startBacnetProcess(INSTANCE);
    const line = await RecordedLine.to(device.port);
    await device.call('add', ObjectType.ANALOG_OUTPUT, 1, 0, { commands: noCommands() });
    const input = await device.call('add', ObjectType.ANALOG_INPUT, 2, 21.5);
    await device.call('log', LOG, ['2026-03-01T09:30:00.00', 1]);
    const readings = new Readings();
    const points = [aBacnetPoint(DAMPER), aBacnetPoint(INPUT, { trendLog: LOG })];
    const { address } = line;
    const bridge = new BacnetConnection(
      {
        name: 'Plant',
        protocol: 'bacnet-ip',
        enabled: true,
        pollSeconds: 60,
        timeoutMs: 60_000,
        broadcast: address,
        port: 0,
        priority: 16,
        forcePriority: 8,
        devices: [{ name: 'AHU', prefix: '', instance: INSTANCE, address, subscribe: true, points }],
      },
      readings,
      new FixedClock(Date.parse('2026-03-01T10:00:00Z')),
      'UTC',
      pino({ level: 'silent' }),
    );
    await bridge.poll();
    await waitFor(() => readings.kept.length > 0, { what: 'the trend log' });
    await device.call('change', input, 22.5);
    await readings.until(INPUT, 22.5);
    await bridge.write(DAMPER, 40);
    await bridge.overrides.force(DAMPER, 80);
    await bridge.overrides.release(DAMPER);
    await bridge.stop();
    await device.stop();
    line.close();
    folder = mkdtempSync(join(tmpdir(), 'plantroom-frames-'));
    writeFileSync(join(folder, 'bacnet.pcap'), line.capture);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  const tshark = (...args: string[]) =>
    execFileSync(requireProgram('tshark'), ['-r', join(folder, 'bacnet.pcap'), ...args], {
      encoding: 'utf8',
      stdio: 'pipe',
    });

  /** Returns what tshark says about the frames of a service, one text per frame. */
  const described = (filter: string) =>
    tshark('-O', 'bacapp', '-Y', filter)
      .split(/^Frame /m)
      .slice(1);

  it('all frames are well formed', () => {
    const frames = tshark('-T', 'fields', '-e', '_ws.col.Protocol').trim().split('\n');
    expect(frames.length).toBeGreaterThan(20);
    expect(new Set(frames)).toEqual(new Set(['BACnet-APDU']));
    expect(tshark('-Y', '_ws.malformed || _ws.expert')).toBe('');
  });

  it('a damper is written with priority 16, forced with 8, and released by NULL with 8', () => {
    const writes = described('bacapp.confirmed_service == 15 && bacapp.type == 0');
    expect(
      writes.map((text) => [
        ...valuesIn(text, 'ObjectIdentifier:'),
        ...valuesIn(text, 'Present Value'),
        ...valuesIn(text, 'Priority: (Unsigned)'),
      ]),
    ).toEqual([
      ['analog-output, 1', '(real): 40', '16'],
      ['analog-output, 1', '(real): 80', '8'],
      ['analog-output, 1', '(null): NULL', '8'],
    ]);
  });

  it('changes are subscribed for five minutes, and a trend log is read from its first record', () => {
    const subscriptions = described('bacapp.confirmed_service == 5 && bacapp.type == 0');
    expect(
      subscriptions.map((text) => [
        ...valuesIn(text, 'ObjectIdentifier:'),
        ...valuesIn(text, 'issue Confirmed Notifications:'),
        ...valuesIn(text, 'life time (hh.mm.ss):'),
      ]),
    ).toEqual([
      ['analog-output, 1', 'FALSE', '0.05.00'],
      ['analog-input, 2', 'FALSE', '0.05.00'],
    ]);
    const [range = ''] = described('bacapp.confirmed_service == 26 && bacapp.type == 0');
    expect(valuesIn(range, 'ObjectIdentifier:')).toEqual(['trend-log, 3']);
    expect(valuesIn(range, 'reference Index: (Unsigned)')).toEqual(['1']);
    expect(valuesIn(range, 'reference Count: (Signed)')).toEqual(['1']);
  });
});
