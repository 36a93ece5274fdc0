import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BacnetDevice } from '../factories/bacnet-device';

export interface BacnetProcess {
  port: number;
  /** Calls the method in the process. Arguments and result are copies. */
  call<Name extends 'add' | 'change' | 'log'>(
    method: Name,
    ...args: Parameters<BacnetDevice[Name]>
  ): Promise<ReturnType<BacnetDevice[Name]>>;
  stop(): Promise<void>;
}

/** Starts a device in a process of its own, so that it shares no state of the library with the bridge. */
export async function startBacnetProcess(instance: number): Promise<BacnetProcess> {
  const child = fork(join(__dirname, 'bacnet-device.mjs'), [String(instance)]);
  const ended = once(child, 'exit');
  const answer = async () => {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as unknown[];
    if (!Array.isArray(message)) throw new Error('The process of the device has ended.');
    return message[0] as unknown;
  };
  return {
    port: (await answer()) as number,
    async call(method, ...args) {
      child.send([method, ...args]);
      return (await answer()) as never;
    },
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}
