import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { transformFileSync } from '@swc/core';
import type { BacnetDevice } from '../factories/bacnet-device';

const root = join(__dirname, '..', '..');

/** Stands after the code of the device. */
const PROGRAM = `
exports.BacnetDevice.start(Number(process.argv[1])).then((device) => {
  process.on('message', ([method, ...args]) => process.send([device[method](...args)]));
  process.once('disconnect', () => process.exit());
  process.send([device.port]);
});`;

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
  const { code } = transformFileSync(join(root, 'test', 'factories', 'bacnet-device.ts'), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
    module: { type: 'commonjs' },
  });
  const child = spawn(process.execPath, ['-e', code + PROGRAM, String(instance)], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
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
