// Runs in the full check only: it opens many streams.
import { EnvironmentModule } from '@app/config';
import { type PointValue, energyUpdated, executionStatusChanged, pointValuesChanged } from '@app/contracts';
import { EventBus, EventBusModule } from '@app/events';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EventSource } from 'eventsource';
import { RunningApi } from '../factories/running-api';
import { waitFor } from '../harness';

const TYPES = ['heartbeat', 'iot:value:change', 'energy_update', 'workflow:execution:status'];

interface Received {
  id: string;
  event: string;
  data: Record<string, unknown>;
}

/** Follows an event stream with a third-party client, and stores the received events. */
class Client {
  readonly received: Received[] = [];
  readonly source: EventSource;

  constructor(url: string) {
    this.source = new EventSource(url);
    for (const type of TYPES) {
      this.source.addEventListener(type, ({ lastEventId, data }) =>
        this.received.push({
          id: lastEventId,
          event: type,
          data: JSON.parse(data as string) as Received['data'],
        }),
      );
    }
  }

  async opened(): Promise<this> {
    await waitFor(() => this.received.length > 0, { what: 'the first heartbeat' });
    return this;
  }

  of(type: string): Received[] {
    return this.received.filter(({ event }) => event === type);
  }
}

function aValue(overrides: Partial<PointValue> = {}): PointValue {
  return { code: 'A', value: 1, quality: 'good', timestamp: '2026-03-01T10:00:00.000Z', ...overrides };
}

describe('the event stream', () => {
  let api: RunningApi;
  let publisher: INestApplicationContext;
  let bus: EventBus;
  let userId: number;
  let token: string;
  const clients: Client[] = [];

  beforeAll(async () => {
    api = await RunningApi.start();
    class PublisherModule {}
    publisher = await NestFactory.createApplicationContext(
      {
        module: PublisherModule,
        imports: [EnvironmentModule.forRoot(api.environment), EventBusModule.forRoot()],
      },
      { logger: false },
    );
    bus = publisher.get(EventBus);
    await waitFor(() => bus.isConnected, { what: 'the bus' });
  });
  beforeEach(async () => {
    ({ token } = await api.signInAs('viewer'));
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.source.close();
  });
  afterAll(async () => {
    await publisher.close();
    await api.stop();
  });

  async function connect(query = '', path = '/events'): Promise<Client> {
    const { body } = await api.call('POST', '/api/events/token', { token });
    const client = new Client(`${api.address}/api${path}?token=${(body as { token: string }).token}${query}`);
    clients.push(client);
    return client.opened();
  }

  /**
   * Publishes an event of an execution and then a value of a point, and waits for the value. Returns true if the client
   * got the event of the execution before the value.
   */
  async function hasSeenExecution(client: Client): Promise<boolean> {
    bus.publish(executionStatusChanged, { workflowId: 'w', executionId: 'e', status: 'running' });
    bus.publish(pointValuesChanged, { values: [aValue()] });
    await waitFor(() => client.of('iot:value:change').length > 0, { what: 'the value' });
    return client.of('workflow:execution:status').length > 0;
  }

  it('the event stream sends no events of executions to a viewer, because viewers cannot list workflows', async () => {
    expect(await hasSeenExecution(await connect())).toBe(false);
    expect(await hasSeenExecution(await connect('&types=workflow,point'))).toBe(false);
  });

  it('the event stream sends events of executions to an operator, and ends as soon as the operator becomes a viewer', async () => {
    ({ id: userId, token } = await api.signInAs('operator'));
    const client = await connect();
    expect(await hasSeenExecution(client)).toBe(true);
    const demoted = await api.call('PUT', `/api/users/${userId}/role`, {
      token: await api.signIn(),
      body: { role: 'viewer' },
    });
    expect(demoted.status).toBe(200);
    // The change of the role must end the stream. The next heartbeat would also end it, but only after 30 s.
    await waitFor(() => client.source.readyState !== client.source.OPEN, { what: 'the end of the stream' });
    expect(await hasSeenExecution(await connect())).toBe(false);
  });

  it('the event stream sends a heartbeat, and then the events of other processes', async () => {
    const client = await connect();
    const areas = [
      {
        id: 1,
        parentId: null,
        name: '一楼',
        currentPower: 12.5,
        energyToday: 3,
        energyMonth: null,
        status: 'normal' as const,
        lastReadingAt: null,
      },
    ];

    bus.publish(pointValuesChanged, { values: [aValue(), aValue({ code: 'B', value: 'on' })] });
    bus.publish(energyUpdated, { areas });
    await waitFor(() => client.received.length === 4, { what: 'the events' });

    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
    const change = { type: 'iot:value:change', kind: 'point', sentAt: instant };
    expect(client.received).toEqual([
      {
        id: '1',
        event: 'heartbeat',
        data: { type: 'heartbeat', kind: 'heartbeat', timestamp: instant },
      },
      { id: '2', event: 'iot:value:change', data: { ...change, ...aValue() } },
      { id: '3', event: 'iot:value:change', data: { ...change, ...aValue({ code: 'B', value: 'on' }) } },
      {
        id: '4',
        event: 'energy_update',
        data: { type: 'energy_update', kind: 'energy', timestamp: instant, areas },
      },
    ]);
  });

  it('the event stream sends only events of the requested types', async () => {
    const client = await connect('&types=nonsense,energy', '/sse');

    bus.publish(pointValuesChanged, { values: [aValue()] });
    bus.publish(energyUpdated, { areas: [] });
    await waitFor(() => client.of('energy_update').length === 1, { what: 'the last event' });

    expect(client.received.map(({ event }) => event)).toEqual(['heartbeat', 'energy_update']);
  });
});
