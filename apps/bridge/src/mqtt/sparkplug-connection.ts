import type { Value } from '@app/gateway-server';
import { type Clock, DomainError } from '@app/kernel';
import type { Logger } from 'pino';
import type { ReadingSink } from '../serving/driver';
import { scaled, unscaled } from '../serving/scale';
import type { Message } from './broker';
import { BrokerDriver } from './broker-driver';
import type { SparkplugDevice, SparkplugPoint, SparkplugSettings } from './mqtt.dto';
import { decodePayload, encodePayload, fits, type Metric, type Payload } from './sparkplug-payload';

const NAMESPACE = 'spBv1.0';
const SEQUENCE = 256;
/** A node that does not follow is asked for its metrics again after this time. */
const ASK_AGAIN_MS = 10_000;

/** The messages in which the bridge says to nodes whether it listens. */
interface HostState {
  topic: string;
  online: Buffer;
  offline: Buffer;
}

/** An edge node, or a device behind it. */
interface Born {
  metricsByAlias: Map<number, Metric>;
  metricsByName: Map<string, Metric>;
}

interface EdgeNode {
  group: string;
  name: string;
  /** The node itself and its devices, by their path. Only those of the configuration. */
  devicesByPath: Map<string, SparkplugDevice[]>;
  bornByPath: Map<string, Born>;
  nextSeq: number;
  /** The number of its session, by which an old death is recognized. */
  session: Value | null | undefined;
  askedMs: number;
}

/**
 * Edge nodes and devices that publish by Sparkplug B, version 3.0. Values follow the births, which name the metrics. A
 * node is asked for its births after each connection, and if a message is missing.
 */
export class SparkplugConnection extends BrokerDriver<SparkplugPoint, SparkplugDevice> {
  private readonly nodes: ReadonlyMap<string, EdgeNode>;
  private readonly nodesByCode: ReadonlyMap<string, { node: EdgeNode; path: string }>;

  constructor(settings: SparkplugSettings, sink: ReadingSink, clock: Clock, logger: Logger) {
    const nodes = nodesOf(settings.devices);
    const host = settings.hostId === undefined ? undefined : hostState(settings.hostId, clock.nowMs());
    super(
      settings,
      {
        topics: [...nodes.values()].flatMap(({ group, name }) => [
          `${NAMESPACE}/${group}/+/${name}`,
          `${NAMESPACE}/${group}/+/${name}/+`,
        ]),
        onConnect: async () => {
          if (host) await this.tryTo(this.broker.announce(host.topic, host.online));
          for (const node of this.nodes.values()) this.askForBirth(node);
        },
        onMessage: (message) => this.receive(message),
        ...(host && { will: { topic: host.topic, payload: host.offline } }),
      },
      sink,
      clock,
      logger,
    );
    this.nodes = nodes;
    this.nodesByCode = new Map(
      [...nodes.values()].flatMap((node) =>
        [...node.devicesByPath].flatMap(([path, devices]) =>
          devices.flatMap(({ points }) => points.map(({ code }) => [code, { node, path }] as const)),
        ),
      ),
    );
  }

  protected override async send(point: SparkplugPoint, value: Value): Promise<void> {
    const { node, path } = this.nodesByCode.get(point.code) ?? {};
    const metric = path && node?.bornByPath.get(path)?.metricsByName.get(point.metric);
    if (!node || !metric) throw new Error('the device is not online, or has no such metric');
    const raw = typeof value === 'boolean' ? value : unscaled(value, point);
    const { alias, datatype } = metric;
    if (!fits(raw, datatype))
      throw DomainError.invalid(
        `The value ${value} does not fit into the metric ${point.metric} of the device.`,
      );
    const [, , device] = path.split('/');
    const topic = [NAMESPACE, node.group, device === undefined ? 'NCMD' : 'DCMD', node.name, device];
    const named = alias === undefined ? { name: point.metric } : { alias };
    await this.broker.publish(
      topic.filter((part) => part !== undefined).join('/'),
      encodePayload([{ ...named, datatype, value: raw }], this.clock.nowMs()),
    );
  }

  protected override lose(): void {
    super.lose();
    for (const node of this.nodes.values()) {
      node.bornByPath.clear();
      node.askedMs = -Infinity;
    }
  }

  private receive({ topic, payload: bytes }: Message): void {
    const [, group = '', type = '', name = '', device] = topic.split('/');
    const node = this.nodes.get(`${group}/${name}`);
    if (!node || type.endsWith('CMD')) return;
    let payload: Payload;
    try {
      payload = decodePayload(bytes);
    } catch {
      this.logger.warn({ topic }, 'a message is not in the format of Sparkplug B');
      return;
    }
    const path = [group, name, ...(device === undefined ? [] : [device])].join('/');
    switch (type) {
      case 'NBIRTH':
        node.bornByPath.clear();
        node.session = payload.metrics.find((metric) => metric.name === 'bdSeq')?.value;
        this.beBorn(node, path, payload);
        return;
      case 'DBIRTH':
        if (this.follows(node, payload)) this.beBorn(node, path, payload);
        return;
      case 'NDATA':
      case 'DDATA':
        if (this.follows(node, payload)) this.accept(node, path, payload);
        return;
      case 'NDEATH': {
        const session = payload.metrics.find((metric) => metric.name === 'bdSeq')?.value;
        if (session !== node.session) return;
        for (const each of node.devicesByPath.keys()) this.die(node, each);
        return;
      }
      case 'DDEATH':
        if (this.follows(node, payload)) this.die(node, path);
    }
  }

  /** Returns false, and asks for the births again, if messages before this one are missing. */
  private follows(node: EdgeNode, { seq }: Payload): boolean {
    const nodePath = `${node.group}/${node.name}`;
    const isNext = node.bornByPath.has(nodePath) && (seq === undefined || seq === node.nextSeq);
    if (isNext) node.nextSeq = (node.nextSeq + 1) % SEQUENCE;
    else {
      node.bornByPath.clear();
      this.askForBirth(node);
    }
    return isNext;
  }

  private beBorn(node: EdgeNode, path: string, payload: Payload): void {
    const { metrics, seq = 0 } = payload;
    node.nextSeq = (seq + 1) % SEQUENCE;
    const born: Born = { metricsByAlias: new Map(), metricsByName: new Map() };
    for (const metric of metrics) {
      if (metric.name === undefined) continue;
      born.metricsByName.set(metric.name, metric);
      if (metric.alias !== undefined) born.metricsByAlias.set(metric.alias, metric);
    }
    node.bornByPath.set(path, born);
    for (const { name, points } of node.devicesByPath.get(path) ?? []) {
      this.logger.info({ device: name }, 'a device is online');
      const missing = points.filter(({ metric }) => !born.metricsByName.has(metric)).map(({ code }) => code);
      if (missing.length > 0) this.logger.warn({ device: name, missing }, 'a device has no such metrics');
    }
    this.accept(node, path, payload);
  }

  private accept(node: EdgeNode, path: string, payload: Payload): void {
    const born = node.bornByPath.get(path);
    const points = (node.devicesByPath.get(path) ?? []).flatMap((device) => device.points);
    if (points.length === 0) return;
    if (!born) {
      this.askForBirth(node);
      return;
    }
    for (const metric of payload.metrics) {
      const { name = born.metricsByAlias.get(metric.alias ?? -1)?.name, value, atMs = payload.atMs } = metric;
      for (const point of points) {
        if (point.metric !== name) continue;
        const known = valueOf(value, point);
        if (!metric.isHistorical) this.report(point, known, atMs);
        else if (known !== null && atMs !== undefined) this.sink.keep(point.code, atMs, known);
      }
    }
  }

  private die(node: EdgeNode, path: string): void {
    node.bornByPath.delete(path);
    for (const { name, points } of node.devicesByPath.get(path) ?? []) {
      this.logger.warn({ device: name }, 'a device is offline');
      for (const point of points) this.fail(point);
    }
  }

  private askForBirth(node: EdgeNode): void {
    const nowMs = performance.now();
    if (nowMs < node.askedMs + ASK_AGAIN_MS) return;
    node.askedMs = nowMs;
    const rebirth = [{ name: 'Node Control/Rebirth', datatype: 11, value: true }];
    const topic = `${NAMESPACE}/${node.group}/NCMD/${node.name}`;
    void this.tryTo(this.broker.publish(topic, encodePayload(rebirth, this.clock.nowMs())));
  }

  private async tryTo(sending: Promise<void>): Promise<void> {
    try {
      await sending;
    } catch (error) {
      this.logger.warn({ err: error, connection: this.settings.name }, 'a message was not sent');
    }
  }
}

function hostState(hostId: string, startedMs: number): HostState {
  const state = (online: boolean) => Buffer.from(JSON.stringify({ online, timestamp: startedMs }));
  return { topic: `${NAMESPACE}/STATE/${hostId}`, online: state(true), offline: state(false) };
}

function nodesOf(devices: readonly SparkplugDevice[]): Map<string, EdgeNode> {
  const nodes = new Map<string, EdgeNode>();
  for (const device of devices) {
    const [group = '', name = ''] = device.path.split('/');
    const key = `${group}/${name}`;
    const node = nodes.get(key) ?? {
      group,
      name,
      devicesByPath: new Map<string, SparkplugDevice[]>(),
      bornByPath: new Map<string, Born>(),
      nextSeq: 0,
      session: undefined,
      askedMs: -Infinity,
    };
    nodes.set(key, node);
    node.devicesByPath.set(device.path, [...(node.devicesByPath.get(device.path) ?? []), device]);
  }
  return nodes;
}

function valueOf(raw: Metric['value'], point: SparkplugPoint): Value | null {
  if (raw === null || raw === undefined) return null;
  if (point.type === 'bool') return Boolean(raw);
  return typeof raw === 'number' && Number.isFinite(raw) ? scaled(raw, point) : null;
}
