/**
 * A BACnet device in a process of its own, with the instance that is the first argument. The parent gets its port, and
 * calls its methods by their names.
 */
import { testModule } from '../test-module.mjs';

const { BacnetDevice } = testModule('factories/bacnet-device.ts');
const device = await BacnetDevice.start(Number(process.argv[2]));
process.on('message', ([method, ...args]) => process.send([device[method](...args)]));
process.once('disconnect', () => process.exit());
process.send([device.port]);
