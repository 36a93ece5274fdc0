import type { Value } from '@app/gateway-server';
import { type Clock, DomainError, groupBy } from '@app/kernel';
import type { Logger } from 'pino';
import { notSent, type ReadingSink } from '../serving/driver';
import { scaled, unscaled } from '../serving/scale';
import type { Message } from './broker';
import { BrokerDriver } from './broker-driver';
import type { SparkplugDevice, SparkplugPoint, SparkplugSettings } from './mqtt.dto';
import {
  decodePayload,
  encodeCommand,
  fits,
  type Metric,
  metricValue,
  NAMESPACE,
  type Payload,
  rebirth,
} from './sparkplug-payload';

const SEQUENCE = 256;
/** A node that has not sent its births is asked for them again after this time. */
const ASK_AGAIN_MS = 30_000;

/** A metric as its birth describes it. */
interface BornMetric {
  alias: string | undefined;
  datatype: number;
}

/** An edge node, or a device behind it, with the points of the configuration. */
interface Source {
  name: string;
  pointsByMetric: ReadonlyMap<string, SparkplugPoint[]>;
  isOnline: boolean | undefined;
  /** By the name of the metric; only those with points. */
  born: Map<string, BornMetric>;
  namesByAlias: Map<string, string>;
}

interface EdgeNode {
  group: string;
  name: string;
  /** The node itself and its devices, by their path. */
  sources: ReadonlyMap<string, Source>;
  isBorn: boolean;
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
  /** The messages by which nodes know whether the bridge, their primary host, listens. */
  private readonly hostTopic: string | undefined;
  private readonly startedMs: number;

  constructor(settings: SparkplugSettings, sink: ReadingSink, clock: Clock, logger: Logger) {
    const nodes = nodesOf(settings.devices);
    const { hostId } = settings;
    const hostTopic = hostId === undefined ? undefined : `${NAMESPACE}/STATE/${hostId}`;
    const startedMs = clock.nowMs();
    super(
      settings,
      {
        topics: [
          ...(hostTopic === undefined ? [] : [hostTopic]),
          ...[...nodes.values()].flatMap(({ group, name }) => [
            `${NAMESPACE}/${group}/+/${name}`,
            `${NAMESPACE}/${group}/+/${name}/+`,
          ]),
        ],
        onConnect: async () => {
          await this.announceHost();
          this.check();
        },
        onMessage: (message) => this.receive(message),
        ...(hostTopic !== undefined && { will: { topic: hostTopic, payload: hostState(false, startedMs) } }),
      },
      sink,
      clock,
      logger,
    );
    this.nodes = nodes;
    this.hostTopic = hostTopic;
    this.startedMs = startedMs;
  }

  protected override commandFor(point: SparkplugPoint, value: Value): { topic: string; payload: Buffer } {
    for (const { group, name, sources } of this.nodes.values()) {
      for (const [path, { pointsByMetric, born }] of sources) {
        if (!pointsByMetric.get(point.metric)?.includes(point)) continue;
        const metric = born.get(point.metric);
        if (!metric) throw notSent(point.code, 'the device is not online, or has no such metric');
        const raw = typeof value === 'boolean' ? value : unscaled(value, point);
        const { alias, datatype } = metric;
        if (!fits(raw, datatype))
          throw DomainError.invalid(`The value ${value} does not fit into the metric ${point.metric}.`);
        const [, , device] = path.split('/');
        const target = device === undefined ? `NCMD/${name}` : `DCMD/${name}/${device}`;
        const named = alias === undefined ? { name: point.metric } : { alias };
        return {
          topic: `${NAMESPACE}/${group}/${target}`,
          payload: encodeCommand(named, datatype, raw, this.clock.nowMs()),
        };
      }
    }
    throw DomainError.notFound(`The point ${point.code}`);
  }

  protected override isOffline({ path }: SparkplugDevice): boolean {
    const [group, name] = path.split('/');
    return this.nodes.get(`${group}/${name}`)?.sources.get(path)?.isOnline === false;
  }

  protected override lose(): void {
    super.lose();
    for (const node of this.nodes.values()) {
      forgetBirths(node);
      for (const source of node.sources.values()) source.isOnline = undefined;
      node.askedMs = -Infinity;
    }
  }

  /** Asks the nodes whose births are missing. */
  protected override check(): void {
    if (!this.broker.isConnected) return;
    const nowMs = performance.now();
    for (const node of this.nodes.values()) {
      if (node.isBorn || nowMs < node.askedMs + ASK_AGAIN_MS) continue;
      node.askedMs = nowMs;
      const { topic, payload } = rebirth(node.group, node.name, this.clock.nowMs());
      void this.tryTo(this.broker.publish(topic, payload));
    }
  }

  private receive({ topic, payload: bytes, isRetained }: Message): void {
    if (topic === this.hostTopic) {
      // The broker may still have sent the will of an earlier connection.
      if (bytes.includes('"online":false')) void this.announceHost();
      return;
    }
    const [, group = '', type = '', name = '', device] = topic.split('/');
    const node = this.nodes.get(`${group}/${name}`);
    // Births and data are never retained: what a broker has kept may be of a node that is off.
    if (!node || isRetained || type.endsWith('CMD')) return;
    let payload: Payload;
    try {
      payload = decodePayload(bytes);
    } catch {
      if (node.isBorn) this.logger.warn({ topic }, 'a message is not in the format of Sparkplug B');
      this.missMessage(node);
      return;
    }
    const path = device === undefined ? `${group}/${name}` : `${group}/${name}/${device}`;
    this.take(node, node.sources.get(path), type, payload);
  }

  private take(node: EdgeNode, source: Source | undefined, type: string, payload: Payload): void {
    if (type === 'NBIRTH') {
      forgetBirths(node);
      node.isBorn = true;
      node.nextSeq = ((payload.seq ?? 0) + 1) % SEQUENCE;
      node.session = sessionOf(payload);
      for (const each of node.sources.values()) if (each !== source) this.failAll(each);
      if (source) this.takeBirth(source, payload);
    } else if (type === 'NDEATH') {
      if (sessionOf(payload) !== node.session) return;
      forgetBirths(node);
      for (const each of node.sources.values()) this.setOnline(each, false);
    } else if (this.follows(node, payload) && source) {
      if (type === 'DBIRTH') this.takeBirth(source, payload);
      else if (type === 'DDEATH') this.setOnline(source, false);
      else this.takeMetrics(source, payload);
    }
  }

  /** Returns false if messages before this one are missing. */
  private follows(node: EdgeNode, { seq }: Payload): boolean {
    const isNext = node.isBorn && (seq === undefined || seq === node.nextSeq);
    if (isNext) node.nextSeq = (node.nextSeq + 1) % SEQUENCE;
    else this.missMessage(node);
    return isNext;
  }

  /** After a missing message, nothing is sure before the next births. */
  private missMessage(node: EdgeNode): void {
    if (node.isBorn) {
      this.logger.warn({ node: `${node.group}/${node.name}` }, 'a message of a node is missing');
      for (const source of node.sources.values()) this.failAll(source);
    }
    forgetBirths(node);
    this.check();
  }

  private takeBirth(source: Source, payload: Payload): void {
    source.born.clear();
    source.namesByAlias.clear();
    for (const { name = '', alias, datatype = 0 } of payload.metrics) {
      if (!source.pointsByMetric.has(name)) continue;
      source.born.set(name, { alias, datatype });
      if (alias !== undefined) source.namesByAlias.set(alias, name);
    }
    const missing = [...source.pointsByMetric.keys()].filter((name) => !source.born.has(name));
    if (missing.length > 0 && source.isOnline === undefined)
      this.logger.warn({ device: source.name, missing }, 'a device has no such metrics');
    for (const name of missing) for (const point of source.pointsByMetric.get(name) ?? []) this.fail(point);
    this.setOnline(source, true);
    this.takeMetrics(source, payload);
  }

  private takeMetrics(source: Source, payload: Payload): void {
    for (const metric of payload.metrics) {
      const name = metric.name ?? source.namesByAlias.get(metric.alias ?? '') ?? '';
      const born = source.born.get(name);
      if (!born) continue;
      for (const point of source.pointsByMetric.get(name) ?? [])
        this.takeMetric(point, metric, born.datatype, metric.atMs ?? payload.atMs);
    }
  }

  private takeMetric(
    point: SparkplugPoint,
    metric: Metric,
    datatype: number,
    atMs: number | undefined,
  ): void {
    const value = valueOf(metricValue(metric.raw, metric.datatype ?? datatype), point);
    if (metric.isHistorical) {
      if (value !== null && !metric.isBad) this.keep(point, value, atMs);
    } else if (metric.isBad) this.fail(point);
    else this.report(point, value, atMs);
  }

  private setOnline(source: Source, isOnline: boolean): void {
    const { name, isOnline: before } = source;
    source.isOnline = isOnline;
    if (!isOnline) {
      source.born.clear();
      this.failAll(source);
    }
    if (isOnline && before === false) this.logger.info({ device: name }, 'a device is online again');
    if (!isOnline && before !== false) this.logger.warn({ device: name }, 'a device is offline');
  }

  private failAll({ pointsByMetric }: Source): void {
    for (const points of pointsByMetric.values()) for (const point of points) this.fail(point);
  }

  private async announceHost(): Promise<void> {
    if (this.hostTopic !== undefined)
      await this.tryTo(this.broker.announce(this.hostTopic, hostState(true, this.startedMs)));
  }

  private async tryTo(sending: Promise<void>): Promise<void> {
    try {
      await sending;
    } catch (error) {
      this.logger.warn({ err: error, connection: this.settings.name }, 'a message was not sent');
    }
  }
}

function hostState(online: boolean, timestamp: number): Buffer {
  return Buffer.from(JSON.stringify({ online, timestamp }));
}

function nodesOf(devices: readonly SparkplugDevice[]): Map<string, EdgeNode> {
  const byNode = groupBy(devices, ({ path }) => path.split('/').slice(0, 2).join('/'));
  return new Map(
    [...byNode].map(([key, ofNode]) => {
      const [group = '', name = ''] = key.split('/');
      const sources = new Map(
        [...groupBy(ofNode, ({ path }) => path)].map(([path, sharing]) => [path, sourceOf(sharing)]),
      );
      return [
        key,
        { group, name, sources, isBorn: false, nextSeq: 0, session: undefined, askedMs: -Infinity },
      ];
    }),
  );
}

function sourceOf(devices: readonly SparkplugDevice[]): Source {
  return {
    name: devices.map(({ name }) => name).join(', '),
    pointsByMetric: groupBy(
      devices.flatMap(({ points }) => points),
      ({ metric }) => metric,
    ),
    isOnline: undefined,
    born: new Map(),
    namesByAlias: new Map(),
  };
}

function forgetBirths(node: EdgeNode): void {
  node.isBorn = false;
  for (const { born } of node.sources.values()) born.clear();
}

function sessionOf({ metrics }: Payload): Value | null | undefined {
  const metric = metrics.find(({ name }) => name === 'bdSeq');
  return metric && metricValue(metric.raw, metric.datatype);
}

function valueOf(raw: Value | null | undefined, point: SparkplugPoint): Value | null {
  if (raw === null || raw === undefined) return null;
  if (point.type === 'bool') return Boolean(raw);
  const value = typeof raw === 'number' ? scaled(raw, point) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}
