import { PushDeviceDto, PushDto, PushSubscriptionDto } from '../../features/push/push.dto';
import { ExampleSet } from '../example-set';

const KEY = 'BB4YUy_UdUwC8wQdnHXOszuD_9gax85P6ILMscmLxYlupGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM';
const endpoint = 'https://push.example.org/send/5f0c';
const device = { id: 4, endpoint, createdAt: '2026-05-01T10:00:00.000Z' };

/** Push messages. */
export const PUSH_EXAMPLES = new ExampleSet()
  .add(PushDto, { publicKey: KEY, devices: [device] })
  .add(PushDeviceDto, device)
  .add(PushSubscriptionDto, { endpoint, keys: { p256dh: KEY, auth: 'AwMDAwMDAwMDAwMDAwMDAw' } });
