import { existsSync, readFileSync } from 'node:fs';

const SETTING = '/proc/sys/net/ipv4/tcp_notsent_lowat';
const UNLIMITED = 4_294_967_295;

/**
 * Returns advice for the operator if the kernel does not limit how much unsent data it keeps for a client of the event
 * stream; otherwise null. Only Linux has this setting.
 */
export function sendBufferHint(file = SETTING): string | null {
  if (!existsSync(file) || Number(readFileSync(file, 'utf8')) !== UNLIMITED) return null;
  return (
    'The kernel keeps up to 4 MB for each client of the event stream that does not read. ' +
    'Set net.ipv4.tcp_notsent_lowat to 131072 to reduce this to about 0.15 MB.'
  );
}
