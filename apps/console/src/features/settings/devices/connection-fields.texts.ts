import { defineTexts } from '../../../i18n/define-texts';
import { i18next } from '../../../i18n/language';
import type { ConnectionField } from './connection-schema';

const NAMESPACE = 'connectionFields';

/** The keys are the names of fields of connections. The texts below a field have the key `<name>.help`. */
const useTexts = defineTexts(NAMESPACE, {
  en: {
    bbmd: 'BBMD of another network',
    'bbmd.help':
      'IPv4 address of the device that distributes its broadcasts. Replaces the broadcast address.',
    broadcast: 'Broadcast address of the network',
    'broadcast.help': 'The gateway sends its search to this address.',
    clientId: 'Client id',
    enabled: 'Switched on',
    forcePriority: 'Priority of forced values',
    'forcePriority.help': 'Must be lower than the priority of values that are set.',
    host: 'Name or address in the network',
    hostId: 'Primary host',
    'hostId.help': 'Nodes that wait for their primary host find it under this name.',
    keepAliveSeconds: 'Keep-alive time (s)',
    'keepAliveSeconds.help': 'A broker that is silent for one and a half of this time is lost.',
    name: 'Name',
    password: 'Password',
    'password.help': 'Enter it again if the address or the user name changes.',
    pauseMs: 'Pause between requests (ms)',
    pollSeconds: 'Poll interval (s)',
    port: 'Port',
    priority: 'Priority of values that are set',
    timeoutMs: 'Time limit of an answer (ms)',
    url: 'Address of the broker',
    'url.help': 'For example mqtt://192.168.1.20, or with TLS mqtts://broker.example',
    username: 'User name',
  },
  zh: {
    bbmd: '其他网络的 BBMD',
    'bbmd.help': '在该网络中分发广播的设备的 IPv4 地址，代替广播地址。',
    broadcast: '网络的广播地址',
    'broadcast.help': '网关向该地址发送搜索请求。',
    clientId: '客户端标识',
    enabled: '启用',
    forcePriority: '强制值的优先级',
    'forcePriority.help': '必须小于设定值的优先级。',
    host: '网络中的名称或地址',
    hostId: '主站名称',
    'hostId.help': '等待主站的节点以此名称识别主站。',
    keepAliveSeconds: '保活时间（秒）',
    'keepAliveSeconds.help': '消息代理超过该时间的一倍半没有消息即视为断开。',
    name: '名称',
    password: '密码',
    'password.help': '更改地址或用户名后，请重新输入密码。',
    pauseMs: '请求之间的间隔（毫秒）',
    pollSeconds: '轮询间隔（秒）',
    port: '端口',
    priority: '设定值的优先级',
    timeoutMs: '应答时限（毫秒）',
    url: '消息代理的地址',
    'url.help': '例如 mqtt://192.168.1.20；使用 TLS 时为 mqtts://broker.example',
    username: '用户名',
  },
});

/** Returns a function that names and explains a field. Other fields have the texts of their schema. */
export function useConnectionFieldText(): (field: ConnectionField) => { label: string; help?: string } {
  const t = useTexts();
  const known = (key: string) =>
    i18next.exists(key, { ns: NAMESPACE }) ? t(key as Parameters<typeof t>[0]) : undefined;
  return ({ name, schema: { title, description } }) => ({
    label: known(name) ?? title ?? name,
    help: known(`${name}.help`) ?? description,
  });
}
