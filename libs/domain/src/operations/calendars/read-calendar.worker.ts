import { parentPort, workerData } from 'node:worker_threads';
import { exceptionsOf } from './icalendar-exceptions';

/** Runs `exceptionsOf` in a separate thread. */
parentPort?.postMessage(exceptionsOf(...(workerData as Parameters<typeof exceptionsOf>)), []);
