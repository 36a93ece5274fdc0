import type { Logger } from 'pino';
import type { Discovered } from '../configuration/discovered';
import { REASONS } from '../serving/reasons';
import { Broker, type Message } from './broker';
import { type AnnouncedPoint, announcedPoints } from './home-assistant';
import type {
  MqttPointConfiguration,
  MqttSettings,
  SparkplugPointConfiguration,
  SparkplugSettings,
} from './mqtt.dto';
import { BOOLEAN, decodePayload, NAMESPACE, rebirth } from './sparkplug-payload';

const ANNOUNCEMENTS = ['homeassistant/+/+/config', 'homeassistant/+/+/+/config'];
const NODES = [`${NAMESPACE}/+/+/+`, `${NAMESPACE}/+/+/+/+`];
/** Metrics for the life of a node, not of the plant. */
const OF_THE_NODE = /^(bdSeq$|Node Control\/|Device Control\/|Node Info\/|Properties\/)/;

/** A device as it is written into the configuration. */
interface Described {
  name: string;
  availability?: AnnouncedPoint['availability'];
  /** Only if each of its points expires. */
  silentAfterSeconds?: number;
  /** Of a Sparkplug device. */
  path?: string;
  points: (Partial<MqttPointConfiguration> | Partial<SparkplugPointConfiguration>)[];
}

type Found = Discovered<Described>;

interface Listener {
  topics: string[];
  /** May return a question to a node. */
  receive(message: Message): { topic: string; payload: Buffer } | undefined;
  result(): Found;
}

/** Listens at a broker, until `wait` resolves, for devices that announce themselves. */
export async function discover(
  settings: MqttSettings | SparkplugSettings,
  wait: (found: () => Found) => Promise<void>,
  logger: Logger,
): Promise<Found> {
  const listener = settings.protocol === 'mqtt' ? announcements() : births();
  const onMessage = (message: Message) => {
    const question = listener.receive(message);
    if (!question) return;
    const { topic, payload } = question;
    broker
      .publish(topic, payload)
      .catch((error: unknown) => logger.warn({ err: error, topic }, 'a question was not sent'));
  };
  const broker = new Broker(
    settings,
    { topics: listener.topics, onMessage, onLoss: () => undefined },
    logger,
  );
  broker.start();
  try {
    await wait(() => listener.result());
    const { devices, skipped } = listener.result();
    if (broker.isConnected) return { devices, skipped };
    return { devices, skipped: [...skipped, `the broker: ${broker.failure ?? REASONS.no_answer}`] };
  } finally {
    await broker.stop();
  }
}

/** Collects what devices announce to Home Assistant. Brokers keep these messages. */
function announcements(): Listener {
  const devices = new Map<string, Described>();
  const skipped: string[] = [];
  const seen = new Set<string>();
  return {
    topics: ANNOUNCEMENTS,
    receive({ topic, payload }) {
      // An empty message ends an announcement. A device that starts repeats its own.
      if (payload.length === 0 || seen.has(topic)) return undefined;
      seen.add(topic);
      for (const announced of announcedPoints(topic, payload.toString())) {
        if (typeof announced === 'string') {
          skipped.push(`${topic}: ${announced}`);
          continue;
        }
        const { device: name, availability, silentAfterSeconds: silence, point } = announced;
        const device = devices.get(name) ?? { name, availability, silentAfterSeconds: silence, points: [] };
        devices.set(name, device);
        device.points.push(point);
        const longest = Math.max(silence ?? Infinity, device.silentAfterSeconds ?? Infinity);
        device.silentAfterSeconds = Number.isFinite(longest) ? longest : undefined;
      }
      return undefined;
    },
    result: () => ({ devices: [...devices.values()], skipped }),
  };
}

/** The births of Sparkplug nodes and their devices. A node that sends anything else is asked for them. */
function births(): Listener {
  const devices = new Map<string, Described>();
  const skipped: string[] = [];
  const asked = new Set<string>();
  return {
    topics: NODES,
    receive({ topic, payload }) {
      const [, group = '', type = '', node = '', device] = topic.split('/');
      const path = [group, node, ...(device === undefined ? [] : [device])].join('/');
      if (type === 'NBIRTH' || type === 'DBIRTH') {
        const metrics = metricsIn(payload);
        if (metrics) devices.set(path, { name: device ?? node, path, points: metrics });
        else skipped.push(`${topic}: it is not in the format of Sparkplug B`);
      } else if (
        (type === 'NDATA' || type === 'DDATA') &&
        !devices.has(path) &&
        !asked.has(`${group}/${node}`)
      ) {
        asked.add(`${group}/${node}`);
        return rebirth(group, node, Date.now());
      }
      return undefined;
    },
    result: () => ({ devices: [...devices.values()], skipped }),
  };
}

function metricsIn(payload: Buffer): Partial<SparkplugPointConfiguration>[] | null {
  try {
    return decodePayload(payload).metrics.flatMap(({ name = '', datatype = 0 }) =>
      OF_THE_NODE.test(name) || datatype < 1 || datatype > BOOLEAN
        ? []
        : [
            {
              suffix: suffixOf(name),
              name,
              metric: name,
              ...(datatype === BOOLEAN && { type: 'bool' as const }),
            },
          ],
    );
  } catch {
    return null;
  }
}

const suffixOf = (name: string) => name.replaceAll('/', '.').replaceAll(/\s+/g, '_');
